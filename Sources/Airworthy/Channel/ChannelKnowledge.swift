package import AirworthyChannel
package import AirworthyPolicy

/// A conclusion about the channel in the terms of rules: from the ladder, or declared by the app.
package struct ChannelVerdict: Hashable, Sendable {
    package var channel: Channel
    package var strength: ChannelLadder.Verdict.Strength
    package var evidence: String

    /// Creates the conclusion of a ladder.
    package init(_ verdict: ChannelLadder.Verdict) {
        channel = Channel(verdict.channel)
        strength = verdict.strength
        evidence = verdict.evidence
    }

    /// Creates the conclusion for a channel that the app declares.
    package init(declared channel: Channel) {
        self.channel = channel
        strength = .conclusive
        evidence = "declared by the app"
    }
}

extension Channel {
    /// Creates a channel from the distribution of an app. The audience of a TestFlight build is unknown.
    package init(_ channel: DistributionChannel) {
        switch channel {
        case .debug: self = .debug
        case .testflight: self = .testflight(nil)
        case .appstore: self = .appstore
        case .marketplace(let id): self = .marketplace(id)
        case .web: self = .web
        case .adhoc: self = .adhoc
        case .enterprise: self = .enterprise
        case .unknown: self = .unknown
        }
    }
}

/// The current conclusion about the channel, from the stored channel, the ladder and the server. It does no I/O.
package struct ChannelKnowledge: Hashable, Sendable {
    /// The channel that an earlier launch stored for this build.
    private let stored: Channel?
    /// Whether a server can name the audience of a TestFlight build.
    private let canAskAudience: Bool
    /// The group of testers to which this user belongs, if the app says so.
    private let testerGroup: Channel.Audience?
    private var verdict: ChannelVerdict?
    private var isLadderFinished: Bool
    private var audience: AudienceAnswer = .pending

    /// The server's answer about the audience of a TestFlight build.
    private enum AudienceAnswer: Hashable {
        case pending
        case unanswered
        case answered(Set<Channel.Audience>)
    }

    /// Creates the conclusion at launch.
    /// - Parameters:
    ///   - stored: The channel stored for this build.
    ///   - quick: The verdict of the immediate rungs.
    ///   - isLadderFinished: Whether that verdict is the last one.
    ///   - canAskAudience: Whether a server can name the audience of a TestFlight build.
    ///   - testerGroup: The group of testers to which this user belongs, if the app says so.
    package init(
        stored: Channel?, quick: ChannelVerdict, isLadderFinished: Bool, canAskAudience: Bool,
        testerGroup: Channel.Audience? = nil
    ) {
        self.stored = stored
        self.canAskAudience = canAskAudience
        self.testerGroup = testerGroup
        self.isLadderFinished = isLadderFinished
        verdict = isLadderFinished || stored == nil ? quick : nil
    }

    /// Takes the final verdict of the ladder.
    package mutating func take(_ verdict: ChannelVerdict) {
        self.verdict = verdict
        isLadderFinished = true
    }

    /// Takes the server's answer about the audiences of this build.
    /// - Parameter audiences: The audiences; `nil` without an answer. An empty set, as of an expired build, is no answer.
    package mutating func take(_ audiences: Set<Channel.Audience>?) {
        if let audiences, !audiences.isEmpty {
            audience = .answered(audiences)
        } else if case .pending = audience {
            audience = .unanswered
        }
    }

    /// Whether to ask the server about the audience.
    package var wantsAudiences: Bool {
        guard canAskAudience, isLadderFinished, case .testflight = withoutAudience.channel else { return false }
        if case .answered = audience { return false }
        return true
    }

    /// The detected channel. The server's word counts; where it leaves the group of testers open, that of the app does.
    package var detected: DetectedChannel {
        let found = withAudience
        guard let testerGroup, found.channel == .testflight(nil) else { return found }
        var detected = DetectedChannel(
            channel: .testflight(testerGroup), isProvisional: found.isProvisional, isSettled: found.isSettled,
            evidence: "\(found.evidence); the app: \(testerGroup.rawValue)")
        detected.testerGroups = found.testerGroups
        return detected
    }

    /// The detected channel with the server's answer about the audience.
    private var withAudience: DetectedChannel {
        let coarse = withoutAudience
        guard case .testflight(let known) = coarse.channel, canAskAudience else { return coarse }
        guard case .answered(let audiences) = audience else {
            return DetectedChannel(
                channel: .testflight(known), isProvisional: true, isSettled: coarse.isSettled, evidence: coarse.evidence
            )
        }
        let names = audiences.map(\.rawValue).sorted().joined(separator: " and ")
        var detected = DetectedChannel(
            channel: .testflight(audiences.count == 1 ? audiences.first : nil), isProvisional: coarse.isProvisional,
            isSettled: coarse.isSettled, evidence: "\(coarse.evidence); the server: \(names)")
        detected.testerGroups = audiences
        return detected
    }

    /// The channel to store for the next launch of this build; `nil` keeps the stored one. A debug build is always detected
    /// at once, and a stored `debug` could mislead a later installation of the same build.
    package var toStore: Channel? {
        guard isLadderFinished, let verdict, verdict.strength == .conclusive, verdict.channel != .debug else {
            return nil
        }
        return withAudience.channel
    }

    /// The detected channel without the server's answer. A guess does not overrule the stored channel.
    private var withoutAudience: DetectedChannel {
        guard let verdict, verdict.strength == .conclusive || stored == nil else {
            return DetectedChannel(
                channel: stored ?? .unknown, isProvisional: true, isSettled: stored != nil,
                evidence: "found by an earlier launch of this build")
        }
        let isSettled = verdict.strength == .conclusive
        let isCertain = isLadderFinished && isSettled
        if verdict.channel == .testflight(nil), let stored, stored.isTestFlight {
            return DetectedChannel(
                channel: stored, isProvisional: !isCertain, isSettled: isSettled, evidence: verdict.evidence)
        }
        return DetectedChannel(
            channel: verdict.channel, isProvisional: !isCertain, isSettled: isSettled, evidence: verdict.evidence)
    }
}
