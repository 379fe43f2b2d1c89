import ReleaseCatalog

/// The stored state of an app, as far as public responses and publications need it.
struct StoredApp: Sendable {
    let app: App
    let head: Head
    /// The manifest in force with its bytes.
    let manifest: ManifestRecord?
    let catalog: CatalogRecord?
    /// The records that the catalog was merged from.
    let sources: [SourceRecord]
}

extension AppReads {
    /// Returns an app that exists.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`.
    func liveApp(_ slug: String) throws -> App {
        switch try app(slug) {
        case .live(let app): return app
        case .deleted: throw ControlPlaneError.gone(slug)
        case nil: throw ControlPlaneError.noApp(slug)
        }
    }

    /// Returns the head of an app that exists.
    /// - Throws: ``ControlPlaneError`` `degraded` if the store lost it.
    func liveHead(_ slug: String) throws -> Head {
        guard let head = try head(slug) else {
            throw ControlPlaneError(
                .degraded, detail: "the app \"\(slug)\" has no head in the store; restore a backup")
        }
        return head
    }
}

extension ReadTransaction {
    /// Returns the stored state of an app that exists, without looking for a catalog or sources that cannot be there.
    func stored(_ app: App, head: Head, hasCatalog: Bool = true, hasSources: Bool = true) throws -> StoredApp {
        StoredApp(
            app: app, head: head,
            manifest: head.revision > 0 ? try manifest(app.slug, revision: head.revision) : nil,
            catalog: hasCatalog ? try catalog(app.slug) : nil, sources: hasSources ? try sources(app.slug) : [])
    }
}

extension Store {
    /// Reads the state of an app that exists; otherwise throws `notFound` or `gone`.
    func read<T: Sendable>(
        of app: String, _ body: @escaping @Sendable (any ReadTransaction) throws -> T
    ) async throws -> T {
        try await read { transaction in
            _ = try transaction.liveApp(app)
            return try body(transaction)
        }
    }
}

extension AppWrites {
    /// Takes the lock of an app, then reads it, so that nothing it reads changes before the commit.
    ///
    /// Call it first: PostgreSQL may wait here for a transaction that changes the app, and an earlier read would be of
    /// the time before.
    func lock(_ slug: String) throws -> (app: App, head: Head) {
        try lockApp(slug)
        return (try liveApp(slug), try liveHead(slug))
    }
}

extension ReadTransaction {
    /// Returns every app that was not deleted, with its head and the mark of its catalog.
    func appsWithHeads() throws -> [(app: App, head: Head, catalog: CatalogMark?)] {
        let heads = Dictionary(try heads().map { ($0.app, $0) }) { $1 }
        let catalogs = Dictionary(try catalogMarks().map { ($0.app, $0) }) { $1 }
        return try apps().compactMap { app in heads[app.slug].map { (app, $0, catalogs[app.slug]) } }
    }
}
