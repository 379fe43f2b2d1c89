import Foundation

/// The colours of the output: on a terminal, but not in files and pipes.
struct TerminalStyle: Hashable {
    enum Colour: String, CaseIterable {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case dim = "2"
        case bold = "1"
    }

    /// The codes that ``callAsFunction(_:as:)`` can write, with the one that ends a colour.
    static let codes = Set(Colour.allCases.map(\.rawValue) + ["0"])

    let isColoured: Bool

    static let plain = TerminalStyle(isColoured: false)

    /// Coloured on a terminal, unless `NO_COLOR` is set (no-color.org) or `TERM` is `dumb`.
    static var standardOutput: TerminalStyle {
        TerminalStyle(
            isColoured: isatty(1) == 1 && environmentVariable("NO_COLOR") == nil
                && environmentVariable("TERM") != "dumb")
    }

    /// The width for paragraphs on standard output, in characters: that of the terminal, at most 100, and 80 elsewhere.
    static var width: Int {
        var size = winsize()
        guard isatty(1) == 1, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(max(Int(size.ws_col), 40), 100)
    }

    func callAsFunction(_ text: String, as colours: Colour...) -> String {
        guard isColoured, !text.isEmpty else { return text }
        return "\u{1B}[\(colours.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// Returns lines below a title; nothing without lines.
    func section(_ title: String, lines: [String]) -> [String] {
        lines.isEmpty ? [] : [self(title, as: .bold)] + lines
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
}
