/// Rows of cells in aligned columns, indented by two blanks.
struct Columns {
    private var rows: [[String]] = []
    /// The indices of right-aligned columns.
    private let numbers: Set<Int>

    init(numbers: Set<Int> = []) { self.numbers = numbers }

    mutating func add(_ cells: String...) { add(cells) }

    mutating func add(_ cells: [String]) { rows.append(cells.map(\.printable)) }

    /// The rows, without trailing blanks.
    var lines: [String] {
        let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = " "
            for (column, cell) in row.enumerated() {
                let gap = String(repeating: " ", count: widths[column] - cell.count)
                line += " " + (numbers.contains(column) ? gap + cell : cell + gap) + " "
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

/// Columns with a header row.
struct Table {
    private var columns: Columns
    private(set) var isEmpty = true

    /// Creates a table. `numbers` has the indices of right-aligned columns.
    init(_ header: [String], numbers: Set<Int> = []) {
        columns = Columns(numbers: numbers)
        columns.add(header)
    }

    mutating func add(_ cells: [String]) {
        columns.add(cells.map { $0.replacing("\n", with: " ") })
        isEmpty = false
    }

    func lines(style: TerminalStyle, whenEmpty sentence: String) -> [String] {
        guard !isEmpty, let header = columns.lines.first else { return [sentence] }
        return [style(header, as: .dim)] + columns.lines.dropFirst()
    }
}

/// Lines of a label and a value, such as `  rule      floor`, with the values in one column.
struct LabelledLines {
    private static let maximumLinesOfValue = 8

    private var rows: [(label: String, value: String)] = []
    private let style: TerminalStyle

    init(style: TerminalStyle) { self.style = style }

    /// Adds a line, unless the value is `nil` or empty.
    ///
    /// Further lines of the value are indented. A value of more than eight lines is shortened.
    mutating func add(_ label: String, value: String?) {
        guard let value, !value.isEmpty else { return }
        rows.append((label, value))
    }

    var lines: [String] {
        let width = rows.map(\.label.count).max() ?? 0
        return rows.flatMap { row in
            let label = row.label + String(repeating: " ", count: width - row.label.count)
            let indent = String(repeating: " ", count: width + 4)
            return Self.shortened(row.value).enumerated().map { index, line in
                index == 0 ? "  \(style(label, as: .dim))  \(line)" : line.isEmpty ? "" : indent + line
            }
        }
    }

    private static func shortened(_ value: String) -> [String] {
        let lines = value.printable.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > maximumLinesOfValue else { return lines }
        return lines.prefix(maximumLinesOfValue - 1) + ["… and \(lines.count - maximumLinesOfValue + 1) more lines"]
    }
}

/// Counts of installations, written for people.
extension Int {
    /// The number with thousands separators, such as `1,234,567`.
    var grouped: String {
        let digits = String(self)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// Returns the number with a noun, such as `1 app` or `2 apps`.
    func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

    /// Returns the share of `total`, such as `12.4 %`. A small share is never rounded to 0 %, nor a partial one to 100 %.
    func percentage(of total: Int) -> String {
        guard total > 0 else { return "0.0 %" }
        let tenths = (share(of: total) * 1_000).rounded()
        if tenths == 0, self > 0 { return "<0.1 %" }
        if tenths == 1_000, self < total { return ">99.9 %" }
        return "\(Int(tenths) / 10).\(Int(tenths) % 10) %"
    }

    /// Returns the share of `total` as a bar of up to 30 characters.
    func bar(of total: Int) -> String {
        guard total > 0, self > 0 else { return "" }
        let eighths = Int((share(of: total) * 30 * 8).rounded())
        let rest = eighths % 8 == 0 ? (eighths == 0 ? "▏" : "") : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
        return String(repeating: "█", count: eighths / 8) + rest
    }

    /// The share of `total`, at most all of it. Numbers of a false server may be of any size.
    private func share(of total: Int) -> Double { Swift.max(-1, Swift.min(1, Double(self) / Double(total))) }
}
