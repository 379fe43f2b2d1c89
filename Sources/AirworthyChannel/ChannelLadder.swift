/// The order in which the detector consults sources of evidence, and their interpretation. It does no I/O.
package struct ChannelLadder: Hashable, Sendable {
    /// The conclusion so far.
    package struct Verdict: Hashable, Sendable {
        /// The reliability of a verdict.
        package enum Strength: Hashable, Sendable {
            /// No evidence.
            case none
            /// A guess, because better evidence is missing.
            case weak
            /// Reliable enough to be stored.
            case conclusive
        }

        package var channel: DistributionChannel
        package var strength: Strength
        package var evidence: String
    }

    /// The finding of one rung.
    package struct Passed: Hashable, Sendable {
        package let step: ChannelStep
        package let finding: ChannelFinding
    }

    private enum State: Hashable {
        case climbing(remaining: ArraySlice<ChannelStep>)
        case settled(Verdict)
    }

    /// The findings so far, in order.
    package private(set) var passed: [Passed] = []
    private let host: ChannelHost
    private var state: State

    /// Creates a ladder at its top rung. In the simulator and in debug builds it has no rungs, because some can prompt
    /// the user.
    /// - Parameter host: The system.
    package init(host: ChannelHost) {
        self.host = host
        if host.isSimulator || host.isDebugBuild {
            let evidence = host.isSimulator ? "simulator" : "debug build"
            state = .settled(Verdict(channel: .debug, strength: .conclusive, evidence: evidence))
        } else {
            state = .climbing(remaining: host.steps[...])
        }
    }

    /// The next rung to consult; `nil` at the end.
    package var next: ChannelStep? {
        guard case .climbing(let remaining) = state else { return nil }
        return remaining.first
    }

    /// The verdict so far.
    package var verdict: Verdict {
        if case .settled(let verdict) = state { return verdict }
        return Verdict(channel: .unknown, strength: .none, evidence: "no evidence of the channel")
    }

    /// Takes the finding of ``next``, then settles or continues with the rung after it.
    /// - Parameter finding: The finding; ignored at the end of the ladder.
    package mutating func take(_ finding: ChannelFinding) {
        guard case .climbing(let remaining) = state, let step = remaining.first else { return }
        passed.append(Passed(step: step, finding: finding))
        if let verdict = judge(finding) {
            state = .settled(verdict)
        } else {
            state = .climbing(remaining: remaining.dropFirst())
        }
    }

    private func judge(_ finding: ChannelFinding) -> Verdict? {
        switch finding {
        case .profile(let profile): judge(profile)
        case .distributor(let distributor): judge(distributor)
        case .transaction(let environment): judge(environment)
        case .unverifiedTransaction: conclusive(.unknown, evidence: "AppTransaction could not be verified")
        case .receipt("sandboxReceipt", _): sandbox("a sandbox receipt")
        case .receipt("receipt", exists: true) where host.major == 15:
            conclusive(.appstore, evidence: "an App Store receipt")
        case .receipt, .absent, .failed, .timedOut, .pending: nil
        }
    }

    private func judge(_ profile: ChannelFinding.Profile) -> Verdict? {
        switch profile {
        case .development: conclusive(.debug, evidence: "a development profile")
        case .adHoc: conclusive(.adhoc, evidence: "an ad hoc profile")
        case .enterprise: conclusive(.enterprise, evidence: "an enterprise profile")
        case .store, .unreadable: nil
        }
    }

    private func judge(_ distributor: ChannelFinding.Distributor) -> Verdict {
        switch distributor {
        case .appStore: conclusive(.appstore, evidence: "AppDistributor: App Store")
        case .testFlight: conclusive(.testflight, evidence: "AppDistributor: TestFlight")
        case .marketplace(let id):
            conclusive(.marketplace(id.isEmpty ? nil : id), evidence: "AppDistributor: marketplace")
        case .web: conclusive(.web, evidence: "AppDistributor: web")
        case .other: conclusive(.enterprise, evidence: "AppDistributor: other, which is enterprise or education")
        // A later rung could conclude "App Store", which is certainly wrong.
        case .unrecognised: conclusive(.unknown, evidence: "AppDistributor: a value that this SDK does not know")
        }
    }

    private func judge(_ environment: ChannelFinding.Environment) -> Verdict {
        switch environment {
        case .production: conclusive(.appstore, evidence: "AppTransaction: production")
        case .sandbox: sandbox("AppTransaction: sandbox")
        case .xcode: conclusive(.debug, evidence: "AppTransaction: Xcode")
        case .other(let name): conclusive(.unknown, evidence: "AppTransaction: \(name.prefix(40))")
        }
    }

    /// App Review and development use the sandbox too. So it is a guess if `AppDistributor` exists but did not answer, and wherever it
    /// does not exist; but on older versions of iOS.
    private func sandbox(_ evidence: String) -> Verdict {
        let doubt: String? =
            if !host.family.hasDistributor {
                "as in App Review"
            } else if passed.contains(where: { $0.step == .distributor }) {
                "no answer from AppDistributor"
            } else {
                nil
            }
        return Verdict(
            channel: .testflight, strength: doubt == nil ? .conclusive : .weak,
            evidence: doubt.map { "\(evidence), \($0)" } ?? evidence)
    }

    private func conclusive(_ channel: DistributionChannel, evidence: String) -> Verdict {
        Verdict(channel: channel, strength: .conclusive, evidence: evidence)
    }
}
