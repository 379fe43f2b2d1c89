import AirworthyPolicy
import ReleaseCatalog

/// A catalog that somebody imports.
struct CatalogDocument: Sendable {
    private let catalog: Catalog
    private let document: DocumentNode

    /// Reads a catalog strictly.
    /// - Throws: ``ControlPlaneError`` `invalid` with everything that is wrong.
    init(_ text: [UInt8]) throws(ControlPlaneError) {
        do throws(DocumentError) {
            document = try JSONReader.read(text, options: PolicyDocument.readerOptions)
        } catch {
            throw Self.refusal([error.finding])
        }
        let (catalog, findings) = CatalogReader.read(document)
        guard let catalog else { throw Self.refusal(findings) }
        self.catalog = catalog
    }

    private static func refusal(_ findings: [Finding]) -> ControlPlaneError {
        let count = findings.count { $0.severity == .error }
        return ControlPlaneError(
            .invalid, "the catalog cannot be used: \(count == 1 ? "1 error" : "\(count) errors")", findings: findings)
    }

    /// The facts, with who said so.
    /// - Parameter app: The app they were sent for.
    /// - Returns: The catalog.
    /// - Throws: ``ControlPlaneError`` `wrongApp`.
    func facts(for app: App) throws(ControlPlaneError) -> Catalog {
        if let other = catalog.app, other != app.slug {
            let finding = Finding(
                code: "wrong-app", severity: .error, path: "app", position: document.position(ofPath: "app"),
                message: "This catalog is for the app \"\(other)\", not for \"\(app.slug)\"; send it to the right app.")
            throw ControlPlaneError(
                .wrongApp, "the catalog is not for the app \"\(app.slug)\"", pointer: "/app", findings: [finding])
        }
        let releases = catalog.releases.map { release in
            var release = release
            for index in release.offers.indices where release.offers[index].source == nil {
                release.offers[index].source = CatalogSource.manual.description
            }
            return release
        }
        return Catalog(app: app.slug, asOf: catalog.asOf.map(Instant.stored), releases: releases)
    }
}
