import Airworthy
import Foundation
import Testing

@Suite struct BackoffTests {
    @Test(arguments: 1...40)
    func `the window doubles up to an hour, and the whole of it is used`(_ attempt: Int) {
        let window = min(3_600, 4 * pow(2, Double(attempt - 1)))
        #expect(Backoff.delay(attempt: attempt, random: 0) == 1)
        #expect(Backoff.delay(attempt: attempt, random: 0.5) == max(1, window / 2))
        #expect(Backoff.delay(attempt: attempt, random: 0.999_999) < window)
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func `a count that makes no sense is no trap`(_ attempt: Int) {
        #expect((1...3_600).contains(Backoff.delay(attempt: attempt, random: 0.9)))
    }

    @Test func `what the server asks for is waited out, with some jitter on top`() {
        #expect(Backoff.delay(attempt: 1, retryAfter: 120, random: 0) == 120)
        #expect(Backoff.delay(attempt: 1, retryAfter: 120, random: 0.5) == 132)
        #expect(Backoff.delay(attempt: 30, retryAfter: 1, random: 0.5) == 1_800)
    }

    @Test func `nobody can ask for more than a day`() {
        #expect(Backoff.delay(attempt: 1, retryAfter: 1e12, random: 0) == 86_400)
    }
}

@Suite struct RetryAfterTests {
    private let now = date("2026-11-20T12:00:00Z")

    @Test(arguments: [
        ("0", 0.0), ("120", 120), ("99999999999999999999", 86_400), ("Fri, 20 Nov 2026 12:02:00 GMT", 120),
        ("Fri, 20 Nov 2026 11:00:00 GMT", 0),
    ])
    func `seconds and dates are read`(_ text: String, _ seconds: Double) {
        #expect(RetryAfter.seconds(text, now: now) == seconds)
    }

    @Test(arguments: ["", " ", "-1", "1.5", "soon", "12h", "Fri, 20 Nov 2026 12:02:00", "٣"])
    func `anything else is nothing`(_ text: String) { #expect(RetryAfter.seconds(text, now: now) == nil) }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
        ("Thu, 29 Feb 2024 23:59:59 GMT", "2024-02-29T23:59:59Z"),
        ("Fri, 01 Jan 2027 00:00:00 GMT", "2027-01-01T00:00:00Z"),
        ("Wed, 30 Sep 2026 01:02:03 GMT", "2026-09-30T01:02:03Z"),
    ])
    func `dates of HTTP are read`(_ text: String, _ expected: String) {
        #expect(HTTPDate.parse(text) == date(expected))
    }

    @Test(arguments: [
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT",
    ])
    func `other dates are not`(_ text: String) { #expect(HTTPDate.parse(text) == nil) }

    @Test func `every hour of some years survives the way through a header`() {
        for hours in stride(from: 0, to: 24 * 366 * 5, by: 7) {
            let instant = date("2024-01-01T00:00:00Z").addingTimeInterval(Double(hours) * 3_600)
            #expect(HTTPDate.parse(HTTPText.date(instant)) == instant)
        }
    }
}

@Suite struct ClockCorrectionTests {
    private let now = date("2026-11-20T12:00:00Z")

    private func correction(_ url: String, _ headers: [String: String]) -> TimeInterval? {
        ClockCorrection.measure(
            TransportResponse(url: URL(string: url)!, status: 200, headers: headers), at: now)
    }

    @Test func `a verified answer tells what the clock is off by`() {
        let headers = ["date": "Fri, 20 Nov 2025 12:00:00 GMT"]
        #expect(correction("https://a.example", headers) == -31_536_000.0)
        #expect(correction("http://127.0.0.1:8080", headers) == -31_536_000.0)
    }

    @Test func `plain http tells nothing`() {
        #expect(correction("http://a.example", ["Date": "Fri, 20 Nov 2025 12:00:00 GMT"]) == nil)
    }

    @Test func `a cache's date is as old as the cache says`() {
        let headers = ["Date": "Fri, 20 Nov 2026 11:00:00 GMT", "Age": "3600"]
        #expect(correction("https://a.example", headers) == 0)
    }

    @Test func `less than the resolution of the header is no difference`() {
        #expect(correction("https://a.example", ["Date": "Fri, 20 Nov 2026 11:59:59 GMT"]) == 0)
    }

    @Test func `without a date, or with one nobody can read, nothing is known`() {
        #expect(correction("https://a.example", [:]) == nil)
        #expect(correction("https://a.example", ["Date": "yesterday"]) == nil)
    }
}
