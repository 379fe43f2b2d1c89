package import ReleaseCatalog

/// What can be read inside a transaction. Histories come newest first.
package protocol ReadTransaction {
    /// Every app that was not deleted, by slug.
    func apps() throws -> [App]
    /// An app, or what is left of it.
    func app(_ slug: String) throws -> AppState?
    /// Every slug that was deleted, by name.
    func deletedApps() throws -> [String]
    /// The head of an app; there is one from the app's creation on, for ever.
    func head(_ app: String) throws -> Head?
    /// The heads of the apps that were not deleted, by slug.
    func heads() throws -> [Head]

    /// A policy of an app.
    func policy(_ app: String, version: Int) throws -> PolicyRecord?
    /// The policies of an app below `before`, at most `limit`.
    func policies(_ app: String, before: Int?, limit: Int) throws -> [PolicyRecord]
    /// A manifest of an app.
    func manifest(_ app: String, revision: Int) throws -> ManifestRecord?
    /// The manifests of an app below `before`, at most `limit`, without their bytes.
    func manifests(_ app: String, before: Int?, limit: Int) throws -> [ManifestRecord]

    /// The stored catalog of an app.
    func catalog(_ app: String) throws -> CatalogRecord?
    /// The digest ``CatalogRecord/manifestDigest`` and time of each stored catalog, without the texts.
    func catalogMarks() throws -> [CatalogMark]

    /// What each source said about the releases of an app, by the text of its name.
    func sources(_ app: String) throws -> [SourceRecord]
    /// As much of it as is needed to see that it changed, by slug, without the bodies; apps of which nobody said
    /// anything are left out.
    func sourceMarks() throws -> [SourceMark]

    /// What was done, below `before`, at most `limit`; of one app or of all.
    func audit(app: String?, before: Int?, limit: Int) throws -> [AuditEntry]
    /// Every token, revoked and expired ones too, by the time they were made.
    func tokens() throws -> [TokenRecord]
    /// A remembered value, e.g. who minted the first token.
    func setting(_ key: String) throws -> String?
}

/// An app, or what is left of it.
package enum AppState: Hashable, Sendable {
    /// It is there.
    case live(App)
    /// It was deleted. Its name and its counter stay.
    case deleted
}
