/// A fixed length of time, written as an ISO 8601 duration: `PT12H`, `P7D`, `P1W`, `P1DT12H`.
///
/// A day always has 86 400 seconds and a week 7 days.
///
/// ```swift
/// try Period("P1DT12H").seconds        // 129600
/// Period(seconds: 43_200).description  // "PT12H"
/// ```
public struct Period: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The length in seconds, 0 or more.
    public let seconds: Int

    /// Creates a period.
    /// - Parameter seconds: The length in seconds; a negative number counts as 0.
    public init(seconds: Int) {
        self.seconds = max(0, seconds)
    }

    /// A number of days of 24 hours.
    /// - Parameter count: The number; negative numbers count as 0.
    /// - Returns: The duration.
    public static func days(_ count: Int) -> Period { times(count, of: 86_400) }

    /// A number of hours.
    /// - Parameter count: The number; negative numbers count as 0.
    /// - Returns: The duration.
    public static func hours(_ count: Int) -> Period { times(count, of: 3_600) }

    private static func times(_ count: Int, of seconds: Int) -> Period {
        let (product, overflowed) = max(0, count).multipliedReportingOverflow(by: seconds)
        return Period(seconds: overflowed ? .max : product)
    }

    /// Creates a period from an ISO 8601 duration of whole weeks, days, hours, minutes and seconds, in that order.
    /// - Parameter text: The text, e.g. `P1DT12H`.
    /// - Throws: ``PeriodError`` for any other text, also for years and months, which have no fixed length.
    public init(_ text: String) throws(PeriodError) {
        seconds = try PeriodParser(text).seconds()
    }

    /// Orders by length.
    /// - Parameters:
    ///   - lhs: The left period.
    ///   - rhs: The right period.
    /// - Returns: Whether `lhs` is shorter.
    public static func < (lhs: Period, rhs: Period) -> Bool { lhs.seconds < rhs.seconds }

    /// The shortest form in days, hours, minutes and seconds: `P7D`, `PT12H`, `P1DT12H`, `PT0S`.
    public var description: String {
        guard seconds > 0 else { return "PT0S" }
        func part(_ amount: Int, unit: String) -> String { amount == 0 ? "" : "\(amount)\(unit)" }
        let time =
            part(seconds / 3_600 % 24, unit: "H") + part(seconds / 60 % 60, unit: "M") + part(seconds % 60, unit: "S")
        return "P" + part(seconds / 86_400, unit: "D") + (time.isEmpty ? "" : "T" + time)
    }
}

/// An error from reading a ``Period``.
public struct PeriodError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence with the problem and its remedy.
    public let message: String

    /// Creates an error.
    /// - Parameter message: One sentence with the problem and its remedy.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

/// A parser for ISO 8601 durations.
private struct PeriodParser {
    private let text: String
    private var rest: Substring.UTF8View

    init(_ text: String) {
        self.text = text
        rest = text.utf8[...]
    }

    func seconds() throws(PeriodError) -> Int {
        var parser = self
        return try parser.parse()
    }

    private mutating func parse() throws(PeriodError) -> Int {
        guard take("P") else { throw malformed }
        var total = 0
        var inTime = false
        var lastUnit = Int.max
        var partCount = 0
        while !rest.isEmpty {
            if !inTime, take("T") {
                inTime = true
                partCount = 0
                continue
            }
            let amount = try takeAmount()
            let unit = try takeUnit(inTime: inTime)
            guard unit < lastUnit else { throw malformed }
            lastUnit = unit
            partCount += 1
            let (length, overflowed) = amount.multipliedReportingOverflow(by: unit)
            let (sum, overflowedSum) = total.addingReportingOverflow(length)
            guard !overflowed, !overflowedSum else { throw tooLong }
            total = sum
        }
        guard partCount > 0 else { throw malformed }
        return total
    }

    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, Unicode.Scalar(byte) == letter else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func takeAmount() throws(PeriodError) -> Int {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { throw malformed }
        rest.removeFirst(digits.count)
        guard let amount = Int(String(Substring(digits))) else { throw tooLong }
        return amount
    }

    /// The length of the unit in seconds.
    private mutating func takeUnit(inTime: Bool) throws(PeriodError) -> Int {
        guard let byte = rest.popFirst() else { throw malformed }
        switch (Unicode.Scalar(byte), inTime) {
        case ("W", false): return 604_800
        case ("D", false): return 86_400
        case ("H", true): return 3_600
        case ("M", true): return 60
        case ("S", true): return 1
        case ("Y", false), ("M", false):
            throw PeriodError(
                "\(DocumentPath.quoted(text)) has years or months, which have no fixed length; count days (P30D) or weeks. "
                    + "Minutes follow a T (PT30M).")
        case (".", _), (",", _):
            throw PeriodError("\(DocumentPath.quoted(text)) has a fraction; write whole numbers of a smaller unit.")
        default: throw malformed
        }
    }

    private var malformed: PeriodError {
        PeriodError("\(DocumentPath.quoted(text)) is not a duration; write one like PT30M, PT12H, P7D or P1DT12H.")
    }

    private var tooLong: PeriodError {
        PeriodError("\(DocumentPath.quoted(text)) is too long to count in seconds; write a shorter duration.")
    }
}
