/// One step of the schema. Its text is frozen: once released it is never edited, only followed by another one.
///
/// Statements name no Swift type, add before they take away, and are told apart between engines by ``Dialect`` alone.
package struct Migration: Hashable, Sendable {
    /// Its place in the order, from 1.
    package let number: Int
    /// What it does, in a few words.
    package let name: String
    /// What is run, in this order.
    package let statements: [String]

    /// The number as file names have it: `0001`.
    package static func digits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
