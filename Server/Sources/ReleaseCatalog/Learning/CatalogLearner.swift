package import Foundation
import Synchronization

/// Asks Apple about all apps, by schedule, hints and orders, within the budgets. One per process.
///
/// Nothing here waits for Apple but ``run()`` and ``sync(_:)``; everything else returns at once, from any task.
package final class CatalogLearner: Sendable {
    /// What is worth a line in the log. Each is reported once when it begins, not with every repetition.
    package enum Event: Hashable, Sendable {
        /// A key's credentials have been refused three times over ten minutes.
        case keyFailed(keyID: String, detail: String)
        /// An agreement has to be accepted before any key of the team works.
        case agreementsMissing(keyID: String, detail: String)
        /// A key works again.
        case keyRecovered(keyID: String)
        /// A source gives no answer about an app.
        case sourceFailed(app: String, source: Source, detail: String)
        /// It answers again.
        case sourceRecovered(app: String, source: Source)
        /// What was learnt could not be kept; it will be tried again.
        case notKept(app: String, source: Source, detail: String)
    }

    /// Keeps what was observed, at the instant it was observed. May fail: then it is called again later. The target is
    /// what was asked about: an app that was changed meanwhile must not be told what another bundle identifier has.
    package typealias Deliver = @Sendable (AppTarget, Observation, Date) async throws -> Void

    struct State {
        var schedule: Schedule
        var waiters = SyncWaiters()
        var isRunning = false
        /// Whether something came in that the schedule has not looked at.
        var isStirred = true
    }

    let state: Mutex<State>
    let bell = Doorbell()
    let targets: @Sendable () async -> [AppTarget]
    let connect: [String: ConnectSource]
    let lookup: LookupClient?
    let deliver: Deliver
    let settings: LearnerSettings
    let now: @Sendable () -> Date
    let sleep: @Sendable (TimeInterval) async throws -> Void
    let report: @Sendable (Event) -> Void

    /// Makes a learner. Nothing is asked before ``run()``.
    /// - Parameters:
    ///   - targets: The apps as they are now; asked every few seconds, so it must be quick.
    ///   - connect: App Store Connect by key; the first is for apps that name none.
    ///   - lookup: The lookup; without one, what App Store Connect says has to do.
    ///   - deliver: Keeps what was observed.
    ///   - settings: How often to ask.
    ///   - now: The clock.
    ///   - sleep: Waits for seconds; throws when the task is cancelled.
    ///   - random: A number in a range.
    ///   - report: Told what is worth a line in the log.
    package init(
        targets: @escaping @Sendable () async -> [AppTarget], connect: [ConnectSource], lookup: LookupClient?,
        deliver: @escaping Deliver, settings: LearnerSettings = LearnerSettings(),
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
        random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) },
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        let sources = Dictionary(connect.map { ($0.keyID, $0) }, uniquingKeysWith: { first, _ in first })
        self.targets = targets
        self.connect = sources
        self.lookup = lookup
        self.deliver = deliver
        self.settings = settings
        self.now = now
        self.sleep = sleep
        self.report = report
        var keyIDs: [String] = []
        for source in connect where !keyIDs.contains(source.keyID) { keyIDs.append(source.keyID) }
        state = Mutex(
            State(
                schedule: Schedule(
                    settings: settings, keyIDs: keyIDs, hasLookup: lookup != nil,
                    allowedPerHour: { sources[$0]?.allowedPerHour() ?? 0 }, random: random)))
    }

    /// Somebody asked for an app of which nothing is known. Cheap, returns at once, many calls count as one.
    /// - Parameter slug: The app's slug; one that is not registered does nothing.
    package func wake(_ slug: String) {
        let now = now()
        stir { $0.wake(slug, at: now) }
    }

    /// A webhook says that something changed: looked into at once, and again after 10 and 60 seconds while the named
    /// state is not seen; at most once in five seconds for an app.
    /// - Parameters:
    ///   - slug: The app's slug.
    ///   - hint: What changed.
    package func hint(_ slug: String, _ hint: Hint) {
        let now = now()
        stir { $0.hint(slug, hint, at: now) }
    }

    /// Changes the schedule, and lets it be looked at if that made a difference.
    private func stir(_ change: (inout Schedule) -> Bool) {
        let isChange = state.withLock { state in
            guard change(&state.schedule) else { return false }
            state.isStirred = true
            return true
        }
        if isChange { bell.ring() }
    }

    /// Asks every source about an app now, or joins where that is being done.
    /// - Parameter slug: The app's slug.
    /// - Returns: What came of it. While ``run()`` is not running, or for an app without sources, nothing.
    package func sync(_ slug: String) async -> SyncReport {
        if !state.withLock({ $0.schedule.entries[slug] != nil }) { await readTargets() }
        let number = state.withLock { $0.waiters.number() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now = now()
                let immediate: SyncReport? = state.withLock { state in
                    guard state.isRunning, !Task.isCancelled else { return SyncReport() }
                    let (awaited, refused) = state.schedule.order(slug, at: now)
                    guard !awaited.isEmpty else {
                        return SyncReport(outcomes: refused.mapValues { .failed($0) })
                    }
                    state.isStirred = true
                    state.waiters.add(number, slug, awaited: awaited, refused: refused, continuation)
                    return nil
                }
                if let immediate { continuation.resume(returning: immediate) } else { bell.ring() }
            }
        } onCancel: {
            answer(state.withLock { $0.waiters.leave(number) })
        }
    }

    /// How the asking about an app goes, by source.
    package func status(of slug: String) -> [SourceStatus] { state.withLock { $0.schedule.status(of: slug) } }

    /// Whether the keys work, in the order they were given.
    package var keyStates: [KeyState] { state.withLock { $0.schedule.keyStates } }

    /// How many seconds our clock is ahead of Apple's, as far as an answer of the last day tells.
    package var clockOffset: Double? {
        state.withLock { $0.schedule.keyIDs }.lazy.compactMap { self.connect[$0]?.clockOffset() }.first
    }

    /// Whether nothing is under way and nothing came in: what simulated time waits for.
    var isSettled: Bool { state.withLock { $0.schedule.running == 0 && !$0.isStirred } }

    func readTargets() async {
        let list = await targets()
        let now = now()
        let gone = state.withLock { state in
            state.schedule.set(list, at: now)
            return state.waiters.leave { state.schedule.entries[$0] != nil }
        }
        answer(gone)
    }

    func answer(_ answers: SyncWaiters.Answers) {
        for (continuation, report) in answers { continuation.resume(returning: report) }
    }
}
