import Foundation

/// The data of one source with its dates: the parsed form of a ``SourceRecord``.
struct SourceRow<Content: SourceData>: Sendable {
    private(set) var content: Content
    private(set) var body: [UInt8]
    private(set) var checkedAt: Date
    private(set) var changedAt: Date
    private var author: String

    init(_ record: SourceRecord) throws(UnreadableBody) {
        content = try Content(body: record.body)
        body = record.body
        checkedAt = record.checkedAt
        changedAt = record.changedAt
        author = record.author
    }

    private init(_ content: Content, body: [UInt8], at now: Date, by author: String) {
        self.content = content
        self.body = body
        self.author = author
        checkedAt = now
        changedAt = now
    }

    func record(app: String, source: CatalogSource) -> SourceRecord {
        SourceRecord(
            app: app, source: source, body: body, checkedAt: checkedAt, changedAt: changedAt, author: author)
    }

    /// Updates a row with a new answer of the source, and returns whether the stored bytes changed.
    static func update(_ row: inout SourceRow?, with content: Content, at now: Date, by author: String) -> Bool {
        let body = content.body
        guard var old = row else {
            row = SourceRow(stored(content, as: body), body: body, at: now, by: author)
            return true
        }
        old.checkedAt = max(old.checkedAt, now)
        let isNew = old.body != body
        if isNew {
            let content = stored(content, as: body)
            if content.withoutBookkeeping != old.content.withoutBookkeeping {
                old.changedAt = now
                old.author = author
            }
            (old.content, old.body) = (content, body)
        }
        row = old
        return isNew
    }

    /// Replaces a row's content, not its dates: the source has not answered. Returns whether bytes changed.
    static func replaceContent(of row: inout SourceRow?, with content: Content) -> Bool {
        let body = content.body
        guard var old = row, old.body != body else { return false }
        (old.content, old.body) = (stored(content, as: body), body)
        row = old
        return true
    }

    /// Returns the content as it will read after a restart, so that a restart changes nothing.
    private static func stored(_ content: Content, as body: [UInt8]) -> Content {
        do throws(UnreadableBody) { return try Content(body: body) } catch { return content }
    }
}
