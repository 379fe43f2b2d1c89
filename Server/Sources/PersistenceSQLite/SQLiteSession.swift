import Foundation
import GRDB
import Persistence

/// One SQLite connection inside a transaction.
struct SQLiteSession: SQLSession {
    let database: Database
    let errors: SQLiteErrorMapper

    var dialect: Dialect { .sqlite }

    func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow] {
        var rows: [SQLRow] = []
        try forEachRow(of: statement, values: values) { rows.append($0) }
        return rows
    }

    func forEachRow(of statement: String, values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
        try errors.translating {
            let prepared = try database.cachedStatement(sql: statement)
            let names = prepared.columnNames
            try Row.fetchCursor(prepared, arguments: Self.arguments(values)).forEach { row in
                try body(SQLRow(names: names, values: row.databaseValues.map(Self.value)))
            }
        }
    }

    /// Adds up here: SQLite would sort all rows first, and 1.4 million of them take it longer than everything else.
    func sums(of statement: String, values: [SQLValue]) throws -> [Int: Int] {
        try errors.translating {
            var sums: [Int: Int] = [:]
            let prepared = try database.cachedStatement(sql: statement)
            try Row.fetchCursor(prepared, arguments: Self.arguments(values)).forEach { row in
                sums[try row.decode(Int.self, atIndex: 0), default: 0] &+= try row.decode(Int.self, atIndex: 1)
            }
            return sums
        }
    }

    func execute(_ statement: String, values: [SQLValue]) throws -> Int {
        try errors.translating {
            try database.cachedStatement(sql: statement).execute(arguments: Self.arguments(values))
            return database.changesCount
        }
    }

    /// SQLite numbers `$1` by its first appearance in the statement, so values are bound by name, not by position.
    private static func arguments(_ values: [SQLValue]) -> StatementArguments {
        StatementArguments(
            Dictionary(uniqueKeysWithValues: zip(1..., values).map { (String($0), databaseValue($1)) }))
    }

    private static func databaseValue(_ value: SQLValue) -> DatabaseValue {
        switch value {
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        case .null: .null
        }
    }

    private static func value(_ value: DatabaseValue) -> SQLValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(Int(number))
        case .string(let text): .text(text)
        case .blob(let data): .blob(Array(data))
        // No column holds fractions, so reading the text as another type throws.
        case .double(let number): .text(String(number))
        }
    }
}
