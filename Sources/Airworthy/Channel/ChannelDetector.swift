package import AirworthyChannel
package import AirworthyPolicy
package import Foundation

/// Detects how this installation was distributed.
///
/// A provisional answer is available at once, from the channel that an earlier launch stored and from the immediate rungs.
/// ``detect()`` then climbs the whole ladder, with a time limit for each rung, and asks the server for the audience of a
/// TestFlight build.
package final class ChannelDetector: Sendable {
    /// A query for the audiences that can install the installed build; `nil` without an answer.
    package typealias AudienceQuery = @Sendable () async -> Set<Channel.Audience>?

    /// The time limit, in seconds, of the query for the audience of a TestFlight build.
    package static let audienceTimeout: TimeInterval = 5

    private struct State: Sendable {
        var knowledge: ChannelKnowledge
        var passed: [ChannelLadder.Passed] = []
        var override: Channel?
        /// The channel stored for this build.
        var stored: Channel?
        var detection: Task<Void, Never>?

        /// The channel shown to the outside, with the override applied.
        var visible: DetectedChannel {
            let detected = knowledge.detected
            guard let override else { return detected }
            switch detected.channel {
            case .debug, .testflight, .adhoc, .unknown, .other:
                return DetectedChannel(
                    channel: override, isProvisional: false, evidence: "debug override; detected: \(detected.channel)")
            case .appstore, .marketplace, .web, .enterprise, .play, .sideload: return detected
            }
        }
    }

    private let version: String
    private let build: String
    private let host: ChannelHost
    private let declared: Channel?
    private let rungs: [ChannelStep: any ChannelRung]
    /// The findings of the immediate rungs.
    private let quick: [ChannelStep: ChannelFinding]
    private let store: any ChannelStore
    private let audiences: AudienceQuery?
    private let sleep: Sleep
    private let state: Locked<State>
    private let broadcast = Broadcast<DetectedChannel>(buffer: 1)

    /// Creates a detector. Consults the immediate rungs and the store.
    /// - Parameters:
    ///   - version: `CFBundleShortVersionString`.
    ///   - build: `CFBundleVersion`.
    ///   - host: The system.
    ///   - rungs: The rungs, at most one for each step. A step without a rung finds nothing.
    ///   - declared: The channel that the app declares; if set, no rung is consulted.
    ///   - testerGroup: The group of TestFlight's testers to which this user belongs, if the app says so.
    ///   - store: Keeps the channel between launches.
    ///   - audiences: The query for the audiences of the installed build; `nil` without a server.
    ///   - sleep: The function that waits.
    package init(
        version: String, build: String, host: ChannelHost, rungs: [any ChannelRung], declared: Channel? = nil,
        testerGroup: Channel.Audience? = nil, store: any ChannelStore, audiences: AudienceQuery? = nil,
        sleep: @escaping Sleep
    ) {
        self.version = version
        self.build = build
        self.host = host
        self.declared = declared
        self.store = store
        self.audiences = audiences
        self.sleep = sleep
        let stored = store.storedChannel(version: version, build: build)
        var rungs = Dictionary(rungs.map { ($0.step, $0) }) { first, _ in first }
        // On a Mac the question may ask its user to sign in. A build that once came from the App Store is not asked about again; one of
        // TestFlight may be in the App Store by now.
        if stored == .appstore, host.family.isMac { rungs[.transaction] = nil }
        self.rungs = rungs
        var ladder = ChannelLadder(host: host)
        var quick: [ChannelStep: ChannelFinding] = [:]
        while declared == nil, let step = ladder.next {
            let finding = self.rungs[step].map { ($0 as? any ImmediateRung)?.findNow() ?? .pending } ?? .absent
            quick[step] = finding
            ladder.take(finding)
        }
        self.quick = quick
        let knowledge = ChannelKnowledge(
            stored: stored, quick: declared.map(ChannelVerdict.init(declared:)) ?? ChannelVerdict(ladder.verdict),
            isLadderFinished: !quick.values.contains(.pending),
            canAskAudience: audiences != nil, testerGroup: testerGroup)
        state = Locked(State(knowledge: knowledge, passed: ladder.passed, stored: stored))
    }

    /// The current answer. Callable from any thread, without waiting.
    package var current: DetectedChannel { state.withLock { $0.visible } }

    /// The current answer, then each change. The stream ends when the listening task is cancelled.
    package var changes: AsyncStream<DetectedChannel> {
        state.withLock { broadcast.stream(startingWith: $0.visible) }
    }

    /// The channel set by ``override(with:)``.
    package var override: Channel? { state.withLock { $0.override } }

    /// Climbs the ladder, once in the life of this object. Later calls wait for the first one, and ask the server again if it
    /// had no answer. Cancelling a caller does not cancel the shared work, whose duration the time limits bound.
    /// - Returns: The answer afterwards.
    package func detect() async -> DetectedChannel {
        let (detection, isFirst) = state.withLock { state in
            if let detection = state.detection { return (detection, false) }
            let detection = Task { await self.climb() }
            state.detection = detection
            return (detection, true)
        }
        await detection.value
        if !isFirst { await askAudience() }
        return current
    }

    /// Replaces the detected channel until the process ends. Ignored in an installation from the App Store, a marketplace, a
    /// web site or an enterprise.
    /// - Parameter channel: The replacement; `nil` removes it.
    package func override(with channel: Channel?) { change { $0.override = channel } }

    private func climb() async {
        var ladder = ChannelLadder(host: host)
        while declared == nil, let step = ladder.next {
            ladder.take(await find(step))
            let passed = ladder.passed
            change { $0.passed = passed }
        }
        let verdict = declared.map(ChannelVerdict.init(declared:)) ?? ChannelVerdict(ladder.verdict)
        change { $0.knowledge.take(verdict) }
        await askAudience()
    }

    private func find(_ step: ChannelStep) async -> ChannelFinding {
        if let finding = quick[step], finding != .pending { return finding }
        guard let rung = rungs[step] else { return .absent }
        return await Deadline(seconds: rung.deadline, sleep: sleep).wait { await rung.find() } ?? .timedOut
    }

    private func askAudience() async {
        guard let audiences, state.withLock({ $0.knowledge.wantsAudiences }) else { return }
        let answer = await Deadline(seconds: Self.audienceTimeout, sleep: sleep).wait { await audiences() }
        change { $0.knowledge.take(answer ?? nil) }
    }

    private func change(_ body: @Sendable (inout State) -> Void) {
        let toStore = state.withLock { state -> Channel? in
            let before = state.visible
            body(&state)
            let now = state.visible
            // Under the lock, so that listeners receive changes in their order.
            if now != before { broadcast.send(now) }
            guard let channel = state.knowledge.toStore, channel != state.stored else { return nil }
            state.stored = channel
            return channel
        }
        if let toStore { store.store(toStore, version: version, build: build) }
    }

    /// The answer and the finding of each rung, one a line, for a debug screen or a bug report. It identifies neither user
    /// nor device.
    package var summary: String {
        let state = state.withLock { $0 }
        var lines = ["\(version) (\(build)): \(state.visible)"]
        let system = host.major > 0 ? "\(host.family.rawValue) \(host.major).\(host.minor)" : host.family.rawValue
        lines.append(
            "  runs on: \(system)\(host.isSimulator ? ", simulator" : "")\(host.isDebugBuild ? ", debug" : "")")
        for step in ChannelStep.allCases {
            let passed = state.passed.first { $0.step == step }
            let text = passed.map { "\($0.finding)" } ?? (host.supports(step) ? "not asked" : "not available here")
            lines.append("  \(step.rawValue): \(text)")
        }
        return lines.joined(separator: "\n")
    }
}
