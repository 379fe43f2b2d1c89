package import Foundation

/// The stored data of one source about one app: one row for each (app, source).
package struct SourceRecord: Hashable, Sendable {
    /// The app's slug.
    package var app: String
    /// The source.
    package var source: CatalogSource
    /// The data, and what is needed to judge the next answer, as JSON. Equal data has equal bytes.
    package var body: [UInt8]
    /// The time of the last good answer. Each such answer moves it.
    package var checkedAt: Date
    /// The time the data last changed.
    package var changedAt: Date
    /// The author of the change: `airworthy`, or the name of a token.
    package var author: String

    /// Creates a record.
    package init(
        app: String, source: CatalogSource, body: [UInt8], checkedAt: Date, changedAt: Date, author: String
    ) {
        self.app = app
        self.source = source
        self.body = body
        self.checkedAt = checkedAt
        self.changedAt = changedAt
        self.author = author
    }
}
