/// Sums of check-ins to be stored in one transaction.
package struct AdoptionBatch: Hashable, Sendable {
    /// The node, by a random name that it has until it stops.
    package let node: String
    /// The number of the batch. A node stores its batches in this order, so one that is stored again after a lost answer is noticed.
    package let number: Int
    package let counts: AdoptionCounts
    /// Installations that left cells which did not have them when an earlier batch was stored. Another node may have stored them
    /// since; otherwise they are forgotten.
    package let late: AdoptionCounts.Departures
    /// The known versions by app; of other apps all are.
    private let known: [String: KnownVersions]

    package init(
        node: String, number: Int, counts: AdoptionCounts, late: AdoptionCounts.Departures = [:],
        known: [String: KnownVersions] = [:]
    ) {
        self.node = node
        self.number = number
        self.counts = counts
        self.late = late
        self.known = known
    }

    package func budget(of app: String) -> CellBudget { CellBudget(known[app] ?? .all) }

    /// The installations that left cells, with those of earlier batches.
    package var departures: AdoptionCounts.Departures {
        counts.departures.merging(late) { $0.merging($1, uniquingKeysWith: +) }
    }
}

/// What became of sums that were stored.
package struct AdoptionReceipt: Hashable, Sendable {
    /// Whether the batch was new; otherwise nothing was added.
    package var isNew: Bool
    /// The installations that were counted with fewer facts; see ``CellBudget``.
    package var folded = 0
    /// The installations of the batch, not of earlier ones, that left cells which do not have them.
    package var missing: AdoptionCounts.Departures = [:]

    /// Notes the installations of a batch that a cell did not have.
    package mutating func note(
        missing count: Int, in cell: AdoptionCell, at place: AdoptionCounts.Place, of batch: AdoptionBatch
    ) {
        let new = min(count, batch.counts.days[place]?[cell]?.left ?? 0)
        if new > 0 { missing[place, default: [:]][cell] = new }
    }

    package init(isNew: Bool, folded: Int = 0) {
        self.isNew = isNew
        self.folded = folded
    }
}

/// The installations of a cell.
package struct AdoptionRow: Hashable, Sendable {
    package let cell: AdoptionCell
    /// The number of installations, from 1.
    package let count: Int

    package init(cell: AdoptionCell, count: Int) {
        self.cell = cell
        self.count = count
    }

    /// Adds up rows that are equal in some facts, in no order.
    package static func grouped(_ rows: [AdoptionRow], by facts: [AdoptionCell.Fact]) -> [AdoptionRow] {
        guard Set(facts).count < AdoptionCell.Fact.allCases.count else { return rows }
        return Dictionary(rows.map { ($0.cell.keeping(facts), $0.count) }, uniquingKeysWith: +)
            .map { AdoptionRow(cell: $0.key, count: $0.value) }
    }
}
