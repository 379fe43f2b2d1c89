import AirworthyPolicy
package import Foundation
package import ReleaseCatalog

/// The stored catalog of an app.
package struct CatalogRecord: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// The catalog, JSON as UTF-8.
    package let text: [UInt8]
    /// SHA-256 of ``text``, in hexadecimal: the catalog's entity tag.
    package let digest: String
    /// SHA-256 of the part that manifests contain, in hexadecimal. If ``Head/catalogDigest`` differs, the server has to
    /// publish.
    package let manifestDigest: String
    /// The sources of the catalog, such as `manual` or `appStoreConnect,lookup:JP`.
    package let source: String
    /// The date of the release data, if it has one.
    package let asOf: Date?
    package let updatedAt: Date
    /// The name of the token that stored it.
    package let author: String

    package init(
        app: String, text: [UInt8], digest: String, manifestDigest: String, source: String, asOf: Date?,
        updatedAt: Date, author: String
    ) {
        self.app = app
        self.text = text
        self.digest = digest
        self.manifestDigest = manifestDigest
        self.source = source
        self.asOf = asOf
        self.updatedAt = updatedAt
        self.author = author
    }

    /// The catalog; `nil` if ``text`` cannot be read.
    var catalog: Catalog? { CatalogReader.read(json: text).catalog }

    /// Returns the sources of a catalog as one text, such as `appStoreConnect,lookup:JP`.
    static func source(of merged: MergedCatalog) -> String {
        merged.sources.map(\.source.description).joined(separator: ",")
    }
}

/// The digests and date of a stored catalog, to detect a change without its text.
package struct CatalogMark: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// SHA-256 of the stored text, in hexadecimal.
    package let digest: String
    /// ``CatalogRecord/manifestDigest``.
    package let manifestDigest: String
    package let updatedAt: Date

    package init(app: String, digest: String, manifestDigest: String, updatedAt: Date) {
        self.app = app
        self.digest = digest
        self.manifestDigest = manifestDigest
        self.updatedAt = updatedAt
    }
}

/// The stored records about an app, without their bodies.
package struct SourceMark: Hashable, Sendable {
    /// The part that differs if a record does, except in its age.
    package struct Content: Hashable, Sendable {
        /// The number of sources.
        package let count: Int
        /// The size of their bodies together, in bytes.
        package let size: Int
        /// The date of the latest observation with new data.
        package let changedAt: Date

        /// Creates the content of a mark.
        package init(count: Int, size: Int, changedAt: Date) {
            self.count = count
            self.size = size
            self.changedAt = changedAt
        }
    }

    /// The app's slug.
    package let app: String
    /// The part that differs if a record does.
    package let content: Content
    /// The date of the latest observation.
    package let checkedAt: Date
    /// A hash of the bodies, in this process; `nil` if they were not read.
    private(set) var bodies: Int?

    package init(app: String, content: Content, checkedAt: Date) {
        self.app = app
        self.content = content
        self.checkedAt = checkedAt
    }

    /// Creates the mark of all records about one app; `nil` without any.
    package init?(_ records: [SourceRecord]) {
        guard let first = records.first, let checkedAt = records.map(\.checkedAt).max(),
            let changedAt = records.map(\.changedAt).max()
        else { return nil }
        let size = records.reduce(0) { $0 + $1.body.count }
        self.init(
            app: first.app, content: Content(count: records.count, size: size, changedAt: changedAt),
            checkedAt: checkedAt)
        bodies = records.sorted { $0.source < $1.source }.map(\.body).hashValue
    }
}
