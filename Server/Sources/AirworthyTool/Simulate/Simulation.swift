import AirworthyPolicy
import ControlPlane
import Foundation
import Synchronization

struct Simulation {
    /// The part of a decision that installations are grouped by.
    struct Outcome: Hashable {
        let status: Decision.Status
        let rule: String?
        let reason: Reason
        let blocking: Bool

        fileprivate init(_ decision: Decision) {
            status = decision.status
            rule = decision.rule
            reason = decision.reason
            blocking = decision.blocking
        }

        /// Sorts by status, the strictest first, then by rule and reason. So the order of equal counts is always the same.
        fileprivate static func precedes(_ a: Outcome, _ b: Outcome) -> Bool {
            (a.status.severity, b.rule ?? "", b.reason.rawValue) > (b.status.severity, a.rule ?? "", a.reason.rawValue)
        }
    }

    /// The number of installations for each outcome. The strictest status comes first, then the highest number.
    let outcomes: [(outcome: Outcome, count: Int)]
    let fleet: Fleet

    /// The number of kinds that a processor takes at a time.
    private static let share = 4_096

    /// - Complexity: One decision for each kind of installation, on all processors.
    init(of manifest: Manifest, fleet: Fleet, at now: Date) {
        let manifest = PreparedManifest(manifest)
        let sums = Mutex<[Outcome: Int]>([:])
        DispatchQueue.concurrentPerform(iterations: (fleet.kinds.count + Self.share - 1) / Self.share) { part in
            var counts: [Outcome: Int] = [:]
            for kind in fleet.kinds.dropFirst(part * Self.share).prefix(Self.share) where kind.count > 0 {
                counts[Outcome(decide(manifest, for: kind.installation, at: now)), default: 0] += kind.count
            }
            sums.withLock { $0.merge(counts, uniquingKeysWith: +) }
        }
        let counts = sums.withLock { $0 }
        self.fleet = fleet
        outcomes = counts.map { ($0.key, $0.value) }.sorted { a, b in
            guard a.outcome.status == b.outcome.status, a.count != b.count else {
                return Outcome.precedes(a.outcome, b.outcome)
            }
            return a.count > b.count
        }
    }

    var blocked: Int { count { $0.blocking } }
    var unavailable: Int { count { $0.status == .requiredUnavailable } }

    func count(where isCounted: (Outcome) -> Bool) -> Int {
        outcomes.reduce(0) { $0 + (isCounted($1.outcome) ? $1.count : 0) }
    }

    /// Returns the values that rules depend on and that no table contains. Conditions on them are undecided.
    static func missingColumns(for policy: Policy) -> [String] {
        var missing: Set<String> = []
        for rule in policy.rules {
            rule.when.forEach { condition in
                switch condition {
                case .rollout(let rollout) where (1..<1_000_000).contains(rollout.partsPerMillion):
                    missing.insert("rollout (no install ids)")
                case .attribute: missing.insert("attributes")
                case .language: missing.insert("language")
                default: break
                }
            }
        }
        return missing.sorted()
    }
}

extension Decision.Status {
    static let byStrictness = allCases.sorted { $0.severity > $1.severity }
}
