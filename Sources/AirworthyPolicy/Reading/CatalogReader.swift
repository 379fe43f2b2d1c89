/// Reads catalog files strictly: everything that is wrong is found, with its place and what to do about it.
public enum CatalogReader {
    /// Reads a catalog from a document of any syntax.
    ///
    /// - Parameter document: The root node.
    /// - Returns: The catalog, or `nil` if any finding is an error, and the findings in the order of the text.
    public static func read(_ document: DocumentNode) -> (catalog: Catalog?, findings: [Finding]) {
        var walker = DocumentWalker()
        let root = DocumentField(document)
        guard
            let object = walker.object(root, wanted: "a catalog, which is an object with \"schema\" and \"releases\""),
            walker.checkSchema(of: object, supported: Catalog.currentSchema)
        else { return (nil, walker.findings) }
        let catalog = walker.catalog(object)
        return (walker.hasErrors ? nil : catalog, walker.sortedFindings)
    }

    /// Reads a catalog from JSON text.
    ///
    /// - Parameter bytes: The text as UTF-8. The caller limits the size.
    /// - Returns: The catalog, or `nil` if any finding is an error, and the findings. Broken JSON is one finding.
    public static func read(json bytes: some Collection<UInt8>) -> (catalog: Catalog?, findings: [Finding]) {
        do throws(DocumentError) {
            return read(try JSONReader.read(bytes))
        } catch {
            return (nil, [error.finding])
        }
    }
}
