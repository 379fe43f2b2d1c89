package import AirworthyPolicy
import ReleaseCatalog

/// A catalog that a person or a pipeline imports.
struct CatalogDocument: Sendable {
    private let catalog: Catalog
    private let document: DocumentNode

    /// Reads a catalog strictly.
    /// - Throws: `invalid` with every finding.
    init(_ text: [UInt8]) throws(ControlPlaneError) {
        do throws(DocumentError) {
            document = try JSONReader.read(text, options: PolicyDocument.readerOptions)
        } catch {
            throw ControlPlaneError.unusable("catalog", findings: [error.finding])
        }
        let (catalog, findings) = CatalogReader.read(document)
        guard let catalog else { throw ControlPlaneError.unusable("catalog", findings: findings) }
        self.catalog = catalog
    }

    /// Returns the release data for an app, with the source `manual` where the document names none.
    func catalog(for app: App) throws(ControlPlaneError) -> Catalog {
        if let problem = catalog.wrongApp(for: app.slug) {
            let finding = Finding(
                code: "wrong-app", severity: .error, path: "app", position: document.position(ofPath: "app"),
                message: "This \(problem); send it to the right app.")
            throw ControlPlaneError(.wrongApp, detail: "the \(problem)", pointer: "/app", findings: [finding])
        }
        let releases = catalog.releases.map { release in
            var release = release
            for index in release.offers.indices where release.offers[index].source == nil {
                release.offers[index].source = CatalogSource.manual.description
            }
            return release
        }
        return Catalog(app: app.slug, asOf: catalog.asOf?.storable, releases: releases)
    }
}

extension Catalog {
    /// Returns the sentence, without its article, that a catalog names another app; `nil` if it does not.
    package func wrongApp(for slug: String) -> String? {
        app.flatMap { $0 == slug ? nil : "catalog is for the app \"\($0)\", not for \"\(slug)\"" }
    }
}
