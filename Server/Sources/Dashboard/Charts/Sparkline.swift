/// A number of each day as a small area without axes, with its first and last number in words.
struct Sparkline: Sendable {
    /// The sentence, which is also the name of the drawing.
    let sentence: String
    /// The area in ``width`` × ``height``.
    let path: String
    let width = Self.width
    let height = Self.height

    private static let width = 108
    private static let height = 24

    /// Creates the area; `nil` if every number is 0. `what` begins the sentence, such as `Active each day`, and `days` are
    /// the labels of the numbers.
    init?(_ what: String, values: [Int], days: [String]) {
        guard values.count == days.count, values.count > 1, let highest = values.max(), highest > 0,
            let first = days.first, let last = days.last
        else { return nil }
        let points = values.enumerated().map { day, value in
            let x = Self.width * day / (values.count - 1)
            let y = Self.height * (highest - max(0, value)) / highest
            return "\(x) \(y)"
        }
        path = "M0 \(Self.height)L" + points.joined(separator: "L") + "L\(Self.width) \(Self.height)Z"
        sentence =
            "\(what): \(Figure.whole(values[0])) on \(first), \(Figure.whole(values[values.count - 1])) on \(last)"
    }
}
