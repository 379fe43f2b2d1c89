package import Foundation
package import ReleaseCatalog
import ServerSupport
import Synchronization

/// Polls Apple for the releases of all apps: by schedule, hints and orders, within the budgets. Use one per process.
///
/// Only ``run()`` and ``sync(_:)`` wait for Apple. Everything else returns at once, from any task.
package final class CatalogPoller: Sendable {
    /// An event worth logging. Each is reported once when it begins, not at every repetition.
    package enum Event: Hashable, Sendable {
        /// Apple rejected a key three times over ten minutes.
        case keyFailed(keyID: String, detail: String)
        /// The account holder has to accept an agreement before any key of the team works.
        case agreementsMissing(keyID: String, detail: String)
        /// A key works again.
        case keyRecovered(keyID: String)
        /// A source gives no answer about an app.
        case sourceFailed(app: String, source: CatalogSource, detail: String)
        /// A source answers again.
        case sourceRecovered(app: String, source: CatalogSource)
        /// Data could not be stored; the poller tries again.
        case notStored(app: String, source: CatalogSource, detail: String)
    }

    /// Stores an observation made at a time. If it throws, the poller calls it again later.
    ///
    /// The target is the app as it was when Apple was asked. If its bundle identifier has changed since, the observation
    /// is of another app.
    package typealias Deliver =
        @Sendable (_ target: AppTarget, _ observation: Observation, _ observedAt: Date) async throws -> Void

    struct State {
        var schedule: Schedule
        var waiters = SyncWaiters()
        var isRunning = false
        /// Whether the schedule has changed since it was last asked for work.
        var isChanged = true
    }

    let state: Mutex<State>
    let signal = Signal()
    let connect: [String: ConnectSource]
    let lookup: LookupClient?
    let deliver: Deliver
    let settings: PollingSettings
    let now: @Sendable () -> Date
    let sleep: @Sendable (Duration) async throws -> Void
    let report: @Sendable (Event) -> Void
    private let targets: @Sendable () async -> [AppTarget]

    /// Creates a poller. It sends no request before ``run()``, and only App Store Connect gets requests without a
    /// lookup. `targets` is called every few seconds, so it has to be fast. The first source in `connect` is for apps
    /// that name no key. `sleep` throws when the task is cancelled.
    package init(
        targets: @escaping @Sendable () async -> [AppTarget], connect: [ConnectSource], lookup: LookupClient?,
        deliver: @escaping Deliver, settings: PollingSettings = PollingSettings(),
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void,
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

    /// Asks for release data of an app that has none yet; an unknown app has no effect. Returns at once; repeated calls
    /// count as one.
    package func requestSync(_ slug: String) {
        let now = now()
        change { $0.requestSync(slug, at: now) }
    }

    /// Records a change that a webhook announced. The app is listed at once, and again after 10 and 60 seconds until a
    /// listing shows the announced state; at most once in five seconds.
    package func hint(_ hint: Hint, for slug: String) {
        let now = now()
        change { $0.hint(hint, for: slug, at: now) }
    }

    /// Changes the schedule, and wakes ``run()`` if that made a difference.
    private func change(_ body: (inout Schedule) -> Bool) {
        let isChange = state.withLock { state in
            guard body(&state.schedule) else { return false }
            state.isChanged = true
            return true
        }
        if isChange { signal.send() }
    }

    /// Asks every source about an app now, or joins requests that are under way. The report has no outcomes while
    /// ``run()`` is not running, or for an app without sources.
    package func sync(_ slug: String) async -> SyncReport {
        if !state.withLock({ $0.schedule.entries[slug] != nil }) { await readTargets() }
        let number = state.withLock { $0.waiters.makeNumber() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now = now()
                let immediate: SyncReport? = state.withLock { state in
                    guard state.isRunning, !Task.isCancelled else { return SyncReport() }
                    let (awaited, refused) = state.schedule.order(slug, at: now)
                    guard !awaited.isEmpty else {
                        return SyncReport(outcomes: refused.mapValues { .failed($0) })
                    }
                    state.isChanged = true
                    state.waiters.add(
                        number, slug: slug, awaited: awaited, refused: refused, continuation: continuation)
                    return nil
                }
                if let immediate { continuation.resume(returning: immediate) } else { signal.send() }
            }
        } onCancel: {
            resume(state.withLock { $0.waiters.remove(number) })
        }
    }

    /// Returns the state of polling an app, by source.
    package func status(of slug: String) -> [SourceStatus] { state.withLock { $0.schedule.status(of: slug) } }

    /// The states of the keys, in the order they were given.
    package var keyStates: [KeyState] { state.withLock { $0.schedule.keyStates } }

    /// Whether no job is under way and no change is pending: simulated time waits for it.
    var isIdle: Bool { state.withLock { $0.schedule.running == 0 && !$0.isChanged } }

    func readTargets() async {
        let list = await targets()
        let now = now()
        let gone = state.withLock { state in
            state.schedule.setTargets(list, at: now)
            return state.waiters.removeAll { state.schedule.entries[$0] != nil }
        }
        resume(gone)
    }

    func resume(_ waiters: SyncWaiters.Resumptions) {
        for (continuation, report) in waiters { continuation.resume(returning: report) }
    }
}
