import ControlPlane
import ReleaseCatalog

/// The state of a ``MemoryStore``.
struct MemoryState: Sendable {
    struct Numbered: Hashable, Sendable {
        let app: String
        let number: Int
    }

    var apps: [String: AppState] = [:]
    var heads: [String: Head] = [:]
    var policies: [Numbered: PolicyRecord] = [:]
    var manifests: [Numbered: ManifestRecord] = [:]
    /// The drafts by the slugs of their apps and by their ids.
    var drafts: [String: [String: DraftRecord]] = [:]
    var catalogs: [String: CatalogRecord] = [:]
    var sources: [String: [CatalogSource: SourceRecord]] = [:]
    var audit: [AuditEntry] = []
    var tokens: [TokenRecord] = []
    var settings: [String: String] = [:]
    var sessions: [String: SessionRecord] = [:]
    var changes = StoredChanges()
    /// The number of the last change of each app.
    var listed: [String: Int] = [:]
    var appleKeys: [AppleKeyRecord] = []
    var adoption = Adoption()

    /// The sums of check-ins.
    struct Adoption: Sendable {
        var days: [AdoptionCounts.Place: [AdoptionCell: AdoptionCounts.DayCount]] = [:]
        var summarized: Set<AdoptionCounts.Place> = []
        var batches: [String: Int] = [:]
        var imports: [String: AdoptionImport] = [:]
        var outcomes: [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount] = [:]
        var predictions: [Prediction] = []
    }
}
