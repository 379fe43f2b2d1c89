/// Markdown for a comment on GitHub or GitLab.
///
/// Text from files and servers appears in code only, where neither Markdown nor HTML applies and `@name` mentions nobody.
enum Markdown {
    /// GitHub takes comments of 65,536 characters, so this leaves room for a script's own lines.
    static let maximumLength = 60_000

    /// Returns a text as inline code of one line, shortened after 400 characters.
    static func code(_ text: String) -> String {
        let line = text.printable.replacing("\n", with: " ").trimmed
        let short = line.count > 400 ? "\(line.prefix(400))…" : line
        guard !short.isEmpty else { return "" }
        let fence = String(repeating: "`", count: longestRun(in: short) + 1)
        return "\(fence) \(short) \(fence)"
    }

    /// Returns lines as a block of code.
    static func block(_ lines: [String]) -> [String] {
        let lines = lines.flatMap {
            $0.printable.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let fence = String(repeating: "`", count: max(3, (lines.map(longestRun).max() ?? 0) + 1))
        return ["\(fence)text"] + lines + [fence]
    }

    /// Returns the longest run of backticks.
    private static func longestRun(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
