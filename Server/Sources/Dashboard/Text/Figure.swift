/// Numbers as pages show them.
enum Figure {
    /// A whole number with spaces between thousands, such as `12 345`. The spaces are narrow and do not break.
    static func whole(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append("\u{202F}") }
            text.append(digit)
        }
        return number < 0 ? "−\(text)" : text
    }

    /// A part of a whole in percent with a sensible number of digits, such as `9.5 %`; `–` of nothing.
    static func share(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "–" }
        let percent = Double(part) / Double(whole) * 100
        switch percent {
        case 0: return "0\u{A0}%"
        case ..<0.01: return "<\u{202F}0.01\u{A0}%"
        case ..<0.1: return "\(rounded(percent, places: 2))\u{A0}%"
        case ..<10: return "\(rounded(percent, places: 1))\u{A0}%"
        case 99.5..<100: return ">\u{202F}99\u{A0}%"
        default: return "\(Int(percent.rounded()))\u{A0}%"
        }
    }

    /// A number with a noun, such as `1 app` or `12 apps`.
    static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(whole(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// A number with at most some digits after the point, without zeros at the end.
    static func rounded(_ number: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let all = Int((number * scale).rounded())
        guard places > 0 else { return String(all) }
        let base = Int(scale)
        let fraction = String(abs(all % base) + base).dropFirst()
        let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
        let sign = all < 0 && all / base == 0 ? "-" : ""
        return "\(sign)\(all / base)" + (digits.isEmpty ? "" : ".\(digits)")
    }
}
