import AirworthySupport
import Foundation
import ReleaseCatalog
import ServerSupport

/// The state of polling one source about one app.
struct SourceState {
    /// The failures in a row after which a transient problem is reported.
    private static let failuresToReport = 3

    /// The time of the next scheduled request.
    var nextAt: Date
    /// Whether a request is under way or queued.
    var isRunning = false
    private(set) var failures = 0
    private(set) var lastAttempt: Date?
    private(set) var lastSuccess: Date?
    private(set) var problem: String?
    private var isReported = false
    /// The calls that a listing takes.
    var cost = 2.0

    init(nextAt: Date) { self.nextAt = nextAt }

    mutating func begin(at now: Date) {
        isRunning = true
        lastAttempt = now
    }

    /// Records that an answer was stored, and returns whether this ends a reported problem.
    mutating func succeed(at date: Date) -> Bool {
        let wasReported = isReported
        (failures, problem, isReported) = (0, nil, false)
        lastSuccess = date
        return wasReported
    }

    /// Records that the source answered, but its data could not be stored.
    mutating func failToStore(_ problem: String) { self.problem = problem }

    /// Records that the source answered that it does not know the app.
    mutating func succeedWithoutData(_ problem: String) {
        self.problem = problem
        failures = 0
    }

    /// Records a failure, and returns whether it has to be reported now. A lasting one will not pass by itself; a
    /// failed key is reported once for all its apps.
    mutating func fail(_ detail: String, isLasting: Bool, isKeyProblem: Bool = false) -> Bool {
        failures += 1
        problem = detail
        guard !isReported, !isKeyProblem, isLasting || failures >= Self.failuresToReport else { return false }
        isReported = true
        return true
    }

    /// Returns the time to the next attempt after a transient failure: short at first, the interval at last.
    func retryDelay(interval: Duration) -> Duration {
        let backoff = Backoff(first: max(15, interval.seconds / 20), longest: interval.seconds)
        return .seconds(backoff.pause(afterFailures: failures))
    }

    /// Adapts to a clock that was set back: dates in its future become the current time.
    mutating func bringForward(to now: Date) {
        lastAttempt = lastAttempt.map { min($0, now) }
        lastSuccess = lastSuccess.map { min($0, now) }
    }

    func status(of source: CatalogSource, interval: Duration) -> SourceStatus {
        SourceStatus(
            source: source, interval: interval, lastSuccess: lastSuccess, lastAttempt: lastAttempt, problem: problem)
    }
}
