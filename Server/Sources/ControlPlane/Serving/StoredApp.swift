import ReleaseCatalog

/// What the store has of an app that public answers need.
struct StoredApp: Sendable {
    let app: App
    let head: Head
    /// The manifest in force with its bytes.
    let manifest: ManifestRecord?
    let catalog: CatalogRecord?
    /// What the catalog was made from.
    let sources: [SourceRecord]
}

extension ReadTransaction {
    /// Reads what public answers need of an app that is there.
    func stored(_ app: App, _ head: Head) throws -> StoredApp {
        StoredApp(
            app: app, head: head,
            manifest: head.revision > 0 ? try manifest(app.slug, revision: head.revision) : nil,
            catalog: try catalog(app.slug), sources: try sources(app.slug))
    }
}
