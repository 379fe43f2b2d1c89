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

extension ReadTransaction {
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

    /// Returns the stored state of an app that exists.
    func stored(_ app: App, head: Head) throws -> StoredApp {
        StoredApp(
            app: app, head: head,
            manifest: head.revision > 0 ? try manifest(app.slug, revision: head.revision) : nil,
            catalog: try catalog(app.slug), sources: try sources(app.slug))
    }
}

/// Another transaction moved the head of the app first.
struct LostRace: Error {}

extension WriteTransaction {
    /// Takes the lock of an app, so that nothing it reads changes before the commit.
    /// - Throws: ``LostRace``; ``ControlPlaneError`` `notFound` or `gone`.
    func lock(_ slug: String) throws -> (app: App, head: Head) {
        _ = try liveApp(slug)
        let head = try liveHead(slug)
        guard try advanceHead(from: head.revision, to: head) else { throw LostRace() }
        // Read again: PostgreSQL may have waited for a transaction that changed the app.
        return (try liveApp(slug), try liveHead(slug))
    }
}

extension Store {
    /// Runs a write again after each lost race.
    /// - Parameters:
    ///   - retries: The number of retries.
    ///   - conflict: The detail of the error after the last lost race.
    ///   - body: The transaction.
    /// - Returns: The result of `body`.
    /// - Throws: ``ControlPlaneError`` `preconditionFailed` after the last lost race; ``StoreError``; any error of `body`.
    func write<T: Sendable>(
        retries: Int, conflict: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> T
    ) async throws -> T {
        for _ in 0..<retries {
            do { return try await write(body) } catch is LostRace { continue }
        }
        do {
            return try await write(body)
        } catch is LostRace {
            throw ControlPlaneError(.preconditionFailed, detail: conflict)
        }
    }
}
