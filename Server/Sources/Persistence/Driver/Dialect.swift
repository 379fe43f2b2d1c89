/// What differs between the engines. All of it: everything else is written once.
package enum Dialect: Hashable, Sendable {
    case sqlite
    case postgres

    /// A statement of the schema with its words in braces put into this engine's.
    ///
    /// `{integer}` is 64 bits wide, `{text}` sorts by its bytes wherever the database was made, `{identity}` numbers
    /// its rows, `{strict}` makes SQLite check the types of what is stored, as PostgreSQL does anyway.
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

    /// A query for the tables there are, in the column `name`.
    package var tables: String {
        switch self {
        case .sqlite:
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        case .postgres:
            "SELECT CAST(table_name AS TEXT) AS name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY name"
        }
    }
}
