package import ControlPlane
package import Foundation

/// One row of an answer, read by the names of its columns.
///
/// Reading the wrong type is a ``StoreError`` `unavailable`: then something else than these stores wrote the row.
package struct SQLRow: Sendable {
    private let names: [String]
    private let values: [SQLValue]

    /// Makes a row.
    /// - Parameters:
    ///   - names: The columns, as many as there are values; the rows of one answer share them.
    ///   - values: What is in them.
    package init(names: [String], values: [SQLValue]) {
        self.names = names
        self.values = values
    }

    /// The value of a column.
    package func value(_ name: String) throws(StoreError) -> SQLValue {
        guard let index = names.firstIndex(of: name), index < values.count else {
            throw .unavailable("an answer has no column \"\(name)\"")
        }
        return values[index]
    }

    /// A number, or `nil` for NULL.
    package func integerIfAny(_ name: String) throws(StoreError) -> Int? {
        switch try value(name) {
        case .integer(let number): number
        case .null: nil
        default: throw unexpected(name, "a number")
        }
    }

    /// A text, or `nil` for NULL.
    package func textIfAny(_ name: String) throws(StoreError) -> String? {
        switch try value(name) {
        case .text(let text): text
        case .null: nil
        default: throw unexpected(name, "a text")
        }
    }

    /// Bytes, or `nil` for NULL.
    package func bytesIfAny(_ name: String) throws(StoreError) -> [UInt8]? {
        switch try value(name) {
        case .blob(let bytes): bytes
        case .null: nil
        default: throw unexpected(name, "bytes")
        }
    }

    /// An instant, or `nil` for NULL.
    package func dateIfAny(_ name: String) throws(StoreError) -> Date? {
        try integerIfAny(name).map(Storable.date(milliseconds:))
    }

    /// A number.
    package func integer(_ name: String) throws(StoreError) -> Int {
        try required(name, "a number", integerIfAny(name))
    }

    /// A text.
    package func text(_ name: String) throws(StoreError) -> String { try required(name, "a text", textIfAny(name)) }

    /// Bytes.
    package func bytes(_ name: String) throws(StoreError) -> [UInt8] { try required(name, "bytes", bytesIfAny(name)) }

    /// An instant.
    package func date(_ name: String) throws(StoreError) -> Date { try required(name, "a time", dateIfAny(name)) }

    /// One of the cases of `T`.
    package func oneOf<T: RawRepresentable<String>>(_ name: String, _: T.Type) throws(StoreError) -> T {
        guard let value = T(rawValue: try text(name)) else { throw unexpected(name, "a word this version knows") }
        return value
    }

    /// Says that a column does not hold what was looked for, without quoting what it does hold.
    package func unexpected(_ name: String, _ wanted: String) -> StoreError {
        .unavailable("the column \"\(name)\" does not hold \(wanted); something else has written to the database")
    }

    private func required<T>(_ name: String, _ wanted: String, _ value: T?) throws(StoreError) -> T {
        guard let value else { throw unexpected(name, wanted) }
        return value
    }
}
