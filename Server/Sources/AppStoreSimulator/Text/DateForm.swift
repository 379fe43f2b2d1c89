import Foundation

/// The forms in which dates come. One resource always has the same one.
enum DateForm: Int, CaseIterable {
    /// `2026-04-30T17:16:21-07:00`
    case offset
    /// `2025-05-08T01:29:36.16Z`
    case hundredths
    /// `2025-04-16T05:00:52.745Z`
    case thousandths
    /// `2025-07-10T22:35:02.541411Z`
    case millionths

    /// Writes a date.
    func text(_ date: Date) -> String {
        let micros = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
        switch self {
        case .offset: return CivilTime(seconds: micros.flooredDivision(1_000_000) - 7 * 3600).text + "-07:00"
        case .hundredths: return Self.utc(micros, unit: 10_000, digits: 2)
        case .thousandths: return Self.utc(micros, unit: 1_000, digits: 3)
        case .millionths: return Self.utc(micros, unit: 1, digits: 6)
        }
    }

    /// `2024-07-10T19:14:28Z`, the only form of the lookup.
    static func seconds(_ date: Date) -> String {
        CivilTime(seconds: Int64(date.timeIntervalSince1970.rounded(.down))).text + "Z"
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, for the `Date` header.
    static func header(_ date: Date) -> String {
        let seconds = Int64(date.timeIntervalSince1970.rounded(.down))
        let time = CivilTime(seconds: seconds)
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = seconds.flooredDivision(86_400)
        let name = days[Int(day - day.flooredDivision(7) * 7)]
        return "\(name), \(pad(time.day, 2)) \(months[time.month - 1]) \(pad(time.year, 4)) \(time.clock) GMT"
    }

    private static func utc(_ micros: Int64, unit: Int64, digits: Int) -> String {
        let seconds = micros.flooredDivision(1_000_000)
        let fraction = (micros - seconds * 1_000_000) / unit
        return CivilTime(seconds: seconds).text + "." + pad(Int(fraction), digits) + "Z"
    }
}

/// A point in time as a calendar and a clock show it.
struct CivilTime {
    let year: Int
    let month: Int
    let day: Int
    let clock: String

    /// - Parameter seconds: Since 1970.
    init(seconds: Int64) {
        let days = seconds.flooredDivision(86_400)
        let rest = Int(seconds - days * 86_400)
        // Years begin in March, so that a leap day is the last one.
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        clock = "\(pad(rest / 3600, 2)):\(pad(rest / 60 % 60, 2)):\(pad(rest % 60, 2))"
    }

    var text: String { "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(clock)" }

    /// Seconds since 1970 of a day at midnight.
    static func seconds(year: Int, month: Int, day: Int) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (Int64(era) * 146_097 + Int64(dayOfEra) - 719_468) * 86_400
    }
}

extension Int64 {
    func flooredDivision(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

private func pad(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}
