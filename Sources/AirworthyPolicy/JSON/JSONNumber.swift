/// A JSON number with its original spelling: `1.10` stays `1.10`, and no digit is lost.
///
/// `==` compares the text. Use ``isEqual(numerically:)`` to compare values.
///
/// ```swift
/// let number = JSONNumber("1.10")!
/// number == JSONNumber("1.1")!                     // false
/// number.isEqual(numerically: JSONNumber("1.1")!)  // true
/// ```
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The literal, valid by the JSON grammar.
    public let text: String

    /// Creates a number from its literal.
    ///
    /// Returns `nil` unless the whole text is a number by the JSON grammar, without leading zeros, `+` or spaces.
    /// - Parameter text: The literal, e.g. `-1.5e3`.
    public init?(_ text: String) {
        var text = text
        let isNumber = text.withUTF8 { bytes in
            var cursor = ByteCursor(bytes)
            return cursor.skipNumber() && cursor.isAtEnd
        }
        guard isNumber else { return nil }
        self.init(validated: text)
    }

    /// Creates a number from an integer.
    /// - Parameter value: Any integer.
    public init(_ value: Int) {
        self.init(validated: String(value))
    }

    /// Creates a number with the fewest digits that give the same floating-point value; `2.0` becomes `2`.
    ///
    /// Returns `nil` for infinities and NaN, which JSON cannot represent.
    /// - Parameter value: A finite value.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let text = value.description
        self.init(validated: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    init(validated text: String) {
        self.text = text
    }

    /// The nearest `Double`; infinite when the number is beyond its range.
    public var doubleValue: Double { Double(text) ?? .nan }

    /// The value if it is a whole number that fits `Int`, as `1`, `1.0` and `1e2` do; otherwise `nil`.
    public var intValue: Int? { Int(text) ?? ExactDecimal(text).intValue }

    /// Compares the values: `1`, `1.0` and `10e-1` are equal, and so are `0` and `-0`.
    ///
    /// Exact at any length; takes time linear in the text.
    /// - Parameter other: The number to compare with.
    /// - Returns: Whether both have the same value.
    public func isEqual(numerically other: JSONNumber) -> Bool {
        guard text != other.text else { return true }
        let value = ExactDecimal(text)
        return value.exponent != nil && value == ExactDecimal(other.text)
    }

    /// The literal.
    public var description: String { text }
}

/// A decimal number in normal form: digits without zeros at either end, times a power of ten.
package struct ExactDecimal: Hashable {
    let isNegative: Bool
    /// Values 0…9, most significant first; empty for zero.
    let digits: [UInt8]
    /// The power of ten of the last digit; `nil` if it is too large to count.
    package let exponent: Int?

    /// - Parameter literal: A number that is valid by the JSON grammar.
    package init(_ literal: String) {
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
