/// Short texts that people write for other people.
enum InputText {
    /// The longest note and reason, in code points: a character may have any number of accents.
    static let longestNote = 1_000
    /// The longest name, in code points.
    static let longestName = 64

    /// Checks a note or a reason. One that says nothing is none.
    /// - Parameters:
    ///   - text: What was written.
    ///   - name: What it is called, e.g. `note`.
    /// - Returns: The text without white space around it.
    /// - Throws: ``ControlPlaneError`` `invalid`.
    static func note(_ text: String?, _ name: String) throws(ControlPlaneError) -> String? {
        guard let text = text.map(trimmed), !text.isEmpty else { return nil }
        let isClean = text.unicodeScalars.allSatisfy { isPrintable($0) || $0 == "\n" || $0 == "\t" }
        guard isClean, text.unicodeScalars.count <= longestNote else {
            throw ControlPlaneError(
                .invalid,
                detail: "the \(name) has control characters or is longer than \(longestNote) characters; shorten it",
                pointer: "/\(name)")
        }
        return text
    }

    /// Whether a text can be a name: 1 to 64 printable characters, no white space around them.
    static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.unicodeScalars.count) && trimmed(text) == text
            && text.unicodeScalars.allSatisfy(isPrintable)
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace ?? false { rest.removeFirst() }
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        return String(rest)
    }

    /// Control characters, line ends and what turns the direction of writing make a history unreadable.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        case .format: scalar == "\u{200D}" || scalar == "\u{200C}"
        default: true
        }
    }
}
