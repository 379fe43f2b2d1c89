import ControlPlane
import Persistence

/// A table that is copied from one database to another, row by row in the order of its key.
struct MovedTable {
    /// The tables that make an installation, each after the tables that it refers to.
    ///
    /// Every other table describes the nodes of a running server or the browsers that are signed in to it, and begins empty
    /// in a new database.
    static let names = [
        "apps", "heads", "policies", "manifests", "catalogs", "catalog_sources", "audit", "tokens", "settings",
        "adoption_cells", "adoption_days", "adoption_outcomes", "adoption_imports", "adoption_imported_cells",
        "adoption_summaries", "predictions", "drafts",
    ]

    /// The columns that refer to the counters of a database, which begin anew in another one.
    private static let omitted: Set<String> = ["heads.changed"]

    /// The number of rows in one statement. A row has up to 1 MiB.
    private static let pageSize = 50

    let name: String
    private let columns: [String]
    private let key: [String]
    private let keyColumns: [Int]

    /// Reads the columns of a table of a SQLite database, and its key.
    init(_ name: String, in source: any SQLSession) throws {
        let rows = try source.rows("SELECT name, pk FROM pragma_table_info($1) ORDER BY cid", binding: name)
            .filter { !Self.omitted.contains("\(name).\(try $0.text("name"))") }
        columns = try rows.map { try $0.text("name") }
        let places = try rows.map { try $0.integer("pk") }
        keyColumns = columns.indices.filter { places[$0] > 0 }.sorted { places[$0] < places[$1] }
        key = keyColumns.map { [columns] in columns[$0] }
        guard !key.isEmpty else { throw StoreError.unavailable("the table \"\(name)\" has no key") }
        self.name = name
    }

    /// Checks that the table has the same columns in a PostgreSQL database.
    func requireSameColumns(in target: any SQLSession) throws {
        let names = try target.rows(
            """
            SELECT CAST(column_name AS TEXT) AS name FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = $1
            """, binding: name
        ).map { try $0.text("name") }
        guard Set(names.filter { !Self.omitted.contains("\(name).\($0)") }) == Set(columns) else {
            throw StoreError.unavailable(
                "the table \"\(name)\" has other columns there; another program has changed one of the databases")
        }
    }

    /// Calls `body` with all rows, a page at a time, each row with the values of all columns.
    func forEachPage(in sql: any SQLSession, _ body: ([[SQLValue]]) throws -> Void) throws {
        let order = key.joined(separator: ", ")
        var last: [SQLValue]?
        while true {
            let places = (1...key.count).map { "$\($0)" }.joined(separator: ", ")
            let condition = last == nil ? "" : " WHERE (\(order)) > (\(places))"
            let rows = try sql.query(
                "SELECT \(columns.joined(separator: ", ")) FROM \(name)\(condition) ORDER BY \(order) LIMIT \(Self.pageSize)",
                values: last ?? [])
            guard !rows.isEmpty else { return }
            let page = try rows.map { row in try columns.map { try row.value($0) } }
            try body(page)
            last = keyColumns.map { page[page.count - 1][$0] }
        }
    }

    /// Adds rows to the table in a PostgreSQL database, with the numbers that they have.
    func insert(_ rows: [[SQLValue]], into target: any SQLSession) throws {
        _ = try target.execute(
            """
            INSERT INTO \(name) (\(columns.joined(separator: ", "))) OVERRIDING SYSTEM VALUE
            VALUES \(SQLValue.places(of: rows))
            """, values: rows.flatMap { $0 })
    }

    /// Returns the number of rows and the digest of all their values; `each` gets every page first.
    func content(
        in sql: any SQLSession, _ each: ([[SQLValue]]) throws -> Void = { _ in }
    ) throws -> InstallationMove.Content {
        var content = InstallationMove.Content(table: name)
        try forEachPage(in: sql) { page in
            try each(page)
            for row in page { content.add(row) }
        }
        return content
    }

    func isEmpty(in sql: any SQLSession) throws -> Bool {
        try sql.rows("SELECT \(key[0]) FROM \(name) ORDER BY \(key[0]) LIMIT 1").isEmpty
    }
}
