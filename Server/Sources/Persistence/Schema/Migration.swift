/// One step of the schema. A released migration is never edited, only followed by another one.
///
/// Statements name no Swift type, add before they remove, and differ between engines only by ``Dialect``.
package struct Migration: Hashable, Sendable {
    /// The position in the order, from 1.
    package let number: Int
    /// A short name for the change.
    package let name: String
    /// The statements to run, in this order.
    package let statements: [String]

    /// Returns a migration's number as file names have it, such as `0001`.
    package static func digits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
