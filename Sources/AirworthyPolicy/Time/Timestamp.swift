#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Dates as RFC 3339 text with an offset, e.g. `2026-11-20T09:00:00+09:00`.
///
/// ```swift
/// let date = Timestamp.parse("2026-11-20T09:00:00+09:00")!
/// Timestamp.format(date)  // "2026-11-20T00:00:00Z"
/// ```
public enum Timestamp {
    /// Parses a date.
    ///
    /// The text needs a date, a time with seconds, and `Z` or an offset up to `±23:59`. A fraction can have any number of
    /// digits. A leap second (`:60`) is the second after `:59`.
    /// - Parameter text: The text, without spaces around it.
    /// - Returns: The date; `nil` for any other text, also for a date without a time, for days that do not exist, and for a
    ///   date that is not in the years 0…9999 in UTC.
    public static func parse(_ text: String) -> Date? {
        var rest = text.utf8[...]
        guard let year = rest.takeNumber(digits: 4), rest.take("-") != nil,
            let month = rest.takeNumber(digits: 2), rest.take("-") != nil,
            let day = rest.takeNumber(digits: 2), rest.take("T", "t") != nil,
            let hour = rest.takeNumber(digits: 2), rest.take(":") != nil,
            let minute = rest.takeNumber(digits: 2), rest.take(":") != nil,
            let second = rest.takeNumber(digits: 2),
            let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60,
            let fraction = rest.takeFraction(), let offset = rest.takeOffset(), rest.isEmpty
        else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
        guard (first...last).contains(seconds) else { return nil }
        return Date(timeIntervalSinceReferenceDate: Double(seconds - referenceSeconds) + fraction)
    }

    /// Formats a date in UTC, with milliseconds only if they are not zero: `2026-11-20T00:00:00Z`.
    /// - Parameter date: Any date. A date outside the years 0…9999 is clamped to them, and NaN counts as 1970.
    /// - Returns: The text, rounded to the nearest millisecond.
    public static func format(_ date: Date) -> String {
        let interval = date.timeIntervalSinceReferenceDate
        guard !interval.isNaN else { return "1970-01-01T00:00:00Z" }
        // Clamp the Double first, because the conversion to Int traps if the value does not fit.
        let bounded = min(max(interval, Double(first - referenceSeconds)), Double(last - referenceSeconds) + 1)
        let rounded = Int((bounded * 1_000).rounded()) + referenceSeconds * 1_000
        let milliseconds = min(rounded, last * 1_000 + 999)
        let seconds = floorDivide(milliseconds, by: 1_000)
        let days = floorDivide(seconds, by: 86_400)
        let time = seconds - days * 86_400
        let day = CivilDate(daysSince1970: days)
        let fraction = milliseconds - seconds * 1_000
        var text = Digits()
        text.append(day.year, width: 4)
        text.append(day.month, after: UInt8(ascii: "-"))
        text.append(day.day, after: UInt8(ascii: "-"))
        text.append(time / 3_600, after: UInt8(ascii: "T"))
        text.append(time / 60 % 60, after: UInt8(ascii: ":"))
        text.append(time % 60, after: UInt8(ascii: ":"))
        if fraction != 0 { text.append(fraction, width: 3, after: UInt8(ascii: ".")) }
        return text.ended(by: UInt8(ascii: "Z"))
    }

    /// A buffer of numbers with leading zeros.
    private struct Digits {
        private var bytes: [UInt8] = []

        init() { bytes.reserveCapacity(24) }

        mutating func append(_ value: Int, width: Int = 2, after separator: UInt8? = nil) {
            if let separator { bytes.append(separator) }
            var divisor = width == 4 ? 1_000 : width == 3 ? 100 : 10
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
                divisor /= 10
            }
        }

        func ended(by last: UInt8) -> String { String(decoding: bytes + [last], as: UTF8.self) }
    }

    /// 2001-01-01, the zero of `Date`, in seconds since 1970.
    private static let referenceSeconds = 978_307_200
    /// 0000-01-01T00:00:00Z.
    private static let first = -62_167_219_200
    /// 9999-12-31T23:59:59Z.
    private static let last = 253_402_300_799

    private static func floorDivide(_ value: Int, by divisor: Int) -> Int {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Substring.UTF8View {
    fileprivate mutating func take(_ choices: Unicode.Scalar...) -> Unicode.Scalar? {
        guard let byte = first, choices.contains(Unicode.Scalar(byte)) else { return nil }
        removeFirst()
        return Unicode.Scalar(byte)
    }

    fileprivate mutating func takeDigit() -> Int? {
        guard let byte = first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }

    fileprivate mutating func takeNumber(digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = takeDigit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// The fraction, zero if there is none. Digits beyond the precision of `Date` are ignored.
    fileprivate mutating func takeFraction() -> Double? {
        guard take(".") != nil else { return 0 }
        guard var number = takeDigit() else { return nil }
        var scale = 10
        while let digit = takeDigit() {
            guard scale < 1_000_000_000 else { continue }
            number = number * 10 + digit
            scale *= 10
        }
        return Double(number) / Double(scale)
    }

    /// The offset from UTC in seconds.
    fileprivate mutating func takeOffset() -> Int? {
        guard let sign = take("Z", "z", "+", "-") else { return nil }
        guard sign == "+" || sign == "-" else { return 0 }
        guard let hours = takeNumber(digits: 2), take(":") != nil, let minutes = takeNumber(digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}

/// A day of the proleptic Gregorian calendar, and its number of days since 1970-01-01.
struct CivilDate: Equatable {
    let year: Int
    let month: Int
    let day: Int

    /// Returns `nil` unless the year is 0…9999 and the month has that day.
    init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, 1...Self.length(ofMonth: month, in: year) ~= day else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter days: The days since 1970-01-01, in the years 0…9999.
    init(daysSince1970 days: Int) {
        // Years are counted from 1 March, so that the leap day comes last and months have a regular pattern.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
