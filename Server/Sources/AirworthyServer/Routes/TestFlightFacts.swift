package import AirworthyPolicy
package import ControlPlane

/// How much of TestFlight builds a caller sees.
package struct TestFlightFacts: Sendable {
    private let slug: String
    private let level: App.InternalBuilds

    /// - Parameters:
    ///   - app: What its team allows.
    ///   - mayExplain: Whether the caller has a token for full facts. Without one, `full` is `facts`.
    package init(_ app: App, mayExplain: Bool) {
        slug = app.slug
        level = app.internalBuilds == .full && !mayExplain ? .facts : app.internalBuilds
    }

    /// What is shown of a catalog.
    package func shown(of catalog: Catalog) -> Catalog { ManifestCatalog.visible(catalog, of: slug, level) }
}
