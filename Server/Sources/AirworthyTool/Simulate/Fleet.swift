import AirworthyPolicy
import Foundation

/// The installations of a table, counted by kind.
struct Fleet {
    /// The installations whose rows have the same text. The versions `1.0` and `1` are two kinds, though equal.
    struct Kind {
        let installation: Installation
        var count: Int
    }

    private(set) var kinds: [Kind] = []
    private(set) var total = 0
    /// The number of rows, including skipped ones.
    private(set) var rows = 0
    private(set) var badRows = 0
    private let columns: CSVColumns

    private static let reportedRows = 10

    /// Reads a table and reports unreadable rows on standard error.
    ///
    /// - Complexity: Linear in the file; memory for each kind of installation, not for each row.
    init(csv path: String, skippingBadRows: Bool) throws(ToolError) {
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        let name = path == "-" ? "<standard input>" : path.printable
        guard descriptor >= 0, !path.utf8.contains(0) else { throw InputFile.unreadable(name, error: errno) }
        defer { if path != "-" { close(descriptor) } }
        var table = CSVReader(descriptor, name: name)
        guard try table.next() else {
            throw ToolError.badData("\(name): the file is empty; the first line must name the columns")
        }
        columns = try CSVColumns(header: table.fields.indices.map { table.text(ofField: $0) }, file: name)
        if !columns.ignored.isEmpty {
            let names = columns.ignored.map { "\"\($0.name)\"" }
            let subject =
                names.count == 1 ? "the column \(names[0]) is" : "the columns \(names.joined(separator: ", ")) are"
            printError("airworthy: note: \(name):1: \(subject) ignored".printable)
        }
        try readRows(of: &table)
        guard badRows == 0 || skippingBadRows else {
            let rest = badRows > Self.reportedRows ? ", of which the first \(Self.reportedRows) are shown" : ""
            throw ToolError.badData(
                "\(name): \(badRows.counted("row")) of \(rows) cannot be read\(rest); correct them, or skip them with "
                    + "--skip-bad-rows")
        }
    }

    private mutating func readRows(of table: inout CSVReader) throws(ToolError) {
        var reader = InstallationReader(columns)
        var kindByKey: [InstallationReader.Key: Int] = [:]
        var numeric = columns.count == nil ? columns.ignored : []
        var days = ReportDays(columns.date)
        while try table.next() {
            rows += 1
            switch days.note(table) {
            case .same: break
            case .older: continue
            case .newer:
                (kindByKey, kinds, total) = ([:], [], 0)
            }
            numeric.removeAll { Self.wholeNumber(table.text(ofField: $0.index)) == nil }
            guard let count = count(in: table) else {
                report(
                    "count `\(table.text(ofField: columns.count ?? 0).prefix(80))` is not a number; write a whole number",
                    in: table)
                continue
            }
            let key: InstallationReader.Key
            do throws(InstallationReader.Unreadable) {
                key = try reader.key(of: table)
            } catch {
                report(error.sentence, in: table)
                continue
            }
            let (sum, overflow) = total.addingReportingOverflow(count)
            guard !overflow else {
                throw ToolError.badData("\(table.name):\(table.line): the sum of the counts is too large")
            }
            total = sum
            if let kind = kindByKey[key] {
                kinds[kind].count += count
            } else {
                kindByKey[key] = kinds.count
                kinds.append(Kind(installation: reader.installation(key), count: count))
            }
        }
        if let day = days.onlyCounted {
            printError(
                "airworthy: note: \(table.name): there are several days; those of \(day) are counted, the others are not"
                    .printable)
        }
        guard rows > 0, let column = numeric.first else {
            if rows > 0, columns.count == nil {
                printError(
                    "airworthy: note: \(table.name):1: there is no column \"count\", so each row is one installation")
            }
            return
        }
        throw ToolError.badData(
            "\(table.name):1: there is no column \"count\", so each row would be one installation, but \"\(column.name)\" has "
                + "numbers; if these are installations, name it \"count\", otherwise remove it")
    }

    /// Returns the number of installations of a row; `nil` unless it is a whole number from 0.
    private func count(in table: CSVReader) -> Int? {
        guard let column = columns.count else { return 1 }
        return Self.wholeNumber(table.text(ofField: column))
    }

    private static func wholeNumber(_ text: String) -> Int? {
        guard let number = Int(text) ?? Int(text.filter { $0 != " " }), number >= 0, number < 1 << 60 else {
            return nil
        }
        return number
    }

    /// The days of a report. A device is in the rows of each day on which it was used, so only the newest day counts.
    private struct ReportDays {
        enum Order { case older, same, newer }

        private let column: Int?
        private var newest: String?
        private var hasSeveral = false

        init(_ column: Int?) { self.column = column }

        /// The day whose rows are counted, if there are others.
        var onlyCounted: String? { hasSeveral ? newest : nil }

        /// Returns whether the last record is of a newer day than those before it. Days such as 2026-11-22 sort as texts.
        mutating func note(_ table: CSVReader) -> Order {
            guard let column else { return .same }
            let day = table.text(ofField: column).trimmed
            guard let newest else {
                newest = day
                return .same
            }
            if day == newest { return .same }
            hasSeveral = true
            if day < newest { return .older }
            self.newest = day
            return .newer
        }
    }

    private mutating func report(_ sentence: String, in table: CSVReader) {
        badRows += 1
        if badRows <= Self.reportedRows { printError("\(table.name):\(table.line): error: \(sentence)".printable) }
    }
}
