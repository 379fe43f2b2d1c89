import ControlPlane
import Foundation
import ReleaseCatalog

/// One transaction of a ``MemoryStore``. Never leaves the body it was made for.
final class MemoryTransaction {
    var state: MemoryState

    let losesRace: () -> Bool

    init(_ state: MemoryState, losesRace: @escaping () -> Bool = { false }) {
        self.state = state
        self.losesRace = losesRace
    }

    private static func page<Record>(
        _ records: [Record], below before: Int?, limit: Int, by number: (Record) -> Int
    ) -> [Record] {
        let below = records.filter { record in before.map { number(record) < $0 } ?? true }
        return Array(below.sorted { number($0) > number($1) }.prefix(max(0, limit)))
    }
}

extension MemoryTransaction: ReadTransaction {
    func apps() -> [App] {
        state.apps.values.compactMap { if case .live(let app) = $0 { app } else { nil } }.sorted { $0.slug < $1.slug }
    }

    func app(_ slug: String) throws -> AppState? { state.apps[try Storable.text(slug)] }

    func deletedApps() -> [String] {
        state.apps.filter { $0.value == .deleted }.keys.sorted()
    }

    func head(_ app: String) throws -> Head? { state.heads[try Storable.text(app)] }

    func heads() -> [Head] { apps().compactMap { state.heads[$0.slug] } }

    func policy(_ app: String, version: Int) throws -> PolicyRecord? {
        state.policies[MemoryState.Numbered(app: try Storable.text(app), number: version)]
    }

    func policies(_ app: String, before: Int?, limit: Int) -> [PolicyRecord] {
        Self.page(state.policies.values.filter { $0.app == app }, below: before, limit: limit, by: \.version)
    }

    func manifest(_ app: String, revision: Int) throws -> ManifestRecord? {
        state.manifests[MemoryState.Numbered(app: try Storable.text(app), number: revision)]
    }

    func manifests(_ app: String, before: Int?, limit: Int) -> [ManifestRecord] {
        Self.page(state.manifests.values.filter { $0.app == app }, below: before, limit: limit, by: \.revision)
            .map { record in
                var record = record
                record.bytes = nil
                return record
            }
    }

    func catalog(_ app: String) throws -> CatalogRecord? { state.catalogs[try Storable.text(app)] }

    func catalogMarks() -> [CatalogMark] {
        state.catalogs.values.sorted { $0.app < $1.app }.map {
            CatalogMark(app: $0.app, digest: $0.digest, manifestDigest: $0.manifestDigest, updatedAt: $0.updatedAt)
        }
    }

    func sources(_ app: String) throws -> [SourceRecord] {
        (state.sources[try Storable.text(app)] ?? [:]).values.sorted { $0.source < $1.source }
    }

    func sourceMarks() -> [SourceMark] {
        state.sources.sorted { $0.key < $1.key }.compactMap { SourceMark(Array($0.value.values)) }
    }

    func audit(app: String?, before: Int?, limit: Int) -> [AuditEntry] {
        let entries = state.audit.filter { app == nil || $0.app == app }
        return Self.page(entries, below: before, limit: limit, by: \.id)
    }

    func tokens() -> [TokenRecord] { state.tokens.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }

    func setting(_ key: String) throws -> String? { state.settings[try Storable.text(key)] }
}
