import Foundation

/// A date as pages show it: the absolute time with its zone beside the time from now.
struct Moment: Hashable, Sendable {
    /// The date for programs, such as `2026-11-20T12:00:00Z`.
    let iso: String
    /// The date for people, such as `20 Nov 2026, 12:00 UTC`.
    let absolute: String
    /// The time from now, such as `3 days ago` or `in 2 hours`.
    let relative: String

    init(_ date: Date, now: Date) {
        iso = date.formatted(.iso8601)
        absolute = Self.text(date, withTime: true)
        relative = Self.relative(to: date, from: now)
    }

    /// A day such as `20 Nov`.
    static func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.day, .month], from: date)
        return "\(parts.day ?? 0) \(months[(parts.month ?? 1) - 1])"
    }

    /// A date such as `20 Nov 2026`, and its time in UTC.
    static func text(_ date: Date, withTime: Bool) -> String {
        let parts = calendar.dateComponents([.year, .hour, .minute], from: date)
        let day = "\(day(date)) \(parts.year ?? 0)"
        guard withTime else { return day }
        return "\(day), \(digits(parts.hour)):\(digits(parts.minute)) UTC"
    }

    /// A time from now in words, such as `in 2 hours`.
    static func relative(to date: Date, from now: Date) -> String {
        let seconds = date.timeIntervalSince(now)
        let text = length(abs(seconds))
        guard let text else { return "now" }
        return seconds > 0 ? "in \(text)" : "\(text) ago"
    }

    /// A length of time in its largest unit, such as `3 days`; `nil` below half a minute.
    static func length(_ seconds: Double) -> String? {
        guard seconds.isFinite, seconds >= 30 else { return nil }
        let units: [(name: String, seconds: Double, next: Double)] = [
            ("minute", 60, 90 * 60), ("hour", 3_600, 36 * 3_600), ("day", 86_400, 60 * 86_400),
            ("month", 30.4375 * 86_400, 600 * 86_400), ("year", 365.25 * 86_400, .infinity),
        ]
        let unit = units.first { seconds < $0.next } ?? units[4]
        let count = max(1, Int((seconds / unit.seconds).rounded()))
        return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func digits(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
