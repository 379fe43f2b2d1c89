import AirworthyPolicy

/// Who is told something else by a new policy.
struct FleetDiff {
    /// What a copy is told, by whom.
    struct Side: Hashable {
        let status: Decision.Status
        let rule: String?

        init(_ decision: Decision) {
            status = decision.status
            rule = decision.rule
        }

        var text: String { rule.map { "\(status.rawValue) (\($0))" } ?? status.rawValue }
    }

    struct Move: Hashable {
        let old: Side
        let new: Side
    }

    /// How many copies change sides, the most first.
    let moves: [(move: Move, count: Int)]
    let fleet: Fleet

    /// - Complexity: Two decisions for each kind of installation.
    init(from old: Manifest, to new: Manifest, _ fleet: Fleet, at now: Clock.Instant) {
        var counts: [Move: Int] = [:]
        for kind in fleet.kinds where kind.count > 0 {
            let before = Side(decide(old, for: kind.installation, at: now))
            let after = Side(decide(new, for: kind.installation, at: now))
            if before != after { counts[Move(old: before, new: after), default: 0] += kind.count }
        }
        self.fleet = fleet
        moves = counts.map { ($0.key, $0.value) }.sorted { a, b in
            (b.count, a.move.old.text, a.move.new.text) < (a.count, b.move.old.text, b.move.new.text)
        }
    }

    /// How many copies change sides.
    var moved: Int { moves.reduce(0) { $0 + $1.count } }
}
