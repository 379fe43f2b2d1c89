/// The conversion of percentages, 0 to 100 with at most four decimals, to parts per million.
///
/// It uses the decimal digits, because in binary floating point 0.07 × 10 000 is not 700.
enum Percentage {
    /// - Parameter number: A percentage.
    /// - Returns: Parts per million, or `nil` if the number is out of range or finer than a millionth.
    static func partsPerMillion(_ number: JSONNumber) -> UInt32? {
        let value = ExactDecimal(number.text)
        guard !value.isNegative, let exponent = value.exponent, (-4...2).contains(exponent),
            value.digits.count <= 7
        else { return nil }
        var parts: UInt64 = 0
        for digit in value.digits { parts = parts * 10 + UInt64(digit) }
        for _ in 0..<(exponent + 4) { parts *= 10 }
        return parts <= 1_000_000 ? UInt32(parts) : nil
    }

    /// - Parameter partsPerMillion: A share.
    /// - Returns: The shortest percentage for the share, e.g. `12.5`.
    static func number(partsPerMillion: UInt32) -> JSONNumber {
        let (whole, rest) = partsPerMillion.quotientAndRemainder(dividingBy: 10_000)
        guard rest > 0 else { return JSONNumber(Int(whole)) }
        let digits = String(rest)
        var text = "\(whole)." + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        while text.hasSuffix("0") { text.removeLast() }
        return JSONNumber(text) ?? JSONNumber(Int(whole))
    }
}
