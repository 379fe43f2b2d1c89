/// A word in the database to which later versions of the server may add.
///
/// An older server beside a newer one keeps a word that it does not know, and shows it as it is. It lets nothing happen that depends
/// on the meaning.
package protocol OpenWord: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// A word that this version does not know.
    static func other(_ word: String) -> Self
}

extension OpenWord {
    package init(rawValue: String) {
        self = Self.allCases.first { $0.rawValue == rawValue } ?? .other(rawValue)
    }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Returns the case of a word that somebody wrote; `nil` for a word that this version does not know.
    package static func known(_ word: String) -> Self? { allCases.first { $0.rawValue == word } }
}
