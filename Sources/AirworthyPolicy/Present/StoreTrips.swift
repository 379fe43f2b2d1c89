#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Counts the trips to the store from one gate, to break a loop.
///
/// A gate that leads to a store which does not offer the update yet would lock users out. After three trips without a
/// change, the gate becomes a prompt for a day. Then the count starts again.
struct StoreTrips: Hashable {
    /// The rule of the gate, the installed build, and the release that the gate demands.
    struct Key: Hashable {
        var rule: String
        var installed: InstalledBuild
        var target: PromptTarget
    }

    static let limit = 3
    /// Two taps within this time are one trip.
    static let shortest: Double = 15 * 60
    /// The time for which the gate is a prompt.
    static let respite: Double = 86_400

    var key: Key
    /// The trips since the gate last became active, below the limit.
    var count: Int
    var at: Date
    /// The last time the gate became a prompt.
    var loweredAt: Date?

    /// The time when the gate becomes active again; `nil` if it is active.
    func loweredUntil(at now: Date) -> Date? {
        guard let loweredAt, PromptHistory.counts(loweredAt, at: now) else { return nil }
        let end = loweredAt.addingTimeInterval(Self.respite)
        return now < end ? end : nil
    }
}

extension PromptHistory {
    /// The time when the decision's gate becomes active again; `nil` if it is active.
    func gateLoweredUntil(for decision: Decision, at now: Date) -> Date? {
        guard let key = StoreTrips.Key(decision) else { return nil }
        return trips.first { $0.key == key }?.loweredUntil(at: now)
    }

    /// Counts a trip from the decision's gate to the store.
    /// - Returns: The time when the gate becomes active again, if this trip turned it into a prompt.
    mutating func countTrip(for decision: Decision, at now: Date) -> Date? {
        guard let key = StoreTrips.Key(decision) else { return nil }
        var entry = StoreTrips(key: key, count: 0, at: now)
        if let place = trips.firstIndex(where: { $0.key == key }) {
            let known = trips[place]
            // Trips from the prompt that replaces the gate would bring the gate back early.
            if known.loweredUntil(at: now) != nil { return nil }
            if Self.counts(known.at, at: now) {
                if known.count > 0, abs(now.timeIntervalSince(known.at)) < StoreTrips.shortest { return nil }
                entry.count = known.count
            }
            trips.remove(at: place)
        }
        entry.count += 1
        if entry.count >= StoreTrips.limit {
            entry.count = 0
            entry.loweredAt = now
        }
        trips.appendBounded(entry)
        return entry.loweredUntil(at: now)
    }
}

extension StoreTrips.Key {
    /// `nil` unless the decision is a gate that leads to an update.
    init?(_ decision: Decision) {
        guard decision.blocking, decision.status == .required, let installed = decision.installed else { return nil }
        self.init(rule: decision.rule ?? "", installed: installed, target: PromptOffer(decision).target)
    }
}
