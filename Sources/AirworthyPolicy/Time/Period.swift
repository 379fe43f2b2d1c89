/// A fixed length of time, written as an ISO 8601 duration: `PT12H`, `P7D`, `P1W`, `P1DT12H`.
///
/// A day is 86 400 s and a week 7 days, whatever the calendar does.
public struct Period: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The length in seconds, 0 or more.
    public let seconds: Int

    /// Makes a period.
    /// - Parameter seconds: The length in seconds; negative counts as 0.
    public init(seconds: Int) {
        self.seconds = max(0, seconds)
    }

    /// Reads an ISO 8601 duration of whole weeks, days, hours, minutes and seconds, in that order and in capitals.
    /// - Parameter text: The text, e.g. `P1DT12H`.
    /// - Throws: ``PeriodError`` for anything else; years and months have no fixed length and are refused.
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
        func part(_ amount: Int, _ unit: String) -> String { amount == 0 ? "" : "\(amount)\(unit)" }
        let time =
            part(seconds / 3_600 % 24, "H") + part(seconds / 60 % 60, "M") + part(seconds % 60, "S")
        return "P" + part(seconds / 86_400, "D") + (time.isEmpty ? "" : "T" + time)
    }
}

/// Why a text is not a ``Period``.
public struct PeriodError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence: what is wrong and what to do.
    public let message: String

    /// Makes an error.
    /// - Parameter message: One sentence: what is wrong and what to do.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
