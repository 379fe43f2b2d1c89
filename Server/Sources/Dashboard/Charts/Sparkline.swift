/// A small line of numbers by day, without labels.
struct Sparkline: Sendable {
    /// The path in 100 × 24.
    let path: String
    /// The numbers in words, for those who do not see the line.
    let sentence: String

    /// Creates a line of a number for each day, at least two, of what is counted, such as `installations`.
    init?(_ values: [Int], of noun: String) {
        guard values.count > 1, let highest = values.max(), highest > 0 else { return nil }
        path =
            "M"
            + values.enumerated().map { day, value in
                let x = 100 * Double(day) / Double(values.count - 1)
                let y = 1 + 22 * (1 - Double(max(0, value)) / Double(highest))
                return "\(Figure.rounded(x, places: 1)) \(Figure.rounded(y, places: 1))"
            }.joined(separator: "L")
        let (first, last) = (values[0], values[values.count - 1])
        sentence = "\(noun) of the last \(values.count) days, from \(Figure.whole(first)) to \(Figure.whole(last))"
    }
}
