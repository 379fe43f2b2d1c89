import ControlPlane

/// The columns of a summary: fields with a line feed between each two, which no field contains. There are up to 36,000 fields in
/// a chart.
enum SummaryColumn {
    /// Returns the column of a day's versions.
    static func text(_ counts: [DailyCount]) -> String {
        text(of: counts.map { [$0.version, $0.channel, String($0.count)] })
    }

    /// Returns the column of a day's outcomes.
    static func text(_ outcomes: [DailyOutcome]) -> String {
        text(of: outcomes.map { [$0.rule, $0.status] + $0.count.numbers.map { String($0) } })
    }

    private static func text(of groups: [[String]]) -> String {
        groups.joined().map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    }

    /// Reads the column of a day's versions; `nil` if something else has written it.
    static func versions(_ text: String, of day: UTCDay) -> [DailyCount]? {
        read(text, fields: 3) { fields in
            guard let count = fields.number(2) else { return nil }
            return DailyCount(day: day, version: fields.text(0), channel: fields.text(1), count: count)
        }
    }

    /// Reads the column of a day's outcomes; `nil` if something else has written it.
    static func outcomes(_ text: String, of day: UTCDay) -> [DailyOutcome]? {
        read(text, fields: 8) { fields in
            let numbers = (2..<8).compactMap { fields.number($0) }
            guard numbers.count == 6 else { return nil }
            return DailyOutcome(
                day: day, rule: fields.text(0), status: fields.text(1), count: .init(numbers: numbers))
        }
    }

    /// The fields of one group.
    private struct Fields {
        let fields: ArraySlice<Substring.UTF8View>

        func text(_ index: Int) -> String { String(Substring(fields[fields.startIndex + index])) }

        func number(_ index: Int) -> Int? { Int(Substring(fields[fields.startIndex + index])) }
    }

    private static func read<Element>(
        _ text: String, fields size: Int, _ make: (Fields) -> Element?
    ) -> [Element]? {
        guard !text.isEmpty else { return [] }
        let fields = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard fields.count.isMultiple(of: size) else { return nil }
        var elements: [Element] = []
        for start in stride(from: 0, to: fields.count, by: size) {
            guard let element = make(Fields(fields: fields[start..<start + size])) else { return nil }
            elements.append(element)
        }
        return elements
    }
}
