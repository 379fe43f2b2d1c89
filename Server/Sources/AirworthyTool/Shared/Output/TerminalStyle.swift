import Foundation

/// The colours of the output: on a terminal, but not in files and pipes.
struct TerminalStyle: Hashable {
    enum Colour: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case dim = "2"
        case bold = "1"
    }

    let isColoured: Bool

    static let plain = TerminalStyle(isColoured: false)

    /// Coloured on a terminal, unless `NO_COLOR` is set (no-color.org) or `TERM` is `dumb`.
    static var standardOutput: TerminalStyle {
        TerminalStyle(
            isColoured: isatty(1) == 1 && environmentVariable("NO_COLOR") == nil
                && environmentVariable("TERM") != "dumb")
    }

    func callAsFunction(_ text: String, as colours: Colour...) -> String {
        guard isColoured, !text.isEmpty else { return text }
        return "\u{1B}[\(colours.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}

extension String {
    /// The text with control characters written as `\u{…}`, so that it cannot control the terminal. Newlines stay.
    ///
    /// Use it for text from files and servers.
    var printable: String {
        var safe = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where scalar == "\n": safe.unicodeScalars.append(scalar)
            case .control where scalar == "\t": safe += "    "
            case .control where scalar == "\r": continue
            case .control, .lineSeparator, .paragraphSeparator: safe += "\\u{\(String(scalar.value, radix: 16))}"
            case .format where Self.changesDirection(scalar): safe += "\\u{\(String(scalar.value, radix: 16))}"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Whether the scalar changes the writing direction, which can make a line read as another one.
    private static func changesDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmed: String {
        guard first?.isWhitespace ?? false || last?.isWhitespace ?? false else { return String(self) }
        return String(drop(while: \.isWhitespace)).trimmedAtEnd
    }

    /// The text without white space at its end.
    var trimmedAtEnd: String { String(reversed().drop(while: \.isWhitespace).reversed()) }

    /// Whether the text consists of ASCII digits only. The empty text does.
    var isAllDigits: Bool { utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
