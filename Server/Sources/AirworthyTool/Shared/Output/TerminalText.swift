/// The last step of every output: no text from a server or a file reaches a terminal that could obey it.
enum TerminalText {
    /// Returns a text with every scalar that a terminal could obey written as `\u` and four hexadecimal digits.
    ///
    /// Only text within JSON strings can contain such scalars where JSON is printed, and there this is the escape of JSON:
    /// the value stays the same.
    /// - Parameters:
    ///   - text: Any text.
    ///   - keepsColours: Whether the colours of ``TerminalStyle`` stay.
    /// - Returns: The text; newlines and tabs stay.
    static func harmless(_ text: String, keepsColours: Bool = false) -> String {
        guard text.utf8.contains(where: mayBeObeyed) else { return text }
        var safe = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "\u{1B}", keepsColours, let end = endOfColour(in: rest) {
                safe.append(contentsOf: rest[..<end])
                rest = rest[end...]
                continue
            }
            rest.removeFirst()
            switch scalar {
            case "\n", "\t": safe.append(scalar)
            // A carriage return alone would let the rest of the line overwrite its beginning.
            case "\r": if rest.first != "\n" { safe.append("\n") }
            case _ where scalar.isObeyedByTerminals: safe.append(contentsOf: escape(scalar).unicodeScalars)
            default: safe.append(scalar)
            }
        }
        return String(safe)
    }

    /// Whether a byte of UTF-8 can begin a scalar that a terminal obeys.
    private static func mayBeObeyed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\t"): false
        case 0...0x1F, 0x7F, 0xC2, 0xD8, 0xE2: true
        default: false
        }
    }

    /// Returns the end of a colour code, such as `ESC [ 31 m`, at the start of a text.
    private static func endOfColour(in text: Substring.UnicodeScalarView) -> String.UnicodeScalarView.Index? {
        var body = text.dropFirst()
        guard body.popFirst() == "[", let end = body.firstIndex(of: "m") else { return nil }
        let codes = Substring(body[..<end]).split(separator: ";", omittingEmptySubsequences: false)
        return codes.allSatisfy { TerminalStyle.codes.contains(String($0)) } ? text.index(after: end) : nil
    }

    /// Returns the escape of JSON. Every scalar that is obeyed has at most four digits.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may obey the scalar instead of showing it: controls (C0, DEL, C1), line separators, and changes
    /// of the writing direction, which can make a line read as another one.
    var isObeyedByTerminals: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text with the scalars that a terminal could obey written as `\u{…}`. Newlines stay.
    ///
    /// Use it for text from files and servers.
    var printable: String {
        var safe = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": safe.unicodeScalars.append(scalar)
            case "\t": safe += "    "
            case "\r": continue
            case _ where scalar.isObeyedByTerminals: safe += "\\u{\(String(scalar.value, radix: 16))}"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
