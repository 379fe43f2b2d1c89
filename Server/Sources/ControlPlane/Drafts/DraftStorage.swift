/// The reads of the drafts.
package protocol DraftReads {
    /// Returns the drafts of an app without their texts, last saved first.
    func drafts(of app: String) throws -> [Draft]
    /// Returns a draft of an app.
    func draft(_ id: String, of app: String) throws -> DraftRecord?
    /// Returns the number of drafts of each app that has some, by slug.
    func draftCounts() throws -> [String: Int]
}

/// The changes of the drafts.
package protocol DraftWrites: DraftReads {
    /// Adds a draft.
    func insertDraft(_ record: DraftRecord) throws
    /// Replaces the name, base, note, text, number and date of the last save of a draft.
    /// - Parameters:
    ///   - record: The draft.
    ///   - edit: The number of its last save.
    /// - Returns: `false` if there is no such draft, or it has another number; then nothing has changed.
    /// - Throws: ``StoreError``.
    func updateDraft(_ record: DraftRecord, expecting edit: Int) throws -> Bool
    /// Removes a draft. Does nothing without it.
    func deleteDraft(_ id: String, of app: String) throws
}
