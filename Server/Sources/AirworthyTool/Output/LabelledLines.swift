/// Lines such as `  rule      floor`, all values starting in one column.
struct LabelledLines {
    private var rows: [(label: String, value: String)] = []
    private let style: TerminalStyle

    init(_ style: TerminalStyle) {
        self.style = style
    }

    /// Adds a line unless there is nothing to say. Further lines of the value are indented; past the eighth they are
    /// only counted.
    mutating func add(_ label: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        rows.append((label, value))
    }

    var lines: [String] {
        let width = rows.map(\.label.count).max() ?? 0
        return rows.flatMap { row in
            let label = row.label + String(repeating: " ", count: width - row.label.count)
            let indent = String(repeating: " ", count: width + 4)
            return Self.shortened(row.value).enumerated().map { index, line in
                index == 0 ? "  \(style(label, .dim))  \(line)" : line.isEmpty ? "" : indent + line
            }
        }
    }

    private static let longest = 8

    private static func shortened(_ value: String) -> [String] {
        let lines = value.printable.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > longest else { return lines }
        return lines.prefix(longest - 1) + ["… and \(lines.count - longest + 1) more lines"]
    }
}
