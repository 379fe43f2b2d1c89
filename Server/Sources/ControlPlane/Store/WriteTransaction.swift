package import Foundation
package import ReleaseCatalog

/// The changes of a transaction.
///
/// After an error of one of these calls, leave the transaction: PostgreSQL has rolled it back.
package protocol WriteTransaction: ReadTransaction {
    /// Adds an app with its head.
    /// - Returns: `false` if the slug was ever used; then nothing has changed.
    func insertApp(_ app: App) throws -> Bool
    /// Takes the lock of an app, until the end of the transaction. Call it before anything of the app is read: what is
    /// read afterwards is current, and other nodes cannot change it. Changes no column; does nothing without the app.
    func lockApp(_ slug: String) throws
    /// Replaces the properties of an app that differ from those in `old`.
    func updateApp(_ app: App, replacing old: App) throws
    /// Notes that the manifest in force has to be reissued. Changes nothing else of the head.
    func requestReissue(_ app: String) throws
    /// Deletes an app with its policies, drafts, manifests' bytes, catalog and sources. The tombstone, head and audit stay.
    func deleteApp(_ slug: String, at date: Date) throws

    /// Replaces the head of an app if `revision` is the one in force.
    /// - Returns: `false` if another transaction came first.
    func advanceHead(from revision: Int, to head: Head) throws -> Bool
    /// Adds a policy.
    func insertPolicy(_ policy: PolicyRecord) throws
    /// Adds a manifest.
    func insertManifest(_ manifest: ManifestRecord) throws
    /// Removes the bytes of manifests with one of these causes that were issued before `date`, except those in force.
    /// - Returns: The number of manifests.
    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) throws -> Int

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

    /// Adds or replaces the catalog of an app.
    func replaceCatalog(_ catalog: CatalogRecord) throws
    /// Adds or replaces the record of a source.
    func replaceSource(_ record: SourceRecord) throws
    /// Sets the date at which a source was last checked. Does nothing without a record of the source.
    func touchSource(_ source: CatalogSource, of app: String, checkedAt: Date) throws
    /// Removes the record of a source.
    func deleteSource(_ source: CatalogSource, of app: String) throws
    /// Adds an audit entry. The store assigns the `id`.
    func insertAudit(_ entry: AuditEntry) throws
    /// Takes the lock of a token, until the end of the transaction; see ``lockApp(_:)``.
    func lockToken(_ id: String) throws
    /// Adds a token.
    func insertToken(_ token: TokenRecord) throws
    /// Revokes a token.
    /// - Returns: `false` if there is no such token, or it was revoked before.
    func revokeToken(_ id: String, at date: Date) throws -> Bool
    /// Adds a session of a token.
    func insertSession(_ session: SessionRecord) throws
    /// Removes a session, by the SHA-256 of its text in hexadecimal. Does nothing without it.
    func deleteSession(_ digest: String) throws
    /// Removes the sessions of a token except those that were opened last.
    /// - Parameters:
    ///   - id: The id of the token.
    ///   - count: The number of sessions to keep.
    /// - Throws: ``StoreError``.
    func deleteSessions(ofToken id: String, exceptNewest count: Int) throws
    /// Removes the sessions that have expired by a date.
    func deleteSessions(expiredBy date: Date) throws
    /// Adds sums of check-ins, unless this batch or a later one of the same node is stored already. Check-ins of apps that do not
    /// exist are left out. For cells beyond a ``CellBudget`` others stand.
    /// - Parameters:
    ///   - batch: The sums.
    ///   - date: The current date.
    /// - Returns: Whether the batch was new, and how many installations were counted with fewer facts.
    /// - Throws: ``StoreError``.
    @discardableResult
    func addCheckIns(_ batch: AdoptionBatch, at date: Date) throws -> AdoptionReceipt
    /// Does a part of what is due with the sums of an app: merges the hours of outcomes before yesterday into days, and removes what
    /// is older than 400 days. Of a deleted app, removes everything.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - today: The current day.
    ///   - first: The first day of which something may be left. It saves the database from a look at what was removed before.
    ///   - rows: The highest number of rows to merge or remove; an import counts as one.
    /// - Returns: The number of rows, at least 1 unless nothing is due, and the first day for the next call.
    /// - Throws: ``StoreError``.
    func pruneCheckIns(
        of app: String, today: UTCDay, from first: UTCDay, atMost rows: Int
    ) throws -> (rows: Int, next: UTCDay)
    /// Removes the marks by which repeated batches are noticed.
    /// - Parameters:
    ///   - day: The day from which marks are kept.
    ///   - rows: The highest number of marks to remove.
    /// - Returns: The number of removed marks, at least 1 unless there are none.
    /// - Throws: ``StoreError``.
    func pruneCheckInBatches(before day: UTCDay, atMost rows: Int) throws -> Int
    /// Adds the summaries of days of an app, which change no result and make ``ReadTransaction/dailyVersions(of:since:)`` and
    /// ``ReadTransaction/dailyOutcomes(of:since:)`` fast.
    func summarizeCheckIns(of app: String, on days: [UTCDay]) throws
    /// Replaces the imported installations of an app.
    func replaceAdoptionImport(_ new: AdoptionImport) throws
    /// Removes the imported installations of an app.
    /// - Returns: Whether there was an import.
    func deleteAdoptionImport(of app: String) throws -> Bool
    /// Adds the prediction of a revision.
    func insertPrediction(_ prediction: Prediction) throws
    /// Stores what installations reported in a window after a revision. Does nothing without a prediction.
    func setObservation(_ text: String, of app: String, revision: Int, window: Prediction.Window) throws
    /// Replaces the records of all App Store Connect keys.
    func replaceAppleKeys(_ keys: [AppleKeyRecord]) throws
    /// Stores a setting unless it is set.
    /// - Returns: Whether it was stored. Of two nodes that start at once, one gets `true`.
    func claimSetting(_ key: String, value: String) throws -> Bool
    /// Stores a setting in place of its earlier value.
    func replaceSetting(_ key: String, value: String) throws
}
