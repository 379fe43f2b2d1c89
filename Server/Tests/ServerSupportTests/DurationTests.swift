import ServerSupport
import Testing

@Suite struct DurationTests {
    @Test(arguments: [
        (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (90, "90 seconds"),
        (600, "10 minutes"),
        (3_600, "1 hour"), (5_400, "90 minutes"), (43_200, "12 hours"), (86_400, "1 day"), (90_000, "25 hours"),
        (14 * 86_400, "14 days"),
    ])
    func `a duration is written in the largest unit that leaves no rest`(seconds: Int, words: String) {
        #expect(Duration.seconds(seconds).words == words)
    }

    @Test(arguments: [(0.4, "0 seconds"), (0.6, "1 second"), (59.6, "1 minute")])
    func `parts of a second are rounded`(seconds: Double, words: String) {
        #expect(Duration.seconds(seconds).words == words)
    }
}
