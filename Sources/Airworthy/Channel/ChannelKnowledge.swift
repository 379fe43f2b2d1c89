package import AirworthyPolicy

/// What is held to be the channel, from what was stored, what the ladder says and what the server adds. No I/O.
package struct ChannelKnowledge: Hashable, Sendable {
    /// Stored for this build by an earlier launch.
    private let stored: Channel?
    /// Whether somebody can be asked who has a TestFlight build.
    private let canRefine: Bool
    private var verdict: ChannelLadder.Verdict?
    private var isOver = false
    private var refinement: Refinement = .open

    private enum Refinement: Hashable {
        case open
        case unanswered
        case audiences(Set<Channel.Audience>)
    }

    /// - Parameters:
    ///   - stored: What was stored for this build.
    ///   - quick: What the cheap rungs say.
    ///   - isOver: Whether no other rung is asked after them.
    ///   - canRefine: Whether somebody can be asked who has a TestFlight build.
    package init(stored: Channel?, quick: ChannelLadder.Verdict, isOver: Bool, canRefine: Bool) {
        self.stored = stored
        self.canRefine = canRefine
        self.isOver = isOver
        verdict = quick
        if !isOver && stored != nil { verdict = nil }
    }

    /// Takes the end of the ladder.
    package mutating func take(_ verdict: ChannelLadder.Verdict) {
        self.verdict = verdict
        isOver = true
    }

    /// Takes what the server said about who has the build.
    /// - Parameter audiences: `nil` where it did not answer. None at all, as of an expired build, tells nothing either.
    package mutating func take(_ audiences: Set<Channel.Audience>?) {
        if let audiences, !audiences.isEmpty {
            refinement = .audiences(audiences)
        } else if case .open = refinement {
            refinement = .unanswered
        }
    }

    /// Whether the server should be asked.
    package var wantsAudiences: Bool {
        guard canRefine, isOver, case .testflight = coarse.channel else { return false }
        if case .audiences = refinement { return false }
        return true
    }

    /// What to answer now.
    package var detected: DetectedChannel {
        let coarse = coarse
        guard case .testflight(let known) = coarse.channel, canRefine else { return coarse }
        guard case .audiences(let audiences) = refinement else {
            return DetectedChannel(channel: .testflight(known), isProvisional: true, evidence: coarse.evidence)
        }
        let evidence = audiences.map(\.rawValue).sorted().joined(separator: " and ")
        return DetectedChannel(
            channel: .testflight(audiences.count == 1 ? audiences.first : nil), isProvisional: coarse.isProvisional,
            evidence: "\(coarse.evidence); the server: \(evidence)")
    }

    /// What the next launch of this build should begin with; `nil` leaves what is stored. A debug build is always found at
    /// once, and storing it could only mislead a later copy of the same build.
    package var toStore: Channel? {
        guard isOver, let verdict, verdict.strength == .conclusive, verdict.channel != .debug else { return nil }
        return detected.channel
    }

    /// The answer before the server's part. A guess does not overrule what an earlier launch knew.
    private var coarse: DetectedChannel {
        guard let verdict, verdict.strength == .conclusive || stored == nil else {
            return DetectedChannel(
                channel: stored ?? .unknown, isProvisional: true, evidence: "found by an earlier launch of this build")
        }
        let isSure = isOver && verdict.strength == .conclusive
        if verdict.channel == .testflight(nil), let stored, stored.isTestFlight {
            return DetectedChannel(channel: stored, isProvisional: !isSure, evidence: verdict.evidence)
        }
        return DetectedChannel(channel: verdict.channel, isProvisional: !isSure, evidence: verdict.evidence)
    }
}
