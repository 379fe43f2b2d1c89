/// Counts of installations, written for people.
extension Int {
    /// The number with thousands separators, such as `1,234,567`.
    var grouped: String {
        let digits = String(self)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// Returns the number with a noun, such as `1 app` or `2 apps`.
    func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

    /// Returns the share of `total`, such as `12.4 %`. A small share is never rounded to 0 %, nor a partial one to 100 %.
    func percentage(of total: Int) -> String {
        guard total > 0 else { return "0.0 %" }
        let tenths = (share(of: total) * 1_000).rounded()
        if tenths == 0, self > 0 { return "<0.1 %" }
        if tenths == 1_000, self < total { return ">99.9 %" }
        return "\(Int(tenths) / 10).\(Int(tenths) % 10) %"
    }

    /// Returns the share of `total` as a bar of up to 30 characters.
    func bar(of total: Int) -> String {
        guard total > 0, self > 0 else { return "" }
        let eighths = Int((share(of: total) * 30 * 8).rounded())
        let rest = eighths % 8 == 0 ? (eighths == 0 ? "▏" : "") : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
        return String(repeating: "█", count: eighths / 8) + rest
    }

    /// The share of `total`, at most all of it. Numbers of a false server may be of any size.
    private func share(of total: Int) -> Double { Swift.max(-1, Swift.min(1, Double(self) / Double(total))) }
}
