package import Foundation

/// The stored data of one source about one app: one row for each (app, source).
package struct SourceRecord: Hashable, Sendable {
    /// The app's slug.
    package var app: String
    package var source: CatalogSource
    /// The data, and what is needed to judge the next answer, as JSON. Equal data has equal bytes.
    package var body: [UInt8]
    /// The time of the last good answer. Each such answer moves it.
    package var checkedAt: Date
    /// The time the data last changed.
    package var changedAt: Date
    /// The author of the change: `airworthy`, or the name of a token.
    package var author: String

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

/// The age of the data of one source.
package struct SourceAge: Hashable, Sendable {
    package var source: CatalogSource
    /// The time of its last good answer.
    package var checkedAt: Date
    /// The time its data last changed.
    package var changedAt: Date
}

/// The state of polling one source about one app.
package struct SourceStatus: Hashable, Sendable {
    package var source: CatalogSource
    /// The present time between two requests: it is longer while many apps share a key.
    package var interval: Duration
    /// The time the last data arrived and was stored, since the start of this process.
    package var lastSuccess: Date?
    /// The time of the last request.
    package var lastAttempt: Date?
    /// The reason why the last request brought no data, without secrets; `nil` if it brought some.
    package var problem: String?

    package init(
        source: CatalogSource, interval: Duration, lastSuccess: Date? = nil, lastAttempt: Date? = nil,
        problem: String? = nil
    ) {
        self.source = source
        self.interval = interval
        self.lastSuccess = lastSuccess
        self.lastAttempt = lastAttempt
        self.problem = problem
    }
}
