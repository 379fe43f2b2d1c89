import AirworthyPolicy
package import ControlPlane
package import Foundation

/// One row of a result, read by column name.
///
/// Reading a value as the wrong type throws ``StoreError`` `unavailable`: another program has written the row.
package struct SQLRow: Sendable {
    private let names: [String]
    private let values: [SQLValue]

    /// Creates a row with a name for each value; the rows of one result share the names.
    package init(names: [String], values: [SQLValue]) {
        self.names = names
        self.values = values
    }

    package func value(_ column: String) throws(StoreError) -> SQLValue {
        guard let index = names.firstIndex(of: column), index < values.count else {
            throw .unavailable("an answer has no column \"\(column)\"")
        }
        return values[index]
    }

    /// The texts in all columns from one on, in their order. For many rows: a column is not looked up by its name.
    package func texts(from first: Int) throws(StoreError) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(values.count)
        for index in values.indices.dropFirst(first) {
            guard case .text(let text) = values[index] else { throw unexpected(names[index], wanted: "a text") }
            texts.append(text)
        }
        return texts
    }

    /// The number in a column; `nil` for NULL.
    package func optionalInteger(_ column: String) throws(StoreError) -> Int? {
        switch try value(column) {
        case .integer(let number): number
        case .null: nil
        default: throw unexpected(column, wanted: "a number")
        }
    }

    /// The text in a column; `nil` for NULL.
    package func optionalText(_ column: String) throws(StoreError) -> String? {
        switch try value(column) {
        case .text(let text): text
        case .null: nil
        default: throw unexpected(column, wanted: "a text")
        }
    }

    /// The bytes in a column; `nil` for NULL.
    package func optionalBytes(_ column: String) throws(StoreError) -> [UInt8]? {
        switch try value(column) {
        case .blob(let bytes): bytes
        case .null: nil
        default: throw unexpected(column, wanted: "bytes")
        }
    }

    /// The date in a column of milliseconds; `nil` for NULL.
    package func optionalDate(_ column: String) throws(StoreError) -> Date? {
        try optionalInteger(column).map(Storable.date(milliseconds:))
    }

    package func integer(_ column: String) throws(StoreError) -> Int {
        guard let number = try optionalInteger(column) else { throw unexpected(column, wanted: "a number") }
        return number
    }

    package func text(_ column: String) throws(StoreError) -> String {
        guard let text = try optionalText(column) else { throw unexpected(column, wanted: "a text") }
        return text
    }

    package func bytes(_ column: String) throws(StoreError) -> [UInt8] {
        guard let bytes = try optionalBytes(column) else { throw unexpected(column, wanted: "bytes") }
        return bytes
    }

    /// The date in a column of milliseconds.
    package func date(_ column: String) throws(StoreError) -> Date {
        guard let date = try optionalDate(column) else { throw unexpected(column, wanted: "a time") }
        return date
    }

    /// The case of an enumeration whose raw value is in a column.
    package func value<T: RawRepresentable<String>>(_ column: String, as _: T.Type) throws(StoreError) -> T {
        guard let value = T(rawValue: try text(column)) else {
            throw unexpected(column, wanted: "a word this version knows")
        }
        return value
    }

    /// Creates the error for a column that holds another type. It does not quote the value.
    package func unexpected(_ column: String, wanted: String) -> StoreError {
        .unavailable("the column \"\(column)\" does not hold \(wanted); something else has written to the database")
    }
}

/// Lists in columns as JSON text. They are always read and written whole.
extension SQLRow {
    func texts(_ column: String) throws(StoreError) -> [String] {
        guard let texts = try list(column).arrayValue?.map(\.stringValue) as? [String] else {
            throw unexpected(column, wanted: "texts")
        }
        return texts
    }

    /// Returns the list as JSON.
    func list(_ column: String) throws(StoreError) -> JSONValue {
        guard let list = try? JSONReader.read(text(column)).jsonValue, list.arrayValue != nil else {
            throw unexpected(column, wanted: "a list")
        }
        return list
    }
}
