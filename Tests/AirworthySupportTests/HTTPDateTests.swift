import AirworthyPolicy
import AirworthySupport
import Foundation
import Testing

@Suite struct HTTPDateTests {
    private static func date(_ text: String) -> Date { Timestamp.parse(text)! }

    private let now = HTTPDateTests.date("2026-11-20T12:00:00Z")

    @Test(arguments: [
        ("0", 0.0), ("120", 120), ("99999999999999999999", 86_400), ("Fri, 20 Nov 2026 12:02:00 GMT", 120),
        ("Fri, 20 Nov 2026 11:00:00 GMT", 0),
    ])
    func `seconds and dates are read`(_ text: String, _ seconds: Double) {
        #expect(RetryAfter.seconds(text, now: now) == seconds)
    }

    @Test(arguments: ["", " ", "-1", "1.5", "soon", "12h", "Fri, 20 Nov 2026 12:02:00", "٣"])
    func `any other value is rejected`(_ text: String) { #expect(RetryAfter.seconds(text, now: now) == nil) }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
        ("Thu, 29 Feb 2024 23:59:59 GMT", "2024-02-29T23:59:59Z"),
        ("Fri, 01 Jan 2027 00:00:00 GMT", "2027-01-01T00:00:00Z"),
        ("Wed, 30 Sep 2026 01:02:03 GMT", "2026-09-30T01:02:03Z"),
        ("Fri, 20 Nov 2026 10:18:55 UTC", "2026-11-20T10:18:55Z"),
    ])
    func `dates in the HTTP format are parsed`(_ text: String, _ expected: String) {
        #expect(HTTPDate.parse(text) == Self.date(expected))
    }

    @Test(arguments: [
        "", "Fri, 20 Nov 2026 10:18:55 +0100", "Fri, 20 Foo 2026 10:18:55 GMT", "2026-11-20T10:18:55Z",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT",
    ])
    func `other date formats are rejected`(_ text: String) { #expect(HTTPDate.parse(text) == nil) }

    @Test func `parsing returns the date that was formatted, for five years`() {
        for hours in stride(from: 0, to: 24 * 366 * 5, by: 7) {
            let instant = Self.date("2024-01-01T00:00:00Z").addingTimeInterval(Double(hours) * 3_600)
            #expect(HTTPDate.parse(Self.header(instant)) == instant)
        }
    }

    /// Formats a date like a server, with Foundation's formatter instead of our own code.
    private static func header(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
