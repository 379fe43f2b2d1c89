#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Colours for people at a terminal, nothing for files and pipes.
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

    /// Colours only on a terminal, and not when `NO_COLOR` is set (no-color.org) or the terminal is a dumb one.
    static var standardOutput: TerminalStyle {
        TerminalStyle(isColoured: isatty(1) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb")
    }

    func callAsFunction(_ text: String, _ colours: Colour...) -> String {
        guard isColoured, !text.isEmpty else { return text }
        return "\u{1B}[\(colours.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    private static func variable(_ name: String) -> String {
        getenv(name).map { String(cString: $0) } ?? ""
    }
}

extension String {
    /// The text without what could steer a terminal: control characters become `\u{…}`, line breaks stay.
    ///
    /// Texts come out of files that somebody else wrote.
    var printable: String {
        var safe = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where scalar == "\n": safe.unicodeScalars.append(scalar)
            case .control where scalar == "\t": safe += "    "
            case .control where scalar == "\r": continue
            case .control, .lineSeparator, .paragraphSeparator: safe += "\\u{\(String(scalar.value, radix: 16))}"
            case .format where Self.turnsText(scalar): safe += "\\u{\(String(scalar.value, radix: 16))}"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Whether the scalar changes the direction of what follows, so that a line can read as something it is not.
    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
