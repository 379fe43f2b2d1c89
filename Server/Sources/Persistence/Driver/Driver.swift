/// A database engine with its two kinds of transaction.
///
/// Bodies run on a thread of the engine, are synchronous and await nothing. An error that a body throws undoes its
/// changes. The cancellation of the calling task does not stop a write that has begun.
package protocol Driver: Sendable {
    /// The differences in the SQL of this engine.
    var dialect: Dialect { get }

    /// Runs a body that changes nothing, on one consistent state.
    /// - Throws: ``StoreError``, any error of `body`, `CancellationError`.
    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T

    /// Runs a body that may change something. Returns after the commit.
    /// - Throws: ``StoreError``, any error of `body`, `CancellationError` if the task was cancelled before the body
    ///   began. Nothing has changed then.
    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T
}

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

    /// A query for the existing tables, in the column `name`.
    package var tables: String {
        switch self {
        case .sqlite:
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        case .postgres:
            "SELECT CAST(table_name AS TEXT) AS name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY name"
        }
    }
}
