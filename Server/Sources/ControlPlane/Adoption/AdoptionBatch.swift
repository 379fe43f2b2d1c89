/// Sums of check-ins to be stored in one transaction.
package struct AdoptionBatch: Hashable, Sendable {
    /// The node, by a random name that it has until it stops.
    package let node: String
    /// The number of the batch. A node stores its batches in this order, so one that is stored again after a lost answer is noticed.
    package let number: Int
    /// The sums.
    package let counts: AdoptionCounts

    /// Creates a batch.
    package init(node: String, number: Int, counts: AdoptionCounts) {
        self.node = node
        self.number = number
        self.counts = counts
    }
}

/// The bounds of what is stored about adoption.
package enum AdoptionLimit {
    /// The highest number of cells of an app on a day.
    package static let cellsOfDay = 20_000
    /// The number of days after which counts are removed.
    package static let days = 400
    /// The age in days from which the hours of outcomes are merged into days.
    package static let hourlyDays = 2
}

/// The installations of a cell.
package struct AdoptionRow: Hashable, Sendable {
    package let cell: AdoptionCell
    /// The number of installations, from 1.
    package let count: Int

    /// Creates a row.
    package init(cell: AdoptionCell, count: Int) {
        self.cell = cell
        self.count = count
    }
}
