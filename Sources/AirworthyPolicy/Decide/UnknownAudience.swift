/// A TestFlight copy of unknown audience may be an internal or an external one.
extension Evaluation {
    /// Lowers `required` unless each audience that may have the installed build would be required to install the same
    /// release, and a block without an update unless each would be blocked.
    /// - Parameter verdict: The verdict on the copy as it is.
    /// - Returns: The verdict, lowered where the audience matters.
    func loweredForUnknownAudience(_ verdict: Verdict) -> Verdict {
        guard installation.channel == .testflight(nil) else { return verdict }
        var lowered = verdict
        switch verdict.outcome {
        case .required(let pick):
            guard !audiencesAgree({ $0.isSame(as: verdict.outcome) }) else { return verdict }
            lowered.outcome = .recommended(pick, .testFlightGroups)
        case .unavailable(let reason, mayBlock: true):
            guard !audiencesAgree(\.wantsToBlock) else { return verdict }
            lowered.outcome = .unavailable(reason, mayBlock: false)
        default: break
        }
        return lowered
    }

    private func audiencesAgree(_ holds: (RuleOutcome) -> Bool) -> Bool {
        possibleAudiences.allSatisfy { audience in
            var copy = installation
            copy.channel = .testflight(audience)
            let other = Evaluation(manifest, copy, now, confirmedAt: confirmedAt).verdict()
            return !other.isDoubtful && holds(other.outcome)
        }
    }

    private var possibleAudiences: [Channel.Audience] {
        let channels = installedBeta?.offers.map(\.channel) ?? [.testflight(nil)]
        return Channel.Audience.allCases.filter { audience in
            channels.contains { $0 == .testflight(nil) || $0 == .testflight(audience) }
        }
    }
}
