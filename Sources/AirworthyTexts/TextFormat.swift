import Foundation

/// An argument of a text.
enum TextArgument: Hashable, Sendable {
    /// A version, a date or an address for `%1$@`, inserted unchanged.
    case text(String)
    /// A count for `%1$ld`. It selects the plural form, and is written with the digits of the language.
    case count(Int)

    fileprivate var isCount: Bool {
        if case .count = self { true } else { false }
    }
}

/// Inserts arguments into a text in one pass. Placeholders inside an argument are not replaced.
struct TextFormat {
    /// The locale for the digits of counts.
    let locale: Locale
    /// Whether text arguments are isolated, so that they do not reorder the words around them (`2.1 (300)` in Arabic).
    let isolates: Bool

    /// Replaces the placeholders of a text.
    /// - Parameters:
    ///   - format: The text: `%1$@` and `%1$ld` by number, `%ld` for the first count, `%lld` as well, `%%` for a percent sign.
    ///   - arguments: The arguments. A placeholder without an argument stays as it is.
    /// - Returns: The text.
    func fill(_ format: String, with arguments: [TextArgument]) -> String {
        var text = ""
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...]
            let (written, length) = replacement(at: rest, arguments: arguments)
            text += written
            rest = rest.dropFirst(length)
        }
        return text + rest
    }

    /// Returns the text for the placeholder at the start of `rest`, and the length of the placeholder.
    private func replacement(at rest: Substring, arguments: [TextArgument]) -> (String, Int) {
        if rest.hasPrefix("%%") { return ("%", 2) }
        // String catalogs write `%lld`.
        for mark in ["%lld", "%ld"] where rest.hasPrefix(mark) {
            if let count = arguments.first(where: \.isCount) { return (written(count), mark.count) }
        }
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        let kind = rest.dropFirst(1 + digits.count)
        if let number = Int(digits), arguments.indices.contains(number - 1) {
            let argument = arguments[number - 1]
            for mark in ["$@", "$lld", "$ld"] where kind.hasPrefix(mark) {
                return (written(argument), 1 + digits.count + mark.count)
            }
        }
        return ("%", 1)
    }

    private func written(_ argument: TextArgument) -> String {
        switch argument {
        case .count(let count): count.formatted(.number.locale(locale))
        case .text(let text): isolates ? "\u{2068}\(text)\u{2069}" : text
        }
    }
}
