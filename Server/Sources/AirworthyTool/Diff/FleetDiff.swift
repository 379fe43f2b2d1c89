import AirworthyPolicy
import Foundation

/// The installations of a fleet whose decision changes with a new policy.
struct FleetDiff {
    /// The status of a decision and the rule that caused it.
    struct Outcome: Hashable {
        private let status: Decision.Status
        private let rule: String?

        fileprivate init(_ decision: Decision) {
            status = decision.status
            rule = decision.rule
        }

        var text: String { rule.map { "\(status.rawValue) (\($0))" } ?? status.rawValue }
        var json: JSONValue { ["status": .string(status.rawValue), "rule": .text(rule)] }
    }

    struct Change: Hashable {
        let old: Outcome
        let new: Outcome
    }

    /// The number of installations for each change, the highest first.
    let changes: [(change: Change, count: Int)]
    let fleet: Fleet

    /// - Complexity: Two decisions for each kind of installation.
    init(from old: Manifest, to new: Manifest, fleet: Fleet, at now: Date) {
        let (old, new) = (PreparedManifest(old), PreparedManifest(new))
        var counts: [Change: Int] = [:]
        for kind in fleet.kinds where kind.count > 0 {
            let before = Outcome(decide(old, for: kind.installation, at: now))
            let after = Outcome(decide(new, for: kind.installation, at: now))
            if before != after { counts[Change(old: before, new: after), default: 0] += kind.count }
        }
        self.fleet = fleet
        changes = counts.map { ($0.key, $0.value) }.sorted { a, b in
            (b.count, a.change.old.text, a.change.new.text) < (a.count, b.change.old.text, b.change.new.text)
        }
    }

    /// The number of installations whose decision changes.
    var changed: Int { changes.reduce(0) { $0 + $1.count } }
}
