/// The characters that have no place in a text for people: they are invisible, and terminals or text views obey them.
package enum HiddenCharacters {
    /// Returns the first control character or override of the writing direction. Line breaks and tabs are allowed, and so
    /// are the marks that Arabic and Hebrew need.
    static func first(in text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: false
            case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    /// Returns the first hidden character of a text in several languages, with its language, if there is one.
    package static func first(in text: LocalizedText) -> (language: String, character: Unicode.Scalar)? {
        for (language, text) in text.texts.sorted(by: { $0.key < $1.key }) {
            if let character = first(in: text) { return (language, character) }
        }
        return nil
    }

    package static let code = "hidden-characters"

    package static func message(for character: Unicode.Scalar) -> String {
        let digits = String(character.value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        return
            "The text contains the control character \(name), which is invisible and can change how the text around it "
            + "is shown; remove it."
    }
}
