import ControlPlane
package import Foundation

/// A value of a database. There are no other types: dates are integers, Booleans 0 and 1.
package enum SQLValue: Hashable, Sendable {
    case integer(Int)
    case text(String)
    case blob([UInt8])
    case null

    /// Returns the places of rows, such as `($1, $2), ($3, $4)`, in a statement that has `count` places before.
    package static func places(of rows: [[SQLValue]], after count: Int = 0) -> String {
        var place = count
        return rows.map { row in
            let places = row.map { _ in
                place += 1
                return "$\(place)"
            }
            return "(\(places.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }
}

/// A type whose values can be bound to a `$n` of a statement.
package protocol SQLBindable {
    /// The value as it is stored.
    /// - Throws: ``ControlPlaneError`` `invalid` for a value that no store accepts; see ``Storable``.
    var sqlValue: SQLValue { get throws }
}

extension SQLValue: SQLBindable {
    package var sqlValue: SQLValue { self }
}

extension Int: SQLBindable {
    package var sqlValue: SQLValue { .integer(self) }
}

extension Bool: SQLBindable {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLBindable {
    package var sqlValue: SQLValue { get throws { .text(try Storable.text(self)) } }
}

extension Date: SQLBindable {
    package var sqlValue: SQLValue { get throws { .integer(try Storable.milliseconds(self)) } }
}

extension [UInt8]: SQLBindable {
    package var sqlValue: SQLValue { .blob(self) }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
    package var sqlValue: SQLValue { get throws { try self?.sqlValue ?? .null } }
}
