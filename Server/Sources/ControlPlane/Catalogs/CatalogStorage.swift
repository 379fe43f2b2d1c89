package import Foundation
package import ReleaseCatalog

/// The reads of the catalogs and the reports of their sources.
package protocol CatalogReads {
    /// Returns the stored catalog of an app.
    func catalog(_ app: String) throws -> CatalogRecord?
    /// Returns the mark of each stored catalog, by slug.
    func catalogMarks() throws -> [CatalogMark]
    /// Returns the release data of an app, one record for each source, by the name of the source.
    func sources(_ app: String) throws -> [SourceRecord]
    /// Returns the mark of each app with release data, by slug.
    func sourceMarks() throws -> [SourceMark]
    /// Returns the date at which each source of some apps was last checked, by slug.
    func sourceAges(of apps: [String]) throws -> [String: [CatalogSource: Date]]
}

/// The changes of the catalogs and the reports of their sources.
package protocol CatalogWrites: CatalogReads {
    /// Adds or replaces the catalog of an app.
    func replaceCatalog(_ catalog: CatalogRecord) throws
    /// Adds or replaces the record of a source.
    func replaceSource(_ record: SourceRecord) throws
    /// Sets the date at which a source was last checked. Does nothing without a record of the source.
    func touchSource(_ source: CatalogSource, of app: String, checkedAt: Date) throws
    /// Removes the record of a source.
    func deleteSource(_ source: CatalogSource, of app: String) throws
}
