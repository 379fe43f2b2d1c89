import Airworthy
import Foundation
import Testing

@Suite struct RefreshDelayTests {
    @Test(arguments: 1...40)
    func `the delay doubles up to an hour with full jitter`(_ attempt: Int) {
        let window = min(3_600, 4 * pow(2, Double(attempt - 1)))
        #expect(RefreshDelay.seconds(attempt: attempt, random: 0) == 1)
        #expect(RefreshDelay.seconds(attempt: attempt, random: 0.5) == max(1, window / 2))
        #expect(RefreshDelay.seconds(attempt: attempt, random: 0.999_999) < window)
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func `an impossible attempt number does not trap`(_ attempt: Int) {
        #expect((1...3_600).contains(RefreshDelay.seconds(attempt: attempt, random: 0.9)))
    }

    @Test func `Retry-After is respected, with jitter on top`() {
        #expect(RefreshDelay.seconds(attempt: 1, retryAfter: 120, random: 0) == 120)
        #expect(RefreshDelay.seconds(attempt: 1, retryAfter: 120, random: 0.5) == 132)
        #expect(RefreshDelay.seconds(attempt: 30, retryAfter: 1, random: 0.5) == 1_800)
    }

    @Test func `a Retry-After of more than a day counts as a day`() {
        #expect(RefreshDelay.seconds(attempt: 1, retryAfter: 1e12, random: 0) == 86_400)
    }
}
