import AirworthyPolicy
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("2001-01-01T00:00:00Z", 978_307_200),
        ("2026-11-20T00:00:00Z", 1_795_132_800),
        ("2026-11-20t09:00:00z", 1_795_165_200),
        ("2026-11-20T09:00:00+09:00", 1_795_132_800),
        ("2026-11-19T20:30:00-03:30", 1_795_132_800),
        ("2026-11-20T00:00:00-00:00", 1_795_132_800),
        ("2026-11-20T23:59:00+23:59", 1_795_132_800),
        ("2026-11-20T00:00:00.5Z", 1_795_132_800.5),
        ("2026-11-20T00:00:00.25Z", 1_795_132_800.25),
        ("2026-11-20T00:00:00.125Z", 1_795_132_800.125),
        ("2026-11-20T00:00:00.500000+00:00", 1_795_132_800.5),
        ("2026-11-20T00:00:00.50000000000000000000000000000000Z", 1_795_132_800.5),
        ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2024-02-29T12:00:00Z", 1_709_208_000),
        ("2000-02-29T00:00:00Z", 951_782_400),
        ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("0000-02-29T00:00:00Z", -62_162_121_600),
        ("1969-12-31T23:59:59Z", -1),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func `RFC 3339 dates are parsed to seconds since 1970`(_ text: String, _ seconds: Double) {
        #expect(Timestamp.parse(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20T00:00Z", "2026-11-20T00:00:00", "2026-11-20 00:00:00Z", " 2026-11-20T00:00:00Z",
        "2026-11-20T00:00:00Z ", "2026-11-20T00:00:00ZZ", "2026-11-20T00:00:00.Z", "2026-11-20T00:00:00,5Z",
        "2026-11-20T24:00:00Z", "2026-11-20T00:60:00Z", "2026-11-20T00:00:61Z", "2026-11-20T00:00:00+24:00",
        "2026-11-20T00:00:00+00:60", "2026-11-20T00:00:00+0900", "2026-11-20T00:00:00+09", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z",
        "2100-02-29T00:00:00Z", "2026-1-01T00:00:00Z", "26-11-20T00:00:00Z", "12026-11-20T00:00:00Z",
        "-026-11-20T00:00:00Z", "2026-11-20T00:00:00Ｚ", "２０２６-11-20T00:00:00Z", "2026-11-20T00:00:00GMT",
        "1795132800", "2026-W47-5T00:00:00Z", "2026-11-20T+1:00:00Z", "9999-12-31T23:59:60Z",
        "9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01",
    ])
    func `text that is not an RFC 3339 date is rejected`(_ text: String) {
        #expect(Timestamp.parse(text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_795_132_800, "2026-11-20T00:00:00Z"),
        (1_795_132_800.5, "2026-11-20T00:00:00.500Z"), (1_795_132_800.007, "2026-11-20T00:00:00.007Z"),
        (1_795_132_799.999_9, "2026-11-20T00:00:00Z"), (1_795_132_800.000_4, "2026-11-20T00:00:00Z"),
        (-0.25, "1969-12-31T23:59:59.750Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (951_868_799, "2000-02-29T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    ])
    func `dates are formatted in UTC`(_ seconds: Double, _ text: String) {
        #expect(Timestamp.format(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: [
        (Double.nan, "1970-01-01T00:00:00Z"), (.infinity, "9999-12-31T23:59:59.999Z"),
        (-.infinity, "0000-01-01T00:00:00Z"), (.greatestFiniteMagnitude, "9999-12-31T23:59:59.999Z"),
        (1e18, "9999-12-31T23:59:59.999Z"), (-1e18, "0000-01-01T00:00:00Z"),
        (253_402_300_799.999_9, "9999-12-31T23:59:59.999Z"),
    ])
    func `dates beyond the calendar are clamped`(_ seconds: Double, _ text: String) {
        #expect(Timestamp.format(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: UInt64(1)...20)
    func `every millisecond survives formatting and parsing`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let milliseconds = Int.random(in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            let text = Timestamp.format(date)
            let back = try #require(Timestamp.parse(text), "\(text)")
            #expect(abs(back.timeIntervalSince(date)) < 0.000_1, "\(text)")
            #expect(Timestamp.format(back) == text)
        }
    }

    @Test func `day numbers match the Gregorian calendar`() throws {
        var date = try #require(Timestamp.parse("1995-12-31T00:00:00Z"))
        var wrong: [String] = []
        for year in 1996...2104 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...length {
                    date += 86_400
                    let monthAndDay = [month + 1, day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
                    let expected = "\(year)-\(monthAndDay)T00:00:00Z"
                    if Timestamp.format(date) != expected || Timestamp.parse(expected) != date {
                        wrong.append(expected)
                    }
                }
            }
        }
        #expect(wrong.isEmpty)
    }
}
