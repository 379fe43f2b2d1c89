import Foundation
import ReleaseCatalog
import ServerSupport

/// The hints about one app that no listing has confirmed yet.
struct HintQueue {
    /// The highest number of hints that are kept for an app.
    private static let limit = 8
    /// The shortest time between two hinted listings of an app.
    private static let gap: Duration = .seconds(5)
    /// The times after a hint at which the app is listed.
    private static let looks: [Duration] = [.zero, .seconds(10), .seconds(60)]

    private struct Pending {
        let hint: Hint
        var receivedAt: Date
        var look = 0

        var dueAt: Date { receivedAt + HintQueue.looks[look] }
    }

    private var pending: [Pending] = []
    private var lastListing = Date.distantPast

    mutating func add(_ hint: Hint, at now: Date) {
        pending.removeAll { $0.hint.subject == hint.subject }
        pending.append(Pending(hint: hint, receivedAt: now))
        pending = pending.suffix(Self.limit)
    }

    /// The time at which a listing is due; several hints need one listing.
    var dueAt: Date? {
        pending.map(\.dueAt).min().map { max($0, lastListing + Self.gap) }
    }

    mutating func begin(at now: Date) { lastListing = now }

    /// Adapts to a clock that was set back: dates in its future become the current time.
    mutating func bringForward(to now: Date) {
        lastListing = min(lastListing, now)
        for index in pending.indices { pending[index].receivedAt = min(pending[index].receivedAt, now) }
    }

    /// Records the end of a listing, `nil` if it failed. Hints advance to their next look just the same.
    mutating func end(_ listing: ConnectListing?, startedAt start: Date) {
        pending = pending.compactMap { pending in
            var pending = pending
            guard pending.receivedAt <= start else { return pending }
            if let listing, pending.hint.isConfirmed(by: listing) { return nil }
            while pending.dueAt <= start {
                guard pending.look + 1 < Self.looks.count else { return nil }
                pending.look += 1
            }
            return pending
        }
    }
}
