import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The date format of HTTP header fields (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
    /// Parses the value of a header field such as `Date`.
    ///
    /// The zone may also be written `UTC`. The two obsolete formats of RFC 9110 are not supported.
    /// - Parameter text: The field's value, without spaces around it.
    /// - Returns: The date; `nil` for any other text and for a day or time that does not exist.
    public static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, weekdays.contains(parts[0]), parts[5] == "GMT" || parts[5] == "UTC",
            let month = months.firstIndex(of: parts[2]), parts[1].utf8.count == 2, parts[3].utf8.count == 4
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp.parse("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }

    private static let weekdays: Set<Substring> = ["Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,", "Sun,"]
    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// The header field `Retry-After` (RFC 9110, 10.2.3): a number of seconds or a date.
public enum RetryAfter {
    /// The longest wait that is accepted from a server: one day, in seconds.
    public static let longest: TimeInterval = 86_400

    /// Parses the value of the field.
    /// - Parameters:
    ///   - text: The field's value.
    ///   - now: The current time, from which a date is measured: the response's `Date` if it has one.
    /// - Returns: The seconds to wait, from 0 to ``longest``; `nil` if the value is neither a number nor a date.
    public static func seconds(_ text: String, now: Date) -> TimeInterval? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number with more digits than an Int holds is capped like any other long wait.
            return Int(text).map { min(TimeInterval($0), longest) } ?? longest
        }
        return HTTPDate.parse(text).map { min(max(0, $0.timeIntervalSince(now)), longest) }
    }
}
