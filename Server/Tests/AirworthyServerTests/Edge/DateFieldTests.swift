import AirworthySupport
import Foundation
import Testing

@testable import AirworthyServer

@Suite struct DateFieldTests {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_795_392_000, "Mon, 23 Nov 2026 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
    ])
    func `dates have the format of HTTP`(seconds: Double, text: String) {
        #expect(Date(timeIntervalSince1970: seconds).formatted(DateField.format) == text)
    }

    @Test func `the current date is the current second`() throws {
        let before = Date()
        let date = try #require(HTTPDate.parse(DateField().current))
        #expect(date > before - 1 && date <= Date())
    }
}
