package import Foundation

/// What is stored of one source about one app: one row for each (app, source).
package struct SourceRecord: Hashable, Sendable {
    /// The app's slug.
    package var app: String
    /// Who said it.
    package var source: Source
    /// What was said, and what has to be remembered to judge the next answer: JSON of ours, always the same for the same.
    package var body: [UInt8]
    /// When the source last gave a good answer. Moves with every such answer.
    package var checkedAt: Date
    /// When the facts last changed.
    package var changedAt: Date
    /// Who learnt the change: `airworthy`, or the name of a token.
    package var author: String

    /// Makes a record.
    package init(app: String, source: Source, body: [UInt8], checkedAt: Date, changedAt: Date, author: String) {
        self.app = app
        self.source = source
        self.body = body
        self.checkedAt = checkedAt
        self.changedAt = changedAt
        self.author = author
    }
}
