import AirworthySupport
import Foundation

/// How the asking of one source about one app stands.
struct Asking {
    /// Failures in a row after which a passing trouble is worth a line in the log.
    static let worthReporting = 3

    /// When it is asked next by schedule.
    var nextAt: Date
    var isRunning = false
    var failures = 0
    var lastAttempt: Date?
    var lastSuccess: Date?
    var problem: String?
    var isReported = false
    /// The calls the last listing took.
    var cost = 2.0

    init(nextAt: Date) { self.nextAt = nextAt }

    mutating func began(at now: Date) {
        isRunning = true
        lastAttempt = now
    }

    /// - Returns: Whether a trouble that was reported is over.
    mutating func succeeded(at date: Date) -> Bool {
        let wasReported = isReported
        (isRunning, failures, problem, isReported) = (false, 0, nil, false)
        lastSuccess = date
        return wasReported
    }

    /// - Parameters:
    ///   - detail: What happened.
    ///   - isLasting: Whether it will not pass by itself.
    ///   - isOthers: Whether it is the key's trouble, which is reported once for all its apps.
    /// - Returns: Whether the trouble is to be reported now.
    mutating func failed(_ detail: String, isLasting: Bool, isOthers: Bool = false) -> Bool {
        isRunning = false
        failures += 1
        problem = detail
        guard !isReported, !isOthers, isLasting || failures >= Self.worthReporting else { return false }
        isReported = true
        return true
    }

    /// Seconds to the next attempt after a failure that may pass: soon at first, in the end as often as ever.
    func retryDelay(interval: TimeInterval) -> TimeInterval {
        Backoff(first: max(15, interval / 20), longest: interval).pause(afterFailures: failures)
    }
}

/// The hints about one app that no listing has confirmed.
struct HintQueue {
    /// How many are kept for an app.
    static let limit = 8
    /// Seconds between two hinted listings of an app.
    static let gap: TimeInterval = 5
    /// Seconds after the hint at which it is looked into.
    static let looks: [TimeInterval] = [0, 10, 60]

    private struct Pending {
        let hint: Hint
        var receivedAt: Date
        var look = 0

        var dueAt: Date { receivedAt.addingTimeInterval(HintQueue.looks[look]) }
    }

    private var pending: [Pending] = []
    private var lastListing = Date.distantPast

    var isEmpty: Bool { pending.isEmpty }

    mutating func add(_ hint: Hint, at now: Date) {
        pending.removeAll { $0.hint.subject == hint.subject }
        pending.append(Pending(hint: hint, receivedAt: now))
        pending = pending.suffix(Self.limit)
    }

    /// When a listing is wanted; several hints want one.
    var dueAt: Date? {
        pending.map(\.dueAt).min().map { max($0, lastListing.addingTimeInterval(Self.gap)) }
    }

    mutating func began(at now: Date) { lastListing = now }

    /// The clock was set back: what is of its future counts as of now.
    mutating func bringForward(to now: Date) {
        lastListing = min(lastListing, now)
        for index in pending.indices { pending[index].receivedAt = min(pending[index].receivedAt, now) }
    }

    /// A listing that began at `start` has ended. Without one, the hints are looked into again just the same.
    mutating func ended(_ listing: ConnectListing?, start: Date) {
        pending = pending.compactMap { pending in
            var pending = pending
            guard pending.receivedAt <= start else { return pending }
            if let listing, pending.hint.isSeen(in: listing) { return nil }
            while pending.dueAt <= start {
                guard pending.look + 1 < Self.looks.count else { return nil }
                pending.look += 1
            }
            return pending
        }
    }
}
