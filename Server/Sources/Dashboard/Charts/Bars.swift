/// Numbers beside each other as horizontal bars.
struct Bars: Sendable {
    /// A bar with its label.
    struct Bar: Sendable {
        let label: String
        /// The number as text.
        let value: String
        /// The part of the whole, such as `9.5 %`.
        let share: String
        /// The length in percent of the longest.
        let length: String
        /// The class that gives the colour, such as `bad`; empty for the usual one.
        let style: String
        /// Where a press leads; `nil` for nowhere.
        let path: String?
    }

    let bars: [Bar]

    /// Creates bars in this order. `whole` is the number that shares are parts of.
    init(_ numbers: [(label: String, number: Int, style: String, path: String?)], of whole: Int) {
        let longest = max(1, numbers.map(\.number).max() ?? 1)
        bars = numbers.map { item in
            // A number that is not zero can be seen.
            let length = item.number == 0 ? 0 : max(0.5, Double(item.number) / Double(longest) * 100)
            return Bar(
                label: item.label, value: Figure.whole(item.number), share: Figure.share(item.number, of: whole),
                length: Figure.rounded(length, places: 1), style: item.style, path: item.path)
        }
    }
}
