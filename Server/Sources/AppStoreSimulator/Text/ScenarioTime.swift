import Foundation

/// A time in a scenario: `2026-11-13T00:00:00Z`, or a duration from the start such as `-P3D`, `PT2H` or `P1DT30M`.
enum ScenarioTime: Hashable, Sendable {
    case absolute(Date)
    case relative(Double)

    init?(_ text: String) {
        if let seconds = Self.duration(text) {
            self = .relative(seconds)
        } else if let date = Self.date(text) {
            self = .absolute(date)
        } else {
            return nil
        }
    }

    func date(from start: Date) -> Date {
        switch self {
        case .absolute(let date): date
        case .relative(let seconds): start.addingTimeInterval(seconds)
        }
    }

    func adding(_ more: Double) -> ScenarioTime {
        switch self {
        case .absolute(let date): .absolute(date.addingTimeInterval(more))
        case .relative(let seconds): .relative(seconds + more)
        }
    }

    /// Returns the absolute time, counted from `now`.
    func anchored(at now: Date) -> ScenarioTime { .absolute(date(from: now)) }

    /// Reads weeks, days, hours, minutes and seconds, with an optional sign before the `P`.
    static func duration(_ text: String) -> Double? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        guard rest.popFirst() == "P" else { return nil }
        var units: [Character: Double] = ["W": 604_800, "D": 86_400]
        var seconds = 0.0
        var count = 0
        var isTime = false
        while let first = rest.first {
            if first == "T", !isTime {
                units = ["H": 3600, "M": 60, "S": 1]
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            guard let number = Double(digits), number < 1e9, let unit = rest.popFirst().flatMap({ units[$0] }) else {
                return nil
            }
            seconds += number * unit
            count += 1
        }
        guard count > 0 else { return nil }
        return isNegative ? -seconds : seconds
    }

    /// Reads an RFC 3339 date with `Z` or an offset.
    static func date(_ text: String) -> Date? {
        let form = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d):(\d\d))/.asciiOnlyDigits()
        guard let match = text.wholeMatch(of: form)?.output,
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4),
            let minute = Int(match.5), let second = Int(match.6), (1...12).contains(month), (1...31).contains(day),
            hour < 24, minute < 60, second < 61,
            let midnight = Calendar.utc.date(from: DateComponents(year: year, month: month, day: day))
        else { return nil }
        let offset = (Int(match.9 ?? "") ?? 0) * 3600 + (Int(match.10 ?? "") ?? 0) * 60
        let seconds = hour * 3600 + minute * 60 + second + (match.8 == "-" ? offset : -offset)
        return midnight.addingTimeInterval(Double(seconds) + (match.7.flatMap { Double("0" + $0) } ?? 0))
    }
}
