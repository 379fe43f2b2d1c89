/// Numbers by day, stacked: the shapes for an SVG, what is beside them, and the same numbers as a table.
///
/// The drawing has no text, so that it can be stretched to any width; the labels stand around it.
struct AreaChart: Sendable {
    /// A group that is counted.
    struct Series: Hashable, Sendable {
        let name: String
        /// A number for each day.
        let values: [Int]
        /// The class that gives the colour if it has a meaning; `nil` for the next colour of the palette.
        var style: String?
    }

    /// Something that happened on a day.
    struct Mark: Hashable, Sendable {
        /// The index of the day.
        let day: Int
        let name: String
    }

    struct Area: Sendable {
        let name: String
        /// The class that gives the colour: that of the series, `s0` to `s7`, or `rest` for the last one that holds all others.
        let style: String
        /// The path of the area in ``width`` × ``height``.
        let path: String
        /// The number of the last day.
        let latest: String
    }

    /// A row of the table: a day and a number for each series.
    struct Row: Sendable {
        let day: String
        let values: [String]
        let total: String
    }

    let title: String
    /// A sentence that says what the chart shows, with what is counted and over which time.
    let sentence: String
    let areas: [Area]
    /// The labels of the vertical axis, the highest first.
    let scale: [String]
    /// The path of the horizontal lines at the labels of ``scale``.
    let grid: String
    /// The path of the lines at the marks; `nil` without any.
    let marks: String?
    /// The marks in words.
    let marksSentence: String?
    /// The labels of some days, the first and the last among them.
    let days: [String]
    /// The day of ``Area/latest``; `nil` without days.
    let latestDay: String?
    let rows: [Row]
    let names: [String]
    let width = Self.width
    let height = Self.height

    private static let width = 600
    private static let height = 200
    private static let colours = 8
    private static let mostNamedMarks = 3

    /// Creates a chart. `sentence` says what is counted and over which time; `days` are labels. The first group is at
    /// the bottom, and those beyond the eighth are drawn as one. Marks come newest first, and the sentence names a few.
    init(title: String, sentence: String, days: [String], series: [Series], marks: [Mark] = []) {
        self.title = title
        self.sentence = sentence
        let series = Self.bounded(series, days: days.count)
        names = series.map(\.name)
        let totals = days.indices.map { day in series.reduce(0) { $0 + $1.values[day] } }
        let marksOfScale = Self.scale(upTo: totals.max() ?? 0)
        let top = marksOfScale.last ?? 1
        scale = marksOfScale.reversed().map(Figure.whole)
        grid = marksOfScale.map { mark in
            "M0 \(Figure.rounded(Double(Self.height) * (1 - Double(mark) / Double(top)), places: 1))H\(Self.width)"
        }.joined()
        latestDay = days.last
        let marks = marks.filter { days.indices.contains($0.day) }
        self.marks =
            marks.isEmpty ? nil : marks.map { "M\(Self.x(of: $0.day, in: days.count)) 0V\(Self.height)" }.joined()
        marksSentence =
            marks.isEmpty
            ? nil
            : "Dashed: " + Words.list(marks.prefix(Self.mostNamedMarks).map { "\($0.name) on \(days[$0.day])" })
                + (marks.count > Self.mostNamedMarks ? ", and earlier ones." : ".")
        let labelled = days.count > 2 ? [0, (days.count - 1) / 2, days.count - 1] : Array(days.indices)
        self.days = labelled.map { days[$0] }
        rows = days.indices.reversed().map { day in
            Row(
                day: days[day], values: series.map { Figure.whole($0.values[day]) }, total: Figure.whole(totals[day]))
        }
        guard totals.contains(where: { $0 > 0 }) else {
            areas = []
            return
        }
        var floor = days.map { _ in 0 }
        areas = series.enumerated().map { index, series in
            let ceiling = zip(floor, series.values).map { $0 + $1 }
            defer { floor = ceiling }
            return Area(
                name: series.name, style: series.style ?? (series.name == Self.restName ? "rest" : "s\(index)"),
                path: Self.path(from: floor, to: ceiling, top: top),
                latest: Figure.whole(series.values.last ?? 0))
        }
    }

    /// The name of the series that holds those beyond the eighth.
    static let restName = "all others"

    private static func bounded(_ series: [Series], days: Int) -> [Series] {
        let all = series.map { series in
            Series(
                name: series.name, values: (0..<days).map { $0 < series.values.count ? max(0, series.values[$0]) : 0 },
                style: series.style)
        }
        guard all.count > colours else { return all }
        let rest = all[(colours - 1)...]
        let sums = (0..<days).map { day in rest.reduce(0) { $0 + $1.values[day] } }
        return all[..<(colours - 1)] + [Series(name: restName, values: sums)]
    }

    private static func x(of day: Int, in days: Int) -> String {
        Figure.rounded(Double(width) * Double(day) / Double(max(1, days - 1)), places: 1)
    }

    /// Returns the path around the area between two lines. A single day is drawn as a block.
    private static func path(from floor: [Int], to ceiling: [Int], top: Int) -> String {
        let (floor, ceiling) = floor.count == 1 ? (floor + floor, ceiling + ceiling) : (floor, ceiling)
        func point(_ day: Int, _ value: Int) -> String {
            let y = Double(height) * (1 - Double(value) / Double(top))
            return "\(x(of: day, in: floor.count)) \(Figure.rounded(y, places: 1))"
        }
        let there = ceiling.indices.map { point($0, ceiling[$0]) }
        let back = floor.indices.reversed().map { point($0, floor[$0]) }
        return "M" + (there + back).joined(separator: "L") + "Z"
    }

    /// Returns the numbers of the vertical axis: from 0 in one to four even, round steps to at least `highest`.
    static func scale(upTo highest: Int) -> [Int] {
        let most = 4
        var unit = 1
        while true {
            // 25 is a round step, 2.5 is none.
            for step in [unit, 2 * unit, unit % 10 == 0 ? unit / 10 * 25 : 2 * unit, 5 * unit]
            where highest <= most * step {
                let count = max(1, (highest + step - 1) / step)
                return (0...count).map { $0 * step }
            }
            unit *= 10
        }
    }
}
