/// Counts of copies as people read them.
enum Share {
    /// `1,234,567`.
    static func grouped(_ count: Int) -> String {
        let digits = String(count)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// `12.4 %`; what is not zero is never shown as zero, nor as all while something is missing.
    static func percent(_ count: Int, of total: Int) -> String {
        guard total > 0 else { return "0.0 %" }
        let tenths = (Double(count) / Double(total) * 1_000).rounded()
        if tenths == 0, count > 0 { return "<0.1 %" }
        if tenths == 1_000, count < total { return ">99.9 %" }
        return "\(Int(tenths) / 10).\(Int(tenths) % 10) %"
    }

    /// A bar of up to 30 characters.
    static func bar(_ count: Int, of total: Int) -> String {
        guard total > 0, count > 0 else { return "" }
        let eighths = Int((Double(count) / Double(total) * Double(longestBar * 8)).rounded())
        let rest = eighths % 8 == 0 ? (eighths == 0 ? "▏" : "") : String(tips[eighths % 8 - 1])
        return String(repeating: "█", count: eighths / 8) + rest
    }

    private static let longestBar = 30
    private static let tips = Array("▏▎▍▌▋▊▉")
}

/// Rows of cells in columns, numbers to the right.
struct Columns {
    private var rows: [[String]] = []
    private let numbers: Set<Int>

    /// - Parameter numbers: The columns that end in one line.
    init(numbers: Set<Int>) { self.numbers = numbers }

    mutating func add(_ cells: String...) { add(cells) }

    mutating func add(_ cells: [String]) { rows.append(cells.map(\.printable)) }

    /// The rows, two blanks in; nothing trails.
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
