/// The rules for short texts from people, such as names and notes.
package enum InputText {
    /// The highest number of code points of a note or reason. Characters would be no limit: one may have any number of
    /// accents.
    package static let longestNote = 1_000
    /// The highest number of code points of a name.
    package static let longestName = 64
    /// The problem with a text that has control characters.
    package static let noControls = "control characters are not allowed"
    /// What to write for a public key.
    package static let keyHint = "the 32 bytes of an Ed25519 public key in base64"
    /// What to write for a storefront.
    package static let storefrontHint = "write a country such as JP or JPN"

    /// Returns a note or a reason without surrounding white space; `nil` if nothing is left. The name is that of the
    /// input, such as `note`.
    static func note(_ text: String?, named name: String) throws(ControlPlaneError) -> String? {
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

    /// Whether a text can be a name: 1 to 64 printable characters without surrounding white space.
    package static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.unicodeScalars.count) && trimmed(text) == text
            && text.unicodeScalars.allSatisfy(isPrintable)
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace ?? false { rest.removeFirst() }
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        return String(rest)
    }

    /// Whether a scalar is harmless in a history. Controls, line ends and changes of the text direction are not.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        case .format: scalar == "\u{200D}" || scalar == "\u{200C}"
        default: true
        }
    }
}
