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
