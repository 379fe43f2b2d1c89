package import AirworthyPolicy
package import Foundation

/// Finds out how this copy was distributed.
///
/// There is an answer at once, from what an earlier launch of this build stored and from what costs nothing to look at.
/// ``detect()`` then climbs the ladder, waits for no rung longer than its deadline, and asks who has a TestFlight build.
package final class ChannelDetector: Sendable {
    /// Asks who can install the installed build; `nil` where there was no answer.
    package typealias Audiences = @Sendable () async -> Set<Channel.Audience>?

    /// How many seconds the server has to say who has a TestFlight build.
    package static let refinementDeadline: TimeInterval = 5

    struct State: Sendable {
        var knowledge: ChannelKnowledge
        var passed: [ChannelLadder.Passed] = []
        var override: Channel?
        /// What the store holds for this build.
        var written: Channel?
        var detection: Task<Void, Never>?
        var listeners: [UUID: AsyncStream<DetectedChannel>.Continuation] = [:]
    }

    let version: String
    let build: String
    let host: ChannelHost
    private let said: Channel?
    private let rungs: [ChannelStep: any ChannelRung]
    private let quick: [ChannelStep: ChannelFinding]
    private let store: any ChannelStore
    private let audiences: Audiences?
    private let sleep: Sleep
    let state: Locked<State>

    /// Asks the cheap rungs and the store.
    /// - Parameters:
    ///   - version: `CFBundleShortVersionString`.
    ///   - build: `CFBundleVersion`.
    ///   - host: What the copy runs in.
    ///   - rungs: At most one of each step. A step without one finds nothing.
    ///   - said: What the app says about itself; then no rung is asked.
    ///   - store: Remembers the channel from launch to launch.
    ///   - audiences: Asks who can install this build, if somebody can be asked.
    ///   - sleep: Waits; tests give their own.
    package init(
        version: String, build: String, host: ChannelHost, rungs: [any ChannelRung], said: Channel? = nil,
        store: any ChannelStore, audiences: Audiences? = nil, sleep: @escaping Sleep = Deadline.realSleep
    ) {
        (self.version, self.build, self.host, self.said) = (version, build, host, said)
        (self.store, self.audiences, self.sleep) = (store, audiences, sleep)
        self.rungs = Dictionary(rungs.map { ($0.step, $0) }) { first, _ in first }
        var ladder = ChannelLadder(host: host, said: said)
        var quick: [ChannelStep: ChannelFinding] = [:]
        var isOver = true
        while let step = ladder.next {
            let finding = self.rungs[step].map { ($0 as? any ImmediateRung)?.findNow() ?? .pending } ?? .absent
            if finding == .pending { isOver = false }
            quick[step] = finding
            ladder.take(finding)
        }
        self.quick = quick
        let stored = store.storedChannel(version: version, build: build)
        let knowledge = ChannelKnowledge(
            stored: stored, quick: ladder.verdict, isOver: isOver, canRefine: audiences != nil)
        state = Locked(State(knowledge: knowledge, passed: ladder.passed, written: stored))
    }

    /// What is known now. From any thread, without waiting.
    package var current: DetectedChannel { state.withLock { $0.shown } }

    /// What is known now, and then each change. Ends when the task that reads it is cancelled.
    package var changes: AsyncStream<DetectedChannel> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = UUID()
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
            state.withLock { state in
                state.listeners[id] = continuation
                continuation.yield(state.shown)
            }
        }
    }

    /// Climbs the ladder, once in the life of this object: later calls wait for the first one, and ask the server again
    /// where it had no answer. From any thread. Cancelling the caller ends nothing, because the work belongs to all
    /// callers; it takes no longer than the deadlines together.
    /// - Returns: What is known then.
    package func detect() async -> DetectedChannel {
        let (detection, isFirst) = state.withLock { state in
            if let detection = state.detection { return (detection, false) }
            let detection = Task { await self.climb() }
            state.detection = detection
            return (detection, true)
        }
        await detection.value
        if !isFirst { await refine() }
        return current
    }

    /// Puts a channel in the place of the detected one, for trying things out; `nil` takes it away.
    ///
    /// It lasts as long as the process, is never stored, and does nothing in a copy from the App Store, a marketplace, a
    /// web site or an enterprise.
    /// - Parameter channel: The channel to pretend.
    package func override(with channel: Channel?) { change { $0.override = channel } }

    private func climb() async {
        var ladder = ChannelLadder(host: host, said: said)
        while let step = ladder.next {
            ladder.take(await find(step))
            let passed = ladder.passed
            change { $0.passed = passed }
        }
        let verdict = ladder.verdict
        change { $0.knowledge.take(verdict) }
        await refine()
    }

    private func find(_ step: ChannelStep) async -> ChannelFinding {
        if let finding = quick[step], finding != .pending { return finding }
        guard let rung = rungs[step] else { return .absent }
        return await Deadline(seconds: rung.deadline, sleep: sleep).wait { await rung.find() } ?? .timedOut
    }

    private func refine() async {
        guard let audiences, state.withLock({ $0.knowledge.wantsAudiences }) else { return }
        let answer = await Deadline(seconds: Self.refinementDeadline, sleep: sleep).wait { await audiences() }
        change { $0.knowledge.take(answer ?? nil) }
    }

    private func change(_ body: @Sendable (inout State) -> Void) {
        let toStore = state.withLock { state -> Channel? in
            let before = state.shown
            body(&state)
            let now = state.shown
            if now != before { for listener in state.listeners.values { listener.yield(now) } }
            guard let channel = state.knowledge.toStore, channel != state.written else { return nil }
            state.written = channel
            return channel
        }
        if let toStore { store.store(toStore, version: version, build: build) }
    }
}

extension ChannelDetector.State {
    /// What is shown to the outside.
    var shown: DetectedChannel {
        let detected = knowledge.detected
        guard let override else { return detected }
        switch detected.channel {
        case .debug, .testflight, .adhoc, .unknown, .other:
            return DetectedChannel(
                channel: override, isProvisional: false, evidence: "debug override; really \(detected.channel)")
        case .appstore, .marketplace, .web, .enterprise: return detected
        }
    }
}
