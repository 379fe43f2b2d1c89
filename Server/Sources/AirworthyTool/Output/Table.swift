/// Rows under a head. No rows, no table: a sentence.
struct Table {
    private var columns: Columns
    private var count = 0

    /// - Parameters:
    ///   - head: The names of the columns.
    ///   - numbers: The columns that end in one line.
    init(_ head: [String], numbers: Set<Int> = []) {
        columns = Columns(numbers: numbers)
        columns.add(head)
    }

    mutating func add(_ cells: [String]) {
        columns.add(cells.map { $0.replacing("\n", with: " ") })
        count += 1
    }

    var isEmpty: Bool { count == 0 }

    /// - Parameters:
    ///   - style: How the head stands out.
    ///   - empty: What to say when there are no rows.
    /// - Returns: The lines, two blanks in, or `empty` alone.
    func lines(_ style: TerminalStyle, orElse empty: String) -> [String] {
        guard count > 0, let head = columns.lines.first else { return [empty] }
        return [style(head, .dim)] + columns.lines.dropFirst()
    }
}
