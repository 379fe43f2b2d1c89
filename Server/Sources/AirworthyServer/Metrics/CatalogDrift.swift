import AirworthyPolicy
import ControlPlane
import Synchronization

/// Whether the stored catalog of an app says something else than the manifest in force, as far as devices care.
///
/// Remembers the answers: they only change when the one or the other does.
final class CatalogDrift: Sendable {
    private struct Answer {
        let manifest: String
        let catalog: String
        let isDrifted: Bool
    }

    private let answers = Mutex<[String: Answer]>([:])

    /// Compares.
    /// - Parameter app: The app.
    /// - Returns: `nil` where there is nothing to compare.
    /// - Complexity: O(releases) after a change, else O(1).
    func isDrifted(_ app: ServedApp) -> Bool? {
        guard case .live(let head) = app.state, let catalog = app.catalog else { return nil }
        let slug = app.app.slug
        let known = answers.withLock { $0[slug] }
        if let known, known.manifest == head.digest, known.catalog == catalog.digest { return known.isDrifted }
        let isDrifted = ManifestCatalog.hasDrifted(catalog.catalog, from: head.manifest.catalog, of: app.app)
        let answer = Answer(manifest: head.digest, catalog: catalog.digest, isDrifted: isDrifted)
        answers.withLock { $0[slug] = answer }
        return isDrifted
    }

    /// Forgets all but these apps.
    func keep(only slugs: Set<String>) { answers.withLock { $0 = $0.filter { slugs.contains($0.key) } } }
}
