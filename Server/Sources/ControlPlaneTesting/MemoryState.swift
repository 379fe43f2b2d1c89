import ControlPlane
import ReleaseCatalog

/// Everything a ``MemoryStore`` keeps.
struct MemoryState: Sendable {
    struct Numbered: Hashable, Sendable {
        let app: String
        let number: Int
    }

    var apps: [String: AppState] = [:]
    var heads: [String: Head] = [:]
    var policies: [Numbered: PolicyRecord] = [:]
    var manifests: [Numbered: ManifestRecord] = [:]
    var catalogs: [String: CatalogRecord] = [:]
    var sources: [String: [CatalogSource: SourceRecord]] = [:]
    var audit: [AuditEntry] = []
    var tokens: [TokenRecord] = []
    var settings: [String: String] = [:]
}
