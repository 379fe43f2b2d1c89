import AirworthyPolicy
import ControlPlane

struct AdoptionReport {
    /// The most values to show; the rarest are one line.
    private static let mostValues = 50

    private let app: String
    private let days: Int
    private let total: Int
    private let groups: [(value: String, count: Int)]
    /// The values that are too many to be shown, and their installations.
    private let others: (values: Int, count: Int)
    private let imported: String?
    private let fact: AdoptionCell.Fact
    var style = TerminalStyle.standardOutput

    init(app: String, answer: JSONValue, by fact: AdoptionCell.Fact) {
        self.app = app
        self.fact = fact
        days = answer["days"]?.intValue ?? 0
        total = answer["installations"]?.intValue ?? 0
        let values = Self.values(of: fact, in: answer["cells"]?.arrayValue ?? [])
        groups = Self.ordered(values.prefix(Self.mostValues), of: fact)
        let rest = values.dropFirst(Self.mostValues)
        others = (rest.count, rest.reduce(0) { $0.adding(count: $1.count) })
        imported =
            answer["source"]?.stringValue == "import"
            ? "from \(answer["origin"]?.stringValue?.printable ?? "an unknown file"), imported at "
                + (UTCTime.text(answer["importedAt"]) ?? "an unknown time") : nil
    }

    /// Whether installations checked in during the days.
    var hasCheckIns: Bool { total > 0 && imported == nil }

    /// A table of the values of the fact, versions newest first, other values by their number.
    var lines: [String] {
        guard total > 0 else {
            return ["no installation of \(app) checked in \(period)"]
        }
        var table = Table([fact.rawValue.uppercased(), "INSTALLATIONS", "SHARE", ""], numbers: [1, 2])
        for (value, count) in groups { table.add(row(value.isEmpty ? "unknown" : value, count)) }
        if others.values > 0 { table.add(row("\(others.values.grouped) others", others.count)) }
        return headline + [""] + table.lines(style: style, whenEmpty: "")
    }

    private func row(_ name: String, _ count: Int) -> [String] {
        [name, count.grouped, count.percentage(of: total), count.bar(of: total)]
    }

    private var headline: [String] {
        guard let imported else { return ["\(total.counted("installation")) of \(app) checked in \(period)"] }
        return [
            "\(total.counted("installation")) of \(app) \(imported)",
            "none checked in \(period)",
        ]
    }

    private var period: String { days == 1 ? "today (UTC)" : "during the last \(days) days" }

    /// Every value with its number, the most frequent first.
    private static func values(of fact: AdoptionCell.Fact, in cells: [JSONValue]) -> [(value: String, count: Int)] {
        var counts: [String: Int] = [:]
        for cell in cells {
            let value = cell[fact.rawValue]?.stringValue ?? ""
            counts[value] = counts[value, default: 0].adding(count: cell["count"]?.intValue)
        }
        return counts.map { (value: $0.key, count: $0.value) }
            .sorted { a, b in a.count == b.count ? a.value < b.value : a.count > b.count }
    }

    /// The values that are shown: versions newest first, others by their number.
    private static func ordered(_ values: some Sequence<(value: String, count: Int)>, of fact: AdoptionCell.Fact)
        -> [(value: String, count: Int)]
    {
        guard [.version, .build, .os].contains(fact) else { return Array(values) }
        return values.sorted { $0.value.isNewerVersion(than: $1.value) }
    }
}

extension Int {
    /// Returns the sum with a count of a server. Numbers of a false server may be of any size.
    func adding(count: Int?) -> Int {
        let sum = addingReportingOverflow(Swift.max(0, count ?? 0))
        return sum.overflow ? .max : sum.partialValue
    }
}

extension String {
    /// Whether the text is a newer version than another text. A text that is not a version is older than all versions.
    func isNewerVersion(than other: String) -> Bool {
        guard let version = try? AppVersion(self), let other = try? AppVersion(other) else {
            return (try? AppVersion(self)) != nil
        }
        return other < version
    }
}

/// The table that `simulate` reads, without installations of an unknown version.
struct AdoptionTable {
    /// The lines, without a newline after the last one.
    let text: String

    /// Reads the server's response to a request for CSV with these facts.
    init(_ response: APIResponse, of facts: [AdoptionCell.Fact]) throws(APIError) {
        let header = (facts.map(\.rawValue) + ["count"]).joined(separator: ",") + "\n"
        guard response.body.starts(with: header.utf8), response.body.last == UInt8(ascii: "\n") else {
            throw .unexpected("did not answer with the table of installations")
        }
        text = String(decoding: response.body.dropLast(), as: UTF8.self)
    }
}
