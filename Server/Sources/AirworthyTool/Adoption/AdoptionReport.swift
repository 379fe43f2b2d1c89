import AirworthyPolicy

/// The output of `adoption`.
struct AdoptionReport {
    private let app: String
    private let days: Int
    private let total: Int
    private let cells: [JSONValue]
    private let imported: String?
    private let fact: AdoptionShowCommand.Fact
    var style = TerminalStyle.standardOutput

    /// Creates a report.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - answer: The server's response.
    ///   - fact: The fact to group by.
    init(app: String, answer: JSONValue, by fact: AdoptionShowCommand.Fact) {
        self.app = app
        self.fact = fact
        days = answer["days"]?.intValue ?? 0
        total = answer["installations"]?.intValue ?? 0
        cells = answer["cells"]?.arrayValue ?? []
        imported =
            answer["source"]?.stringValue == "import"
            ? "from \(answer["origin"]?.stringValue?.printable ?? "an unknown file"), imported at "
                + (UTCTime.text(answer["importedAt"]) ?? "an unknown time") : nil
    }

    /// A table of the values of the fact, versions newest first, other values by their number.
    var lines: [String] {
        guard total > 0 else {
            return ["no installation of \(app) checked in \(period)"]
        }
        var table = Table([fact.rawValue.uppercased(), "INSTALLATIONS", "SHARE", ""], numbers: [1, 2])
        for (value, count) in groups {
            table.add([
                value.isEmpty ? "unknown" : value, count.grouped, count.percentage(of: total), count.bar(of: total),
            ])
        }
        return headline + [""] + table.lines(style: style, whenEmpty: "")
    }

    /// The table that `simulate` reads, without installations of an unknown version.
    var csv: [String] {
        let columns = ["platform", "version", "build", "channel", "os", "storefront"]
        return [(columns + ["count"]).joined(separator: ",")]
            + cells.filter { $0["version"]?.stringValue != "" }.map { cell in
                let facts = columns.map { cell[$0]?.stringValue ?? "" }
                return (facts + ["\(cell["count"]?.intValue ?? 0)"]).joined(separator: ",")
            }
    }

    private var headline: [String] {
        guard let imported else { return ["\(total.counted("installation")) of \(app) checked in \(period)"] }
        return [
            "\(total.counted("installation")) of \(app) \(imported)",
            "none checked in \(period)",
        ]
    }

    private var period: String { days == 1 ? "today (UTC)" : "during the last \(days) days" }

    private var groups: [(value: String, count: Int)] {
        var counts: [String: Int] = [:]
        for cell in cells {
            counts[cell[fact.rawValue]?.stringValue ?? "", default: 0] += cell["count"]?.intValue ?? 0
        }
        let sorted = counts.map { (value: $0.key, count: $0.value) }
        switch fact {
        case .version, .build, .os:
            return sorted.sorted { a, b in
                let (first, second) = (try? AppVersion(a.value), try? AppVersion(b.value))
                guard let first, let second else { return first != nil }
                return second < first
            }
        case .channel, .storefront, .platform:
            return sorted.sorted { a, b in a.count == b.count ? a.value < b.value : a.count > b.count }
        }
    }
}
