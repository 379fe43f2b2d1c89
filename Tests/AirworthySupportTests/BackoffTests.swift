import AirworthySupport
import Testing

@Suite struct BackoffTests {
    private let backoff = Backoff(first: 4, longest: 3_600)

    @Test(arguments: zip([1, 2, 3, 10, 11, 64, Int.max], [4.0, 8, 16, 2_048, 3_600, 3_600, 3_600]))
    func `the pause doubles with each failure, up to the longest`(_ failures: Int, _ pause: Double) {
        #expect(backoff.pause(afterFailures: failures) == pause)
    }

    @Test(arguments: [Int.min, -1, 0])
    func `fewer than one failure counts as one`(_ failures: Int) {
        #expect(backoff.pause(afterFailures: failures) == 4)
    }

    @Test func `jitter uses the whole pause and nothing beyond it`() {
        #expect(backoff.jittered(afterFailures: 3, random: 0) == 0)
        #expect(backoff.jittered(afterFailures: 3, random: 0.5) == 8)
        #expect(backoff.jittered(afterFailures: 3, random: 7) == 16)
        #expect(backoff.jittered(afterFailures: 3, random: -1) == 0)
    }
}
