package import ControlPlane

/// The differences between the engines. Everything else is written once.
package enum Dialect: Hashable, Sendable {
    case sqlite
    case postgres

    /// Returns the statements of the schema that this engine runs, in its words; see ``spelled(_:)``.
    ///
    /// One that begins with `{postgres}` is for PostgreSQL only.
    package func spelled(_ statements: [String]) -> [String] {
        let mark = "{postgres}"
        return statements.filter { self == .postgres || !$0.hasPrefix(mark) }.map {
            spelled($0.replacing(mark, with: ""))
        }
    }

    /// Returns a statement of the schema with its placeholders in braces replaced by this engine's words.
    ///
    /// `{integer}` is 64 bits wide, `{text}` sorts by its bytes wherever the database was created, `{identity}` numbers
    /// its rows, `{strict}` lets SQLite check the types of stored values, as PostgreSQL always does.
    package func spelled(_ statement: String) -> String {
        words.reduce(into: statement) { statement, word in
            statement = statement.replacing("{\(word.name)}", with: word.spelling)
        }
    }

    private var words: [(name: String, spelling: String)] {
        switch self {
        case .sqlite:
            [
                ("integer", "INTEGER"), ("text", "TEXT"), ("blob", "BLOB"), ("identity", "INTEGER PRIMARY KEY"),
                ("strict", " STRICT"),
            ]
        case .postgres:
            [
                ("integer", "BIGINT"), ("text", "TEXT COLLATE \"C\""), ("blob", "BYTEA"),
                ("identity", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"), ("strict", ""),
            ]
        }
    }
}

extension SQLSession {
    /// Returns the names of the existing tables, sorted.
    package func tables() throws -> [String] {
        let query =
            switch dialect {
            case .sqlite:
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            case .postgres:
                """
                SELECT CAST(table_name AS TEXT) AS name FROM information_schema.tables
                WHERE table_schema = current_schema() ORDER BY name
                """
            }
        return try rows(query).map { try $0.text("name") }
    }

    /// Keeps other transactions from changing a table until the end of this one. SQLite has one writer at a time anyway.
    func lock(table: String) throws {
        if dialect == .postgres { try run("LOCK TABLE \(table) IN SHARE ROW EXCLUSIVE MODE") }
    }

    /// Lets 50,000 sums stay in memory until the end of the transaction. SQLite has no such limit.
    func keepSumsInMemory() throws {
        if dialect == .postgres { try run("SET LOCAL work_mem = '32MB'") }
    }

    /// Sends a message to every node of the database that listens, after the commit. Nobody listens to SQLite.
    package func announce(_ message: NodeMessage) throws {
        if dialect == .postgres { try run("SELECT pg_notify($1, $2)", binding: NodeMessage.channel, message.text) }
    }

    /// Returns the clock of the database server; `nil` for a database in this process.
    package func databaseClock() throws -> DatabaseClock? {
        guard dialect == .postgres else { return nil }
        // Through a socket of the machine both addresses are null.
        let row = try row(
            """
            SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS time,
                CASE WHEN inet_server_addr() IS DISTINCT FROM inet_client_addr() THEN 1 ELSE 0 END AS elsewhere
            """)
        guard let row else { throw StoreError.unavailable("PostgreSQL did not tell the time") }
        return DatabaseClock(now: try row.date("time"), isElsewhere: try row.integer("elsewhere") == 1)
    }
}

extension NodeMessage {
    /// The channel of PostgreSQL through which the nodes of a database send each other messages.
    package static let channel = "airworthy"
}
