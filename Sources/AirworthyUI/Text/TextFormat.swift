import Foundation

/// Puts arguments into a text, in one pass: what is put in is never read as a placeholder.
struct TextFormat {
    /// Whose digits counts have.
    let locale: Locale
    /// Whether what is put in is kept from changing the order of the words around it (`2.1 (300)` among Arabic ones).
    let isolates: Bool

    /// - Parameters:
    ///   - format: `%1$@` and `%1$ld` by number, `%ld` for the first count, `%%` for a percent sign.
    ///   - arguments: What is put in. A placeholder without one stays as it is.
    /// - Returns: The text.
    func fill(_ format: String, _ arguments: [TextArgument]) -> String {
        var text = ""
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...]
            let (written, length) = placeholder(rest, arguments)
            text += written
            rest = rest.dropFirst(length)
        }
        return text + rest
    }

    // What is written for the placeholder at the start, and how long that is.
    private func placeholder(_ rest: Substring, _ arguments: [TextArgument]) -> (String, Int) {
        if rest.hasPrefix("%%") { return ("%", 2) }
        if rest.hasPrefix("%ld"), let count = arguments.first(where: \.isCount) { return (written(count), 3) }
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        let kind = rest.dropFirst(1 + digits.count)
        if let number = Int(digits), arguments.indices.contains(number - 1) {
            let argument = arguments[number - 1]
            for mark in ["$@", "$ld"] where kind.hasPrefix(mark) {
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

extension TextArgument {
    var isCount: Bool {
        if case .count = self { true } else { false }
    }
}
