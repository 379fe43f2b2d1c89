import ControlPlane

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One transaction of a ``MemoryStore``. Never leaves the body it was made for.
final class MemoryTransaction {
    private(set) var state: MemoryState

    private let losesRace: () -> Bool

    init(_ state: MemoryState, losesRace: @escaping () -> Bool = { false }) {
        self.state = state
        self.losesRace = losesRace
    }

    private static func page<Record>(
        _ records: [Record], below before: Int?, limit: Int, by number: (Record) -> Int
    ) -> [Record] {
        let below = records.filter { record in before.map { number(record) < $0 } ?? true }
        return Array(below.sorted { number($0) > number($1) }.prefix(limit))
    }
}

extension MemoryTransaction: ReadTransaction {
    func apps() -> [App] {
        state.apps.values.compactMap { if case .live(let app) = $0 { app } else { nil } }.sorted { $0.slug < $1.slug }
    }

    func app(_ slug: String) -> AppState? { state.apps[slug] }

    func deletedApps() -> [String] {
        state.apps.filter { $0.value == .deleted }.keys.sorted()
    }

    func head(_ app: String) -> Head? { state.heads[app] }

    func heads() -> [Head] { apps().compactMap { state.heads[$0.slug] } }

    func policy(_ app: String, version: Int) -> PolicyRecord? {
        state.policies[MemoryState.Numbered(app: app, number: version)]
    }

    func policies(_ app: String, before: Int?, limit: Int) -> [PolicyRecord] {
        Self.page(state.policies.values.filter { $0.app == app }, below: before, limit: limit, by: \.version)
    }

    func manifest(_ app: String, revision: Int) -> ManifestRecord? {
        state.manifests[MemoryState.Numbered(app: app, number: revision)]
    }

    func manifests(_ app: String, before: Int?, limit: Int) -> [ManifestRecord] {
        Self.page(state.manifests.values.filter { $0.app == app }, below: before, limit: limit, by: \.revision)
            .map { record in
                var record = record
                record.bytes = nil
                return record
            }
    }

    func catalog(_ app: String) -> CatalogRecord? { state.catalogs[app] }

    func catalogMarks() -> [CatalogMark] {
        state.catalogs.values.sorted { $0.app < $1.app }.map {
            CatalogMark(app: $0.app, digest: $0.digest, manifestDigest: $0.manifestDigest, updatedAt: $0.updatedAt)
        }
    }

    func audit(app: String?, before: Int?, limit: Int) -> [AuditEntry] {
        let entries = state.audit.filter { app == nil || $0.app == app }
        return Self.page(entries, below: before, limit: limit, by: \.id)
    }

    func tokens() -> [TokenRecord] { state.tokens.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }

    func setting(_ key: String) -> String? { state.settings[key] }
}

extension MemoryTransaction: WriteTransaction {
    func insertApp(_ app: App) -> Bool {
        guard state.apps[app.slug] == nil else { return false }
        state.apps[app.slug] = .live(app)
        state.heads[app.slug] = Head(app: app.slug)
        return true
    }

    func updateApp(_ app: App) { state.apps[app.slug] = .live(app) }

    func deleteApp(_ slug: String, at: Date) {
        state.apps[slug] = .deleted
        state.policies = state.policies.filter { $0.key.app != slug }
        state.catalogs[slug] = nil
        for key in state.manifests.keys where key.app == slug { state.manifests[key]?.bytes = nil }
    }

    func advanceHead(from revision: Int, to head: Head) -> Bool {
        guard state.heads[head.app]?.revision == revision, !losesRace() else { return false }
        state.heads[head.app] = head
        return true
    }

    func insertPolicy(_ policy: PolicyRecord) {
        state.policies[MemoryState.Numbered(app: policy.app, number: policy.version)] = policy
    }

    func insertManifest(_ manifest: ManifestRecord) {
        state.manifests[MemoryState.Numbered(app: manifest.app, number: manifest.revision)] = manifest
    }

    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) -> Int {
        let old = state.manifests.filter { _, record in
            record.bytes != nil && causes.contains(record.cause) && record.issuedAt < date
                && state.heads[record.app]?.revision != record.revision
        }
        for key in old.keys { state.manifests[key]?.bytes = nil }
        return old.count
    }

    func replaceCatalog(_ catalog: CatalogRecord) { state.catalogs[catalog.app] = catalog }

    func insertAudit(_ entry: AuditEntry) {
        state.audit.append(
            AuditEntry(
                id: state.audit.count + 1, at: entry.at, actor: entry.actor, action: entry.action, app: entry.app,
                revision: entry.revision, detail: entry.detail))
    }

    func insertToken(_ token: TokenRecord) { state.tokens.append(token) }

    func revokeToken(_ id: String, at: Date) -> Bool {
        guard let index = state.tokens.firstIndex(where: { $0.id == id && $0.revokedAt == nil }) else { return false }
        state.tokens[index].revokedAt = at
        return true
    }

    func claimSetting(_ key: String, _ value: String) -> Bool {
        guard state.settings[key] == nil else { return false }
        state.settings[key] = value
        return true
    }
}
