package import Foundation
package import ReleaseCatalog

/// What can be changed inside a transaction.
///
/// Never catch an error of these and go on in the same transaction: PostgreSQL has given it up by then.
package protocol WriteTransaction: ReadTransaction {
    /// Adds an app with its head.
    /// - Returns: `false` if the slug was ever used; then nothing has changed.
    func insertApp(_ app: App) throws -> Bool
    /// Replaces what may change of an app.
    func updateApp(_ app: App) throws
    /// Deletes an app: policies, manifests' bytes, catalog and sources go, the tombstone with the head and the audit stays.
    func deleteApp(_ slug: String, at: Date) throws

    /// Replaces the head of an app if `revision` is the one in force. Call it first: it is the lock.
    /// - Returns: `false` if somebody else was faster.
    func advanceHead(from revision: Int, to head: Head) throws -> Bool
    /// Adds a policy.
    func insertPolicy(_ policy: PolicyRecord) throws
    /// Adds a manifest.
    func insertManifest(_ manifest: ManifestRecord) throws
    /// Removes the bytes of manifests made for `causes` and issued before `date`, never those of a head.
    /// - Returns: How many.
    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) throws -> Int

    /// Stores the catalog of an app in place of the one before.
    func replaceCatalog(_ catalog: CatalogRecord) throws
    /// Stores what a source said in place of what it said before.
    func replaceSource(_ record: SourceRecord) throws
    /// Notes that a source said the same again. Does nothing if it said nothing before.
    func touchSource(_ app: String, _ source: CatalogSource, checkedAt: Date) throws
    /// Forgets what a source said.
    func deleteSource(_ app: String, _ source: CatalogSource) throws
    /// Notes what was done. The entry's own `id` is ignored.
    func insertAudit(_ entry: AuditEntry) throws
    /// Adds a token.
    func insertToken(_ token: TokenRecord) throws
    /// Revokes a token.
    /// - Returns: `false` if there is none with that id that is not revoked.
    func revokeToken(_ id: String, at: Date) throws -> Bool
    /// Remembers a value unless one is there.
    /// - Returns: Whether it was stored: of two nodes that start, one wins.
    func claimSetting(_ key: String, _ value: String) throws -> Bool
}
