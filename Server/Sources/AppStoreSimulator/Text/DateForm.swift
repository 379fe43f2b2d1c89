import Foundation

/// The date formats of App Store Connect. One resource always uses the same one.
enum DateForm: Int, CaseIterable {
    /// `2026-04-30T17:16:21-07:00`
    case offset
    /// `2025-05-08T01:29:36.16Z`
    case hundredths
    /// `2025-04-16T05:00:52.745Z`
    case thousandths
    /// `2025-07-10T22:35:02.541411Z`
    case millionths

    func text(_ date: Date) -> String {
        let micros = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
        switch self {
        case .offset: return Self.clock(date.addingTimeInterval(-7 * 3600)) + "-07:00"
        case .hundredths: return Self.utc(micros, unit: 10_000, digits: 2)
        case .thousandths: return Self.utc(micros, unit: 1_000, digits: 3)
        case .millionths: return Self.utc(micros, unit: 1, digits: 6)
        }
    }

    /// Returns `2024-07-10T19:14:28Z`, the only format of the lookup.
    static func seconds(_ date: Date) -> String { clock(date) + "Z" }

    /// Returns `Sun, 06 Nov 1994 08:49:37 GMT`, for the `Date` header.
    static func header(_ date: Date) -> String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = Calendar.utc.dateComponents([.year, .month, .day, .weekday], from: date)
        let (day, month) = (days[(parts.weekday ?? 1) - 1], months[(parts.month ?? 1) - 1])
        return "\(day), \(pad(parts.day, 2)) \(month) \(pad(parts.year, 4)) \(clock(date).suffix(8)) GMT"
    }

    private static func utc(_ micros: Int64, unit: Int64, digits: Int) -> String {
        let fraction = (micros % 1_000_000 + 1_000_000) % 1_000_000
        let date = Date(timeIntervalSince1970: Double((micros - fraction) / 1_000_000))
        return clock(date) + "." + pad(Int(fraction / unit), digits) + "Z"
    }

    /// Returns `2024-07-10T19:14:28`.
    private static func clock(_ date: Date) -> String {
        // Whole seconds keep the format from rounding up.
        let date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        return String(date.formatted(.iso8601).dropLast())
    }

    private static func pad(_ number: Int?, _ width: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

extension Calendar {
    static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
