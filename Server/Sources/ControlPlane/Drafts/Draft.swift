package import Foundation

/// A policy that is being written and was not published yet, without its text.
package struct Draft: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// The id: 12 letters and digits.
    package let id: String
    /// The name; empty for the one draft of its author without a name.
    package var name: String
    /// The name of the token that created it.
    package let author: String
    /// The id of the token that created it; `nil` for the server itself.
    package let authorTokenID: String?
    /// The version of the policy that it started from; 0 if none was in force.
    package var base: Int
    /// The note to publish it with.
    package var note: String?
    /// The number of the last save, from 1. A save has to name it, so that two tabs do not overwrite each other.
    package var edit: Int
    package let createdAt: Date
    /// The date of the last save.
    package var updatedAt: Date

    package init(
        app: String, id: String, name: String = "", author: String, authorTokenID: String?, base: Int,
        note: String? = nil, edit: Int = 1, createdAt: Date, updatedAt: Date
    ) {
        self.app = app
        self.id = id
        self.name = name
        self.author = author
        self.authorTokenID = authorTokenID
        self.base = base
        self.note = note
        self.edit = edit
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The name for people: `“night gate”`, or `the draft of Ada` without a name.
    package var title: String { name.isEmpty ? "the draft of \(author)" : "“\(name)”" }

    /// The entity tag for `If-Match`, without quotes.
    package var entityTag: String { "\(id)-\(edit)" }
}

/// A draft with its text.
package struct DraftRecord: Hashable, Sendable {
    package var draft: Draft
    /// The text as the author wrote it: UTF-8, not necessarily JSON.
    package var text: [UInt8]

    package init(draft: Draft, text: [UInt8]) {
        self.draft = draft
        self.text = text
    }
}
