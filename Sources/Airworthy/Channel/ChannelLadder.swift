package import AirworthyPolicy

/// The order in which evidence of the channel is asked for, and what it means. No I/O.
package struct ChannelLadder: Hashable, Sendable {
    /// What is known at the end, or so far.
    package struct Verdict: Hashable, Sendable {
        /// How much a verdict is worth.
        package enum Strength: Hashable, Sendable {
            /// Nothing answered.
            case none
            /// The best guess while a better witness is silent.
            case weak
            /// It may be remembered.
            case conclusive
        }

        package var channel: Channel
        package var strength: Strength
        package var evidence: String
    }

    /// One rung that was passed.
    package struct Passed: Hashable, Sendable {
        package let step: ChannelStep
        package let finding: ChannelFinding
    }

    private enum State: Hashable {
        case climbing(remaining: ArraySlice<ChannelStep>)
        case settled(Verdict)
    }

    /// What was found, in the order of asking.
    package private(set) var passed: [Passed] = []
    private let host: ChannelHost
    private var state: State

    /// Starts at the top. In the simulator and in debug builds nothing is asked, because asking can prompt.
    /// - Parameters:
    ///   - host: What the copy runs in.
    ///   - said: What the app says about itself, if it does: then nothing is asked either.
    package init(host: ChannelHost, said: Channel? = nil) {
        self.host = host
        if let said {
            state = .settled(Verdict(channel: said, strength: .conclusive, evidence: "the app says so"))
        } else if host.isSimulator || host.isDebugBuild {
            let evidence = host.isSimulator ? "simulator" : "debug build"
            state = .settled(Verdict(channel: .debug, strength: .conclusive, evidence: evidence))
        } else {
            state = .climbing(remaining: ChannelStep.allCases.filter(host.has)[...])
        }
    }

    /// The rung to ask now; `nil` at the end.
    package var next: ChannelStep? {
        guard case .climbing(let remaining) = state else { return nil }
        return remaining.first
    }

    /// The verdict so far.
    package var verdict: Verdict {
        if case .settled(let verdict) = state { return verdict }
        return Verdict(channel: .unknown, strength: .none, evidence: "nothing told the channel")
    }

    /// Takes what ``next`` found, and goes on or settles.
    /// - Parameter finding: What it found. Nothing happens at the end of the ladder.
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
        case .unverifiedTransaction: settled(.unknown, "AppTransaction could not be verified")
        case .receipt("sandboxReceipt", _): sandbox("a sandbox receipt")
        case .receipt("receipt", exists: true) where host.major == 15: settled(.appstore, "an App Store receipt")
        case .receipt, .absent, .failed, .timedOut, .pending: nil
        }
    }

    private func judge(_ profile: ChannelFinding.Profile) -> Verdict? {
        switch profile {
        case .development: settled(.debug, "a development profile")
        case .adHoc: settled(.adhoc, "an ad hoc profile")
        case .enterprise: settled(.enterprise, "an enterprise profile")
        case .store, .unreadable: nil
        }
    }

    private func judge(_ distributor: ChannelFinding.Distributor) -> Verdict {
        switch distributor {
        case .appStore: settled(.appstore, "AppDistributor: App Store")
        case .testFlight: settled(.testflight(nil), "AppDistributor: TestFlight")
        case .marketplace(let id): settled(.marketplace(id.isEmpty ? nil : id), "AppDistributor: marketplace")
        case .web: settled(.web, "AppDistributor: web")
        case .other: settled(.enterprise, "AppDistributor: other, which is enterprise or education")
        // Going on could end in "App Store", which it certainly is not.
        case .unrecognised: settled(.unknown, "AppDistributor: a case newer than this version")
        }
    }

    private func judge(_ environment: ChannelFinding.Environment) -> Verdict {
        switch environment {
        case .production: settled(.appstore, "AppTransaction: production")
        case .sandbox: sandbox("AppTransaction: sandbox")
        case .xcode: settled(.debug, "AppTransaction: Xcode")
        case .other(let name): settled(.unknown, "AppTransaction: \(name.prefix(40))")
        }
    }

    /// App Review and development say sandbox too. Where `AppDistributor` would know and keeps silent, this is a guess.
    private func sandbox(_ evidence: String) -> Verdict {
        let isGuess = passed.contains { $0.step == .distributor }
        return Verdict(
            channel: .testflight(nil), strength: isGuess ? .weak : .conclusive,
            evidence: isGuess ? "\(evidence), AppDistributor silent" : evidence)
    }

    private func settled(_ channel: Channel, _ evidence: String) -> Verdict {
        Verdict(channel: channel, strength: .conclusive, evidence: evidence)
    }
}
