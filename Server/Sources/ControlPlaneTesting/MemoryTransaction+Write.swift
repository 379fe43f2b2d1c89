import ControlPlane
import Foundation
import ReleaseCatalog

extension MemoryTransaction: WriteTransaction {
    func insertApp(_ app: App) throws -> Bool {
        let app = try app.stored()
        guard state.apps[app.slug] == nil else { return false }
        state.apps[app.slug] = .live(app)
        state.heads[app.slug] = Head(app: app.slug)
        return true
    }

    func updateApp(_ app: App) throws {
        guard case .live(let old) = state.apps[app.slug] else { return }
        state.apps[app.slug] = .live(try app.stored(keeping: old))
    }

    func deleteApp(_ slug: String, at: Date) {
        guard case .live = state.apps[slug] else { return }
        state.apps[slug] = .deleted
        state.policies = state.policies.filter { $0.key.app != slug }
        state.catalogs[slug] = nil
        state.sources[slug] = nil
        for key in state.manifests.keys where key.app == slug { state.manifests[key]?.bytes = nil }
    }

    func advanceHead(from revision: Int, to head: Head) throws -> Bool {
        guard case .live = state.apps[head.app], state.heads[head.app]?.revision == revision, !losesRace() else {
            return false
        }
        state.heads[head.app] = try head.stored()
        return true
    }

    func insertPolicy(_ policy: PolicyRecord) throws {
        let key = MemoryState.Numbered(app: policy.app, number: policy.version)
        try requireNew(state.policies[key] == nil, of: policy.app)
        state.policies[key] = try policy.stored()
    }

    func insertManifest(_ manifest: ManifestRecord) throws {
        let key = MemoryState.Numbered(app: manifest.app, number: manifest.revision)
        try requireNew(state.manifests[key] == nil, of: manifest.app)
        state.manifests[key] = try manifest.stored()
    }

    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) -> Int {
        let old = state.manifests.filter { _, record in
            record.bytes != nil && causes.contains(record.cause) && record.issuedAt < date
                && state.heads[record.app]?.revision != record.revision
        }
        for key in old.keys { state.manifests[key]?.bytes = nil }
        return old.count
    }

    func replaceCatalog(_ catalog: CatalogRecord) throws {
        try requireNew(true, of: catalog.app)
        state.catalogs[catalog.app] = try catalog.stored()
    }

    func replaceSource(_ record: SourceRecord) throws {
        try requireNew(true, of: record.app)
        state.sources[record.app, default: [:]][record.source] = try record.stored()
    }

    func touchSource(_ app: String, _ source: CatalogSource, checkedAt: Date) throws {
        state.sources[app]?[source]?.checkedAt = try Storable.instant(checkedAt)
    }

    func deleteSource(_ app: String, _ source: CatalogSource) {
        state.sources[app]?[source] = nil
    }

    func insertAudit(_ entry: AuditEntry) throws {
        state.audit.append(try entry.stored(id: state.audit.count + 1))
    }

    func insertToken(_ token: TokenRecord) throws {
        guard !state.tokens.contains(where: { $0.id == token.id || $0.digest == token.digest }) else {
            throw StoreError.unavailable("a token with that id or digest is there already")
        }
        state.tokens.append(try token.stored())
    }

    func revokeToken(_ id: String, at: Date) throws -> Bool {
        guard let index = state.tokens.firstIndex(where: { $0.id == id && $0.revokedAt == nil }) else { return false }
        state.tokens[index].revokedAt = try Storable.instant(at)
        return true
    }

    func claimSetting(_ key: String, _ value: String) throws -> Bool {
        guard state.settings[try Storable.text(key)] == nil else { return false }
        state.settings[key] = try Storable.text(value)
        return true
    }

    /// What the keys of the tables see to in a database.
    private func requireNew(_ isNew: Bool, of app: String) throws {
        guard state.apps[try Storable.text(app)] != nil else {
            throw StoreError.unavailable("there is no app \"\(app)\"")
        }
        guard isNew else { throw StoreError.unavailable("that number of \"\(app)\" is taken") }
    }
}
