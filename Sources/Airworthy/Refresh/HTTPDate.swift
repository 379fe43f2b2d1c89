import AirworthyPolicy
package import Foundation

/// Dates of HTTP headers, `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete forms are not read.
package enum HTTPDate {
    /// - Parameter text: A header's value.
    /// - Returns: The instant; `nil` for anything else.
    package static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, days.contains(parts[0]), parts[5] == "GMT",
            let month = months.firstIndex(of: parts[2]), parts[1].utf8.count == 2, parts[3].utf8.count == 4
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp.parse("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }

    private static let days: Set<Substring> = ["Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,", "Sun,"]
    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// The header `Retry-After`, which is a number of seconds or a date.
package enum RetryAfter {
    /// - Parameters:
    ///   - text: The header's value.
    ///   - now: The instant a date is compared with: the answer's own `Date` if it has one, else the corrected clock.
    /// - Returns: Seconds to wait, 0 or more; `nil` if it cannot be read.
    package static func seconds(_ text: String, now: Date) -> TimeInterval? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // More digits than an Int holds is long in any case.
            return Int(text).map(TimeInterval.init) ?? Backoff.longestRetryAfter
        }
        return HTTPDate.parse(text).map { max(0, $0.timeIntervalSince(now)) }
    }
}
