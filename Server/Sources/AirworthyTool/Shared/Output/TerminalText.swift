/// The last step of every output: no text from a server or a file reaches a terminal that could obey it.
enum TerminalText {
    /// The first line of a program that waits for requests.
    static func listening(on url: String) -> String { "listening on \(url)   (Ctrl-C stops it)" }

    /// Returns a text with every scalar that a terminal could obey written as `\u` and four hexadecimal digits;
    /// newlines, tabs and, if wanted, the colours of ``TerminalStyle`` stay.
    ///
    /// Only text within JSON strings can contain such scalars where JSON is printed, and there this is the escape of
    /// JSON: the value stays the same.
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
        case 0...0x1F, 0x7F, 0xC2, 0xCD, 0xD8, 0xE1...0xE3, 0xEF...0xF4: true
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

    /// Returns the escape of JSON: one or two units of UTF-16.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined()
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may obey or hide the scalar instead of showing it: controls (C0, DEL, C1), line separators, changes
    /// of the writing direction, which can make a line read as another one, and all that Unicode lets programs leave out, such as
    /// spaces without a width and tags. Joiners and variation selectors stay, which scripts and emoji need.
    var isObeyedByTerminals: Bool {
        switch value {
        case 0x20...0x7E, 0x200C, 0x200D, 0xFE00...0xFE0F: false
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0xFFF9...0xFFFB: true
        default: properties.isDefaultIgnorableCodePoint || properties.isBidiControl
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

    /// The text on one line, as ``printable``. Use it for words of a server, so that none of them looks like a line of this tool.
    var printableLine: String { printable.replacing("\n", with: " ") }
}
