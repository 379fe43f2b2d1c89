/// A decimal number in normal form: digits without zeros at either end, times a power of ten.
struct ExactDecimal: Equatable {
    let isNegative: Bool
    /// Values 0…9, most significant first; empty for zero.
    let digits: [UInt8]
    /// The power of ten of the last digit; `nil` if it is too large to count.
    let exponent: Int?

    /// - Parameter literal: A number that is valid by the JSON grammar.
    init(_ literal: String) {
        var digits: [UInt8] = []
        var fractionCount = 0
        var inFraction = false
        var exponentText: Substring = "0"
        for (offset, byte) in literal.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if inFraction { fractionCount += 1 }
                if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte - UInt8(ascii: "0")) }
                continue
            case UInt8(ascii: "."):
                inFraction = true
                continue
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponentText = literal.dropFirst(offset + 1)
            default:
                continue
            }
            break
        }
        self.init(
            isNegative: literal.hasPrefix("-"), digits: digits, power: Self.power(exponentText, less: fractionCount))
    }

    private init(isNegative: Bool, digits: [UInt8], power: Int?) {
        let zeros = digits.reversed().prefix { $0 == 0 }.count
        self.digits = digits.dropLast(zeros)
        self.isNegative = isNegative && !self.digits.isEmpty
        exponent = self.digits.isEmpty ? 0 : power.flatMap { Self.sum($0, zeros) }
    }

    /// The value if it is whole and fits `Int`.
    var intValue: Int? {
        guard let exponent, (0...19).contains(exponent) else { return nil }
        var value = 0
        for digit in digits + Array(repeating: 0, count: digits.isEmpty ? 0 : exponent) {
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let step = isNegative ? -Int(digit) : Int(digit)
            let (sum, overflowedSum) = product.addingReportingOverflow(step)
            guard !overflowed, !overflowedSum else { return nil }
            value = sum
        }
        return value
    }

    private static func power(_ text: Substring, less fractionCount: Int) -> Int? {
        Int(text).flatMap { sum($0, -fractionCount) }
    }

    private static func sum(_ left: Int, _ right: Int) -> Int? {
        let (sum, overflowed) = left.addingReportingOverflow(right)
        return overflowed ? nil : sum
    }
}
