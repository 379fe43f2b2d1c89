import AirworthyTrust
import Foundation
import ReleaseCatalog

/// Creates, changes and deletes apps.
package struct AppService: Sendable {
    let store: any Store
    let loader: HeadLoader
    let publishing: PublishingService
    let reserve: DiskReserve
    let now: @Sendable () -> Date

    /// Creates an app, unless its builds would reject everything that this server signs. A token that is limited to some apps
    /// cannot create new ones.
    /// - Throws: ``ControlPlaneError`` `invalid` with a pointer, `forbidden`, `notTrusted` or `slugTaken`; ``StoreError``.
    package func create(_ new: App, by principal: Principal) async throws -> App {
        try principal.require(.apps)
        guard principal.apps == nil else {
            throw ControlPlaneError(
                .forbidden,
                detail: "the token \"\(principal.name)\" is limited to some apps, so it cannot create new ones")
        }
        var app = new
        app.createdAt = now().storable
        try app.check(serverKeys: loader.signer.publicKeys)
        if let reason = loader.signer.distrust(of: app) {
            throw ControlPlaneError(.notTrusted, detail: "the app was not created: \(reason)", pointer: "/pins")
        }
        try reserve.require(for: .changes)
        try await store.write(confirming: { [app] _, transaction in try transaction.isStored(.live(app), of: app.slug) }
        ) {
            [app] transaction in
            guard try transaction.insertApp(app) else {
                throw ControlPlaneError(
                    .slugTaken,
                    detail: "the name \"\(app.slug)\" is or was in use, and names are never used again; choose another",
                    pointer: "/slug")
            }
            try transaction.insertAudit(
                AuditEntry(
                    at: app.createdAt, by: principal, action: "app.created", app: app.slug,
                    detail: "signed by \(app.signing == .server ? "this server" : "CI")"))
        }
        loader.served.add(app)
        return app
    }

    /// Returns the apps that a principal may see, by slug.
    package func list(for principal: Principal) async throws -> [App] {
        try await store.read { try $0.apps() }.filter { principal.covers($0.slug) }
    }

    /// Returns an app.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func app(_ slug: String) async throws -> App {
        try await store.read { try $0.liveApp(slug) }
    }

    /// Changes an app. Verifies the manifest in force with the new pins at once, and signs it again if they reject it;
    /// housekeeping reissues the manifest if it contains a changed property. The precondition is ``App/entityTag``; changes that are in force already need
    /// none, so that a retry is harmless. Pins that trust none of the server's keys are refused. Returns the app afterwards.
    /// - Throws: ``ControlPlaneError`` `invalid` or `notTrusted` with a pointer, `preconditionFailed`, `forbidden`, `notFound`
    ///   or `gone`; ``StoreError``. Nothing has changed then, except perhaps after `outcomeUnknown`.
    package func update(
        _ slug: String, expecting precondition: Precondition = .unspecified, by principal: Principal,
        change: @escaping @Sendable (inout App) -> Void
    ) async throws -> App {
        try principal.require(.apps, for: slug)
        let (now, signer) = (now().storable, loader.signer)
        let keys = signer.publicKeys
        let edition = loader.served.nextEdition()
        let before = loader.served.slot(slug)
        let stored = try await store.write(
            confirming: { stored, transaction in try transaction.isStored(.live(stored.app), of: slug) }
        ) { transaction in
            var (old, head) = try transaction.lock(slug)
            var app = old
            change(&app)
            let changed = app.settings(differingFrom: old)
            guard !changed.isEmpty else { return try transaction.stored(old, head: head) }
            guard precondition.holds(for: old.entityTag) else {
                throw ControlPlaneError(
                    .preconditionFailed,
                    detail: "the settings of \"\(slug)\" have changed since; their entity tag is \"\(old.entityTag)\"")
            }
            try app.check(serverKeys: keys)
            // Every device would get a 503 from then on, because nothing could be signed again.
            if let reason = signer.distrust(of: app), signer.distrust(of: old) == nil {
                throw ControlPlaneError(.notTrusted, detail: "nothing was changed: \(reason)", pointer: "/pins")
            }
            if app.signing == .server, head.revision > 0, changed.contains(where: \.isSigned) {
                head.needsReissue = true
                try transaction.requestReissue(slug)
            }
            try transaction.updateApp(app, replacing: old)
            try Self.updateCatalog(from: old, to: app, author: principal.name, at: now, in: transaction)
            try transaction.insertAudit(
                AuditEntry(
                    at: now, by: principal, action: "app.updated", app: slug,
                    detail: changed.map(\.name).joined(separator: ", ")))
            return try transaction.stored(app, head: head)
        }
        let (slot, alarm) = loader.slot(for: stored, replacing: before, edition: edition)
        // If another change came first, the next poll loads both.
        if loader.served.replace(slug, with: slot, readAt: edition), let alarm, !(await isSignedAgain(stored.app)) {
            loader.served.raise(alarm)
        }
        return stored.app
    }

    /// Signs the manifest again that builds with new pins reject, and returns whether they accept it now: a new root may be the
    /// one that signed this server's keyring. If that fails, housekeeping tries again and reports why.
    private func isSignedAgain(_ app: App) async -> Bool {
        guard app.signing == .server, loader.signer.distrust(of: app) == nil else { return false }
        return (try? await publishing.publishIfDue(app.slug, by: .server)) != nil
    }

    /// Merges the catalog again, because the app's storefronts and public part may have changed. Removes Apple's reports
    /// about another bundle identifier, because they concern another app.
    private static func updateCatalog(
        from old: App, to app: App, author: String, at now: Date, in transaction: any WriteTransaction
    ) throws {
        if app.bundleID != old.bundleID {
            for record in try transaction.sources(app.slug) where record.source.isApple {
                try transaction.deleteSource(record.source, of: app.slug)
            }
        }
        guard let catalog = try transaction.catalog(app.slug) else { return }
        let merged = ReleaseData(app: app.slug, records: try transaction.sources(app.slug)).merged(
            for: app.target, at: now)
        let record = CatalogRecord.merging(merged, for: app, replacing: catalog, author: author, at: now)
        if record != catalog { try transaction.replaceCatalog(record) }
    }

    /// Deletes an app. Its name is never used again; its public routes answer that it is gone.
    /// - Throws: ``ControlPlaneError`` `forbidden`, `notFound` or `gone`; ``StoreError``.
    package func delete(_ slug: String, by principal: Principal) async throws {
        try principal.require(.apps, for: slug)
        let now = now().storable
        try await store.write(confirming: { _, transaction in try transaction.isStored(.deleted, of: slug) }) {
            transaction in
            _ = try transaction.lock(slug)
            try transaction.deleteApp(slug, at: now)
            try transaction.insertAudit(
                AuditEntry(at: now, by: principal, action: "app.deleted", app: slug))
        }
        loader.served.remove(slug)
    }
}

extension AppWrites {
    /// Whether an app is stored in a state, after every transaction that changes it has ended.
    fileprivate func isStored(_ state: AppState, of slug: String) throws -> Bool {
        try lockApp(slug)
        return try app(slug) == state
    }
}
