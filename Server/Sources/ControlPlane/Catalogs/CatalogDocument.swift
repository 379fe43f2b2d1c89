import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A catalog that somebody imports.
struct CatalogDocument: Sendable {
    /// Who says so.
    static let source = "manual"

    private let catalog: Catalog
    private let document: DocumentNode

    /// Reads a catalog strictly.
    /// - Throws: ``ControlPlaneError`` `invalid` with everything that is wrong.
    init(_ text: [UInt8]) throws(ControlPlaneError) {
        do throws(DocumentError) {
            document = try JSONReader.read(text, options: PolicyDocument.readerOptions)
        } catch {
            throw Self.refusal([error.asFinding])
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

    /// What is stored of it.
    /// - Parameters:
    ///   - app: The app it was sent for.
    ///   - author: The name of the token.
    ///   - now: The clock.
    /// - Returns: The record.
    /// - Throws: ``ControlPlaneError`` `wrongApp`.
    func record(for app: App, author: String, at now: Date) throws(ControlPlaneError) -> CatalogRecord {
        if let other = catalog.app, other != app.slug {
            let finding = Finding(
                "wrong-app", .error, at: "app", position: document.position(ofPath: "app"),
                "This catalog is for the app \"\(other)\", not for \"\(app.slug)\"; send it to the right app.")
            throw ControlPlaneError(
                .wrongApp, "the catalog is not for the app \"\(app.slug)\"", pointer: "/app", findings: [finding])
        }
        let releases = catalog.releases.map { release in
            var release = release
            for index in release.offers.indices where release.offers[index].source == nil {
                release.offers[index].source = Self.source
            }
            return release
        }
        let stored = Catalog(app: app.slug, asOf: catalog.asOf, releases: releases)
        let text = stored.jsonValue.jsonBytes() + [UInt8(ascii: "\n")]
        return CatalogRecord(
            app: app.slug, text: text, digest: ContentDigest.hex(text),
            manifestDigest: ManifestCatalog.digest(of: ManifestCatalog.trimmed(stored, for: app)), source: Self.source,
            asOf: catalog.asOf.map(Instant.stored), updatedAt: now, author: author)
    }
}

extension CatalogRecord {
    /// The facts; none if they cannot be read.
    var catalog: Catalog? { CatalogReader.read(json: text).catalog }

    /// The same facts under today's settings of the app.
    func retrimmed(for app: App) -> CatalogRecord {
        let digest = ManifestCatalog.digest(of: ManifestCatalog.trimmed(catalog ?? .empty, for: app))
        return CatalogRecord(
            app: self.app, text: text, digest: self.digest, manifestDigest: digest, source: source, asOf: asOf,
            updatedAt: updatedAt, author: author)
    }

    /// The form that answers are made from.
    var live: ServedApp.LiveCatalog? {
        catalog.map { ServedApp.LiveCatalog(catalog: $0, digest: digest, source: source, asOf: asOf ?? updatedAt) }
    }
}
