import Airworthy
import Foundation
import Testing

@Suite struct ClockCorrectionTests {
    private let now = date("2026-11-20T12:00:00Z")

    private func correction(_ url: String, _ headers: [String: String]) -> TimeInterval? {
        ClockCorrection.measure(
            TransportResponse(url: URL(string: url)!, status: 200, headers: headers), at: now)
    }

    @Test func `a response over https or from this machine measures the clock error`() {
        let headers = ["date": "Fri, 20 Nov 2025 12:00:00 GMT"]
        #expect(correction("https://a.example", headers) == -31_536_000.0)
        #expect(correction("http://127.0.0.1:8080", headers) == -31_536_000.0)
    }

    @Test func `a response over plain http measures nothing`() {
        #expect(correction("http://a.example", ["Date": "Fri, 20 Nov 2025 12:00:00 GMT"]) == nil)
    }

    @Test func `Age is added to the date of a cached response`() {
        let headers = ["Date": "Fri, 20 Nov 2026 11:00:00 GMT", "Age": "3600"]
        #expect(correction("https://a.example", headers) == 0)
    }

    @Test func `a difference below two seconds counts as zero`() {
        #expect(correction("https://a.example", ["Date": "Fri, 20 Nov 2026 11:59:59 GMT"]) == 0)
    }

    @Test func `a missing or unreadable date measures nothing`() {
        #expect(correction("https://a.example", [:]) == nil)
        #expect(correction("https://a.example", ["Date": "yesterday"]) == nil)
    }
}
