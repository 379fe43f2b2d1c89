#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Asks Apple about all apps, by schedule, hints and orders, within the budgets. One per process.
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

    /// Keeps what was observed, at the instant it was observed. May fail: then it is called again later.
    package typealias Deliver = @Sendable (String, Observation, Date) async throws -> Void

    /// Makes a learner. Nothing is asked before ``run()``.
    package init(
        targets: @escaping @Sendable () async -> [AppTarget], connect: [ConnectSource], lookup: LookupClient?,
        deliver: @escaping Deliver, settings: LearnerSettings = LearnerSettings(),
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
        random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) },
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) {}

    /// Asks until the task is cancelled. Call it once.
    package func run() async {}

    /// Somebody asked for an app of which nothing is known. Cheap, returns at once, many calls count as one.
    package func wake(_ slug: String) {}

    /// A webhook says that something changed: looked into at once, and again after 10 and 60 seconds while the named
    /// state is not seen; at most once in five seconds for an app.
    package func hint(_ slug: String, _ hint: Hint) {}

    /// Asks every source about an app now, or joins where that is being done.
    /// - Returns: What came of it. While ``run()`` is not running, nothing.
    package func sync(_ slug: String) async -> SyncReport { SyncReport() }

    /// How the asking about an app goes, by source.
    package func status(of slug: String) -> [SourceStatus] { [] }

    /// Whether the keys work.
    package var keyStates: [KeyState] { [] }

    /// How many seconds our clock is ahead of Apple's, as far as an answer of the last day tells.
    package var clockOffset: Double? { nil }
}
