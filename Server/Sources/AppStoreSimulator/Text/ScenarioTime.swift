import Foundation

/// A time in a scenario: `2026-11-13T00:00:00Z`, or as far from the start as `-P3D`, `PT2H` or `P1DT30M` say.
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

    /// The same, no longer relative.
    func anchored(at now: Date) -> ScenarioTime { .absolute(date(from: now)) }

    /// Weeks, days, hours, minutes and seconds, with a sign before the `P`.
    static func duration(_ text: String) -> Double? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        guard rest.first == "P" else { return nil }
        rest = rest.dropFirst()
        var seconds = 0.0
        var isTime = false
        var count = 0
        while let first = rest.first {
            if first == "T" {
                guard !isTime else { return nil }
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            guard let number = Double(digits), number < 1e9, let unit = rest.popFirst() else { return nil }
            switch (unit, isTime) {
            case ("W", false): seconds += number * 604_800
            case ("D", false): seconds += number * 86_400
            case ("H", true): seconds += number * 3600
            case ("M", true): seconds += number * 60
            case ("S", true): seconds += number
            default: return nil
            }
            count += 1
        }
        guard count > 0 else { return nil }
        return isNegative ? -seconds : seconds
    }

    /// RFC 3339, with an offset or `Z`.
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return Int(String(decoding: bytes[range], as: UTF8.self))
        }
        func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
            index < bytes.count && bytes[index] == UInt8(ascii: character)
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("T", at: 10), let hour = number(11..<13), has(":", at: 13),
            let minute = number(14..<16), has(":", at: 16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var index = 19
        var fraction = 0.0
        if has(".", at: index) {
            var unit = 0.1
            index += 1
            while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
                fraction += Double(bytes[index] - 0x30) * unit
                unit /= 10
                index += 1
            }
        }
        var offset = 0
        if has("Z", at: index) {
            index += 1
        } else if has("+", at: index) || has("-", at: index) {
            guard let hours = number(index + 1..<index + 3), has(":", at: index + 3),
                let minutes = number(index + 4..<index + 6)
            else { return nil }
            offset = (hours * 3600 + minutes * 60) * (has("-", at: index) ? -1 : 1)
            index += 6
        } else {
            return nil
        }
        guard index == bytes.count else { return nil }
        let seconds = CivilTime.seconds(year: year, month: month, day: day) + Int64(hour * 3600 + minute * 60 + second)
        return Date(timeIntervalSince1970: Double(seconds - Int64(offset)) + fraction)
    }
}
