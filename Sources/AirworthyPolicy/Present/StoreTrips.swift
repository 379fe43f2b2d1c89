#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The loop breaker's count for one rule, installed build and target.
///
/// A gate that leads to a store which still says "Open" would lock people out for ever. After three trips without a
/// change it lets them pass for a day, then it is armed again.
struct StoreTrips: Hashable {
    /// A rule, what was installed, and what it asked for.
    struct Key: Hashable {
        var rule: String
        var installed: InstalledBuild
        var target: PromptTarget
    }

    static let limit = 3
    /// Two taps in a row are one trip.
    static let shortest: Double = 15 * 60
    /// How long the gate stays lowered.
    static let respite: Double = 86_400

    var key: Key
    /// Trips counted since the gate was last armed, below the limit.
    var count: Int
    var at: Date
    /// When the gate was last lowered.
    var loweredAt: Date?

    /// When the gate rises again; `nil` unless it is lowered.
    func loweredUntil(at now: Date) -> Date? {
        guard let loweredAt, PromptHistory.counts(loweredAt, at: now) else { return nil }
        let end = loweredAt.addingTimeInterval(Self.respite)
        return now < end ? end : nil
    }
}

extension PromptHistory {
    /// When the decision's gate rises again; `nil` unless it is lowered.
    func loweredUntil(_ decision: Decision, at now: Date) -> Date? {
        guard let key = StoreTrips.Key(decision) else { return nil }
        return trips.first { $0.key == key }?.loweredUntil(at: now)
    }

    /// Counts a trip that a gate sent the person on. Answers until when the gate is lowered, if this trip lowered it.
    mutating func countTrip(_ decision: Decision, at now: Date) -> Date? {
        guard let key = StoreTrips.Key(decision) else { return nil }
        var entry = StoreTrips(key: key, count: 0, at: now)
        if let place = trips.firstIndex(where: { $0.key == key }) {
            let known = trips[place]
            // Trips of the prompt that stands in for the gate would bring the gate back early.
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
    /// `nil` unless the decision is a gate with a way out.
    init?(_ decision: Decision) {
        guard decision.blocking, decision.status == .required, let installed = decision.installed else { return nil }
        self.init(rule: decision.rule ?? "", installed: installed, target: PromptTarget(decision))
    }
}
