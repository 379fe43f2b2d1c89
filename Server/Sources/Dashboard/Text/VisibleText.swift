/// Text of documents as pages show it beside other versions of it.
enum VisibleText {
    /// The longest line that is shown whole, in characters.
    private static let longestLine = 1_000

    /// Returns a line in which characters that cannot be seen, such as changes of the text direction, stand as their numbers,
    /// because a difference that nobody sees is not shown.
    static func line(_ text: some StringProtocol) -> String {
        var visible = ""
        for scalar in text.prefix(longestLine).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where scalar != "\t", .lineSeparator, .paragraphSeparator: visible += name(of: scalar)
            case .format where scalar != "\u{200D}" && scalar != "\u{200C}": visible += name(of: scalar)
            default: visible.unicodeScalars.append(scalar)
            }
        }
        return text.count > longestLine ? visible + "…" : visible
    }

    private static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "⟨U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)⟩"
    }
}
