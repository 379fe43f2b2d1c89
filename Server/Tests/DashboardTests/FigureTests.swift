import Foundation
import Testing

@testable import Dashboard

@Suite("Numbers and dates on pages")
struct FigureTests {
    @Test(
        "a whole number has narrow spaces between thousands",
        arguments: [
            (0, "0"), (999, "999"), (1_000, "1\u{202F}000"), (1_234_567, "1\u{202F}234\u{202F}567"),
            (-1_500, "−1\u{202F}500"),
        ])
    func wholeNumbers(number: Int, text: String) { #expect(Figure.whole(number) == text) }

    @Test(
        "a share keeps the digits that matter, and says neither 0 nor 100 % of what is not",
        arguments: [
            (0, 100, "0\u{A0}%"), (1, 3, "33\u{A0}%"), (95, 1_000, "9.5\u{A0}%"), (4, 1_000, "0.4\u{A0}%"),
            (1, 5_000, "0.02\u{A0}%"), (1, 1_000_000, "<\u{202F}0.01\u{A0}%"), (999, 1_000, ">\u{202F}99\u{A0}%"),
            (1_000, 1_000, "100\u{A0}%"), (0, 0, "–"),
        ])
    func shares(part: Int, whole: Int, text: String) { #expect(Figure.share(part, of: whole) == text) }

    private static let times: [(seconds: Double, text: String)] = [
        (0, "now"), (-29, "now"), (40, "in 1 minute"), (-3_600, "60 minutes ago"), (7_300, "in 2 hours"),
        (-3 * 86_400, "3 days ago"), (90 * 86_400, "in 3 months"), (-800 * 86_400, "2 years ago"),
    ]

    @Test("a time from now is in its largest unit", arguments: times)
    func timesFromNow(seconds: Double, text: String) {
        let now = Date(timeIntervalSince1970: 1_795_176_000)
        #expect(Moment.relative(to: now.addingTimeInterval(seconds), from: now) == text)
    }

    @Test("a date is shown with its time and zone")
    func absoluteDates() {
        let moment = Moment(Date(timeIntervalSince1970: 1_795_176_000), now: Date(timeIntervalSince1970: 1_795_176_000))
        #expect(moment.absolute == "20 Nov 2026, 12:00 UTC")
        #expect(moment.iso == "2026-11-20T12:00:00Z")
    }
}
