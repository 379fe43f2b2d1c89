import AirworthyPolicy

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Installed copies, counted by kind.
struct Fleet {
    /// Copies of which all facts are the same.
    struct Kind {
        let installation: Installation
        var count: Int
    }

    private(set) var kinds: [Kind] = []
    /// How many copies there are.
    private(set) var total = 0
    /// How many rows were read, those left out included.
    private(set) var rows = 0
    /// How many rows could not be read.
    private(set) var badRows = 0
    /// The columns that were there.
    let columns: FleetColumns

    /// How many unreadable rows are told one by one.
    static let toldRows = 10

    /// Reads a table; rows that cannot be read are told on standard error.
    ///
    /// - Parameters:
    ///   - path: The CSV file, or `-`.
    ///   - skipsBadRows: Whether to leave out rows that cannot be read.
    /// - Throws: ``ToolError`` with status 66 if the file cannot be read, 65 for what is no such table, or for unreadable
    ///   rows unless they are to be skipped.
    /// - Complexity: Linear in the file; memory for each kind of installation, not for each row.
    init(_ path: String, skippingBadRows skipsBadRows: Bool) throws(ToolError) {
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        let name = path == "-" ? "<standard input>" : path.printable
        guard descriptor >= 0, !path.utf8.contains(0) else { throw InputFile.unreadable(name, errno) }
        defer { if path != "-" { close(descriptor) } }
        var table = CSVReader(descriptor, name: name)
        guard try table.next() else { throw ToolError(.badData, "\(name): is empty; the first line names the columns") }
        columns = try FleetColumns(table.fields.indices.map { table.text($0) }, file: name)
        try readRows(&table)
        guard badRows == 0 || skipsBadRows else {
            let rest = badRows > Self.toldRows ? ", of which the first \(Self.toldRows) are shown" : ""
            let noun = badRows == 1 ? "row" : "rows"
            throw ToolError(
                .badData,
                "\(name): \(badRows) \(noun) of \(rows) cannot be read\(rest); correct them, or leave them out with "
                    + "--skip-bad-rows")
        }
    }

    private mutating func readRows(_ table: inout CSVReader) throws(ToolError) {
        // Rows are alike in fleets: each spelling is read once, and spellings of the same facts are one kind.
        var spellings: [String: Int] = [:]
        var facts: [Installation: Int] = [:]
        while try table.next() {
            rows += 1
            guard let count = count(in: table) else {
                tell(table, "count `\(table.text(columns.count ?? 0).prefix(80))` is not one; write a whole number")
                continue
            }
            let spelling = columns.runs.map { table.text(from: $0.lowerBound, through: $0.upperBound) }
                .joined(separator: "\u{1F}")
            guard let kind = spellings[spelling] ?? read(table, &facts) else { continue }
            spellings[spelling] = kind
            let (sum, overflow) = total.addingReportingOverflow(count)
            guard !overflow else {
                throw ToolError(.badData, "\(table.name):\(table.line): the counts add up to too much")
            }
            total = sum
            kinds[kind].count += count
        }
    }

    private mutating func read(_ table: CSVReader, _ facts: inout [Installation: Int]) -> Int? {
        do throws(FleetRow.Unreadable) {
            let installation = try FleetRow(texts: columns.places.map { $0.map(table.text) }).installation()
            if let kind = facts[installation] { return kind }
            kinds.append(Kind(installation: installation, count: 0))
            facts[installation] = kinds.count - 1
            return kinds.count - 1
        } catch {
            tell(table, error.sentence)
            return nil
        }
    }

    /// `nil` unless it is a whole number, zero or more.
    private func count(in table: CSVReader) -> Int? {
        guard let place = columns.count else { return 1 }
        let text = table.text(place)
        guard let count = Int(text) ?? Int(text.filter { $0 != " " }), count >= 0, count < 1 << 60 else { return nil }
        return count
    }

    private mutating func tell(_ table: CSVReader, _ sentence: String) {
        badRows += 1
        if badRows <= Self.toldRows { printError("\(table.name):\(table.line): error: \(sentence)".printable) }
    }
}
