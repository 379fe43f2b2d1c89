/// A TestFlight copy of unknown audience may be an internal or an external one.
extension Evaluation {
    /// Lowers `required` unless each audience that may have the installed build would be required to install the same
    /// release.
    /// - Parameter verdict: The verdict on the copy as it is.
    /// - Returns: The verdict, lowered where the audience matters.
    func loweredForUnknownAudience(_ verdict: Verdict) -> Verdict {
        guard case .required(let pick) = verdict.outcome, installation.channel == .testflight(nil) else {
            return verdict
        }
        for audience in possibleAudiences {
            var copy = installation
            copy.channel = .testflight(audience)
            let other = Evaluation(manifest, copy, now, confirmedAt: confirmedAt).verdict()
            guard !other.isDoubtful, other.outcome.isSame(as: verdict.outcome) else {
                var lowered = verdict
                lowered.outcome = .recommended(pick, .testFlightGroups)
                return lowered
            }
        }
        return verdict
    }

    private var possibleAudiences: [Channel.Audience] {
        let channels = installedBeta?.offers.map(\.channel) ?? [.testflight(nil)]
        return Channel.Audience.allCases.filter { audience in
            channels.contains { $0 == .testflight(nil) || $0 == .testflight(audience) }
        }
    }
}
