package import AirworthyPolicy
package import AirworthyTrust
import Foundation
import ReleaseCatalog

/// Making, changing and deleting apps.
package struct AppService: Sendable {
    /// What a new app is to be.
    package struct Draft: Sendable {
        package var slug: String
        package var bundleID: String
        package var appleID: Int?
        package var platforms: [Platform]
        package var defaultLanguage: String
        package var pins: [PinnedKey]
        package var signing: App.Signing
        package var audience: String
        package var lineage: String?
        package var internalBuilds: App.InternalBuilds
        package var storefronts: [Storefront]
        package var appleKeyID: String?

        /// Makes a draft; see ``App``.
        package init(
            slug: String, bundleID: String, appleID: Int? = nil, platforms: [Platform] = [.ios],
            defaultLanguage: String = "en", pins: [PinnedKey], signing: App.Signing = .server,
            audience: String = Pins.defaultAudience, lineage: String? = nil,
            internalBuilds: App.InternalBuilds = .facts, storefronts: [Storefront] = App.defaultStorefronts,
            appleKeyID: String? = nil
        ) {
            self.slug = slug
            self.bundleID = bundleID
            self.appleID = appleID
            self.platforms = platforms
            self.defaultLanguage = defaultLanguage
            self.pins = pins
            self.signing = signing
            self.audience = audience
            self.lineage = lineage
            self.internalBuilds = internalBuilds
            self.storefronts = storefronts
            self.appleKeyID = appleKeyID
        }
    }

    /// What is to change; `nil` stays as it is.
    package struct Changes: Sendable {
        package var bundleID: String?
        /// `.some(nil)` takes it away.
        package var appleID: Int??
        package var platforms: [Platform]?
        package var defaultLanguage: String?
        package var pins: [PinnedKey]?
        package var internalBuilds: App.InternalBuilds?
        package var storefronts: [Storefront]?
        /// `.some(nil)` takes it away.
        package var appleKeyID: String??

        /// Makes changes.
        package init(
            bundleID: String? = nil, appleID: Int?? = .none, platforms: [Platform]? = nil,
            defaultLanguage: String? = nil, pins: [PinnedKey]? = nil, internalBuilds: App.InternalBuilds? = nil,
            storefronts: [Storefront]? = nil, appleKeyID: String?? = .none
        ) {
            self.bundleID = bundleID
            self.appleID = appleID
            self.platforms = platforms
            self.defaultLanguage = defaultLanguage
            self.pins = pins
            self.internalBuilds = internalBuilds
            self.storefronts = storefronts
            self.appleKeyID = appleKeyID
        }

        /// The parts that no manifest has in it.
        static let unsigned: Set<String> = ["platforms", "storefronts", "appleKeyID"]
    }

    let store: any Store
    let signer: Signer
    let loader: HeadLoader
    let now: @Sendable () -> Date

    /// Makes an app.
    /// - Parameters:
    ///   - draft: What it is to be.
    ///   - principal: Who makes it. A token that is limited to some apps makes no new ones.
    /// - Returns: The app.
    /// - Throws: ``ControlPlaneError`` `invalid` with a pointer, `forbidden` or `slugTaken`; ``StoreError``.
    package func create(_ draft: Draft, by principal: Principal) async throws -> App {
        try principal.require(.apps)
        guard principal.apps == nil else {
            throw ControlPlaneError(
                .forbidden, "the token \"\(principal.name)\" is limited to some apps, so it makes no new ones")
        }
        let app = App(
            slug: draft.slug, bundleID: draft.bundleID, appleID: draft.appleID, platforms: draft.platforms,
            defaultLanguage: draft.defaultLanguage, pins: draft.pins, signing: draft.signing,
            audience: draft.audience, lineage: draft.lineage, internalBuilds: draft.internalBuilds,
            storefronts: draft.storefronts, appleKeyID: draft.appleKeyID, createdAt: Instant.stored(now()))
        try app.check(serverKeys: signer.publicKeys)
        try await store.write { transaction in
            guard try transaction.insertApp(app) else {
                throw ControlPlaneError(
                    .slugTaken,
                    "the name \"\(app.slug)\" is or was in use, and names are never used again; choose another",
                    pointer: "/slug")
            }
            try transaction.insertAudit(
                AuditEntry(
                    at: app.createdAt, actor: principal.name, action: "app.created", app: app.slug,
                    detail: "signed by \(app.signing == .server ? "this server" : "CI")"))
        }
        loader.served.add(app)
        return app
    }

    /// The apps a principal may see, by slug.
    /// - Throws: ``StoreError``.
    package func list(for principal: Principal) async throws -> [App] {
        try await store.read { try $0.apps() }.filter { principal.covers($0.slug) }
    }

    /// One app.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func app(_ slug: String) async throws -> App {
        try await store.read { try $0.liveApp(slug) }
    }

    /// Changes an app. The manifest in force is verified with the new pins at once, and issued anew soon after if
    /// anything changed that is in it.
    /// - Parameters:
    ///   - slug: The app's slug.
    ///   - changes: What is to change.
    ///   - principal: Who changes it.
    /// - Returns: The app afterwards.
    /// - Throws: ``ControlPlaneError`` `invalid` with a pointer, `preconditionFailed` (somebody published at the same
    ///   time), `forbidden`, `notFound` or `gone`; ``StoreError``. Nothing has changed then.
    package func update(_ slug: String, _ changes: Changes, by principal: Principal) async throws -> App {
        try principal.require(.apps, for: slug)
        let (now, keys) = (Instant.stored(now()), signer.publicKeys)
        let before = loader.served.slot(slug)
        let generation = loader.served.nextGeneration()
        let stored = try await store.write { transaction in
            let old = try transaction.liveApp(slug)
            let (app, names) = changes.applied(to: old)
            var head = try transaction.liveHead(slug)
            guard !names.isEmpty else { return try transaction.stored(old, head) }
            try app.check(serverKeys: keys)
            if app.signing == .server, head.revision > 0, !Changes.unsigned.isSuperset(of: names) {
                head.needsReissue = true
                guard try transaction.advanceHead(from: head.revision, to: head) else {
                    throw ControlPlaneError(
                        .preconditionFailed, "somebody published for \"\(slug)\" at the same time; try again")
                }
            }
            try transaction.updateApp(app)
            if app.bundleID != old.bundleID {
                // What Apple said was about another app, perhaps somebody else's with far higher versions.
                for record in try transaction.sources(slug) where record.source.isApple {
                    try transaction.deleteSource(slug, record.source)
                }
            }
            if let catalog = try transaction.catalog(slug) {
                // What is public of it, and what its countries say, may be something else now.
                let merged = ReleaseData(app: slug, records: try transaction.sources(slug)).merged(
                    for: app.target, at: now)
                let record = CatalogRecord.of(
                    merged, for: app, instead: catalog, author: principal.name, at: now)
                if record != catalog { try transaction.replaceCatalog(record) }
            }
            try transaction.insertAudit(
                AuditEntry(
                    at: now, actor: principal.name, action: "app.updated", app: slug,
                    detail: names.joined(separator: ", ")))
            return try transaction.stored(app, head)
        }
        let (slot, alarm) = loader.slot(for: stored, instead: before, generation: generation)
        // If something else changed meanwhile, the next poll brings both together.
        if loader.served.replace(slug, with: slot, since: before?.version ?? 0), let alarm {
            loader.served.raise(alarm)
        }
        return stored.app
    }

    /// Deletes an app. Its name is never used again; its public routes say that it is gone.
    /// - Parameters:
    ///   - slug: The app's slug.
    ///   - principal: Who deletes it.
    /// - Throws: ``ControlPlaneError`` `forbidden`, `notFound` or `gone`; ``StoreError``.
    package func delete(_ slug: String, by principal: Principal) async throws {
        try principal.require(.apps, for: slug)
        let now = Instant.stored(now())
        try await store.write { transaction in
            _ = try transaction.liveApp(slug)
            try transaction.deleteApp(slug, at: now)
            try transaction.insertAudit(
                AuditEntry(at: now, actor: principal.name, action: "app.deleted", app: slug))
        }
        loader.served.remove(slug)
    }
}

extension AppService.Changes {
    /// The app with these changes, and the names of what is different then.
    fileprivate func applied(to old: App) -> (app: App, names: [String]) {
        var app = old
        app.bundleID = bundleID ?? old.bundleID
        if let appleID { app.appleID = appleID }
        app.platforms = platforms ?? old.platforms
        app.defaultLanguage = defaultLanguage ?? old.defaultLanguage
        app.pins = pins ?? old.pins
        app.internalBuilds = internalBuilds ?? old.internalBuilds
        app.storefronts = storefronts ?? old.storefronts
        if let appleKeyID { app.appleKeyID = appleKeyID }
        let parts = [
            ("bundleID", app.bundleID != old.bundleID), ("appleID", app.appleID != old.appleID),
            ("platforms", app.platforms != old.platforms),
            ("defaultLanguage", app.defaultLanguage != old.defaultLanguage), ("pins", app.pins != old.pins),
            ("internalBuilds", app.internalBuilds != old.internalBuilds),
            ("storefronts", app.storefronts != old.storefronts), ("appleKeyID", app.appleKeyID != old.appleKeyID),
        ]
        return (app, parts.filter(\.1).map(\.0))
    }
}
