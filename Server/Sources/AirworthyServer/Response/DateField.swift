import Foundation
import Synchronization

/// The value of the header field `Date`, formatted once a second.
final class DateField: Sendable {
    private let latest = Mutex<(second: Int, text: String)>((0, ""))

    var current: String {
        let now = Date()
        let second = Int(now.timeIntervalSince1970)
        return latest.withLock { latest in
            if latest.second != second { latest = (second, now.formatted(Self.format)) }
            return latest.text
        }
    }

    /// The format of RFC 9110, e.g. `Sun, 06 Nov 1994 08:49:37 GMT`.
    static let format = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
}
