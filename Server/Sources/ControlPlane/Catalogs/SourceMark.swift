package import Foundation
package import ReleaseCatalog

/// As much of what the sources of an app said as is needed to see that something was added since.
package struct SourceMark: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// How many sources there are.
    package let count: Int
    /// When one of them was heard last.
    package let checkedAt: Date
    /// When one of them said something new last.
    package let changedAt: Date

    /// Makes a mark.
    package init(app: String, count: Int, checkedAt: Date, changedAt: Date) {
        self.app = app
        self.count = count
        self.checkedAt = checkedAt
        self.changedAt = changedAt
    }

    /// The mark of all that is known of one app; `nil` of nothing.
    package init?(_ records: [SourceRecord]) {
        guard let first = records.first, let checkedAt = records.map(\.checkedAt).max(),
            let changedAt = records.map(\.changedAt).max()
        else { return nil }
        self.init(app: first.app, count: records.count, checkedAt: checkedAt, changedAt: changedAt)
    }
}
