package protocol DraftReads {
    /// Returns the drafts of an app without their texts, last saved first.
    func drafts(of app: String) throws -> [Draft]
    func draft(_ id: String, of app: String) throws -> DraftRecord?
    /// Returns the number of drafts of each app that has some, by slug.
    func draftCounts() throws -> [String: Int]
}

package protocol DraftWrites: DraftReads {
    func insertDraft(_ record: DraftRecord) throws
    /// Replaces the name, base, note, text, number and date of the last save of a draft. Returns `false`, and changes
    /// nothing, if there is no such draft, or if the number of its last save is not `edit`.
    func updateDraft(_ record: DraftRecord, expecting edit: Int) throws -> Bool
    /// Removes a draft. Does nothing without it.
    func deleteDraft(_ id: String, of app: String) throws
}
