import AirworthyPolicy

/// The catalog that an operator imported, unchanged: the source `manual`.
struct ManualData: SourceData {
    let catalog: Catalog

    init(_ catalog: Catalog) { self.catalog = catalog }

    var withoutBookkeeping: ManualData { self }
    var body: [UInt8] { catalog.jsonValue.jsonBytes() }

    init(body: [UInt8]) throws(UnreadableBody) {
        let (catalog, findings) = CatalogReader.read(json: body)
        guard let catalog else { throw UnreadableBody(detail: findings.first?.message ?? "it is not a catalog") }
        self.catalog = catalog
    }
}
