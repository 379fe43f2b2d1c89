/// What is put into a text.
enum TextArgument: Hashable, Sendable {
    /// Put in as it is: a version, a date, an address. `%1$@`.
    case text(String)
    /// Chooses the plural form. `%1$ld`, written with the digits of the language.
    case count(Int)
}
