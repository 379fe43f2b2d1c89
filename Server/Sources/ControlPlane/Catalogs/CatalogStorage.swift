package import Foundation
package import ReleaseCatalog

package protocol CatalogReads {
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

package protocol CatalogWrites: CatalogReads {
    /// Adds or replaces the catalog of an app.
    func replaceCatalog(_ catalog: CatalogRecord) throws
    func replaceSource(_ record: SourceRecord) throws
    /// Sets the date at which a source was last checked. Does nothing without a record of the source.
    func touchSource(_ source: CatalogSource, of app: String, checkedAt: Date) throws
    /// Removes the record of a source.
    func deleteSource(_ source: CatalogSource, of app: String) throws
}
