import Airworthy
import Foundation
import Testing

@Suite struct RefreshStateTests {
    private let start = date("2026-11-20T12:00:00Z")

    private func waiting(_ delay: TimeInterval, failures: Int = 0, isBarred: Bool = false) -> RefreshState {
        .waiting(.init(since: start, delay: delay, failures: failures, isBarred: isBarred))
    }

    @Test(arguments: RefreshCause.allCases)
    func `the idle state allows every refresh, the fetching state none`(_ cause: RefreshCause) {
        #expect(RefreshState.idle.allows(cause, at: start))
        #expect(!RefreshState.idle.begun(at: start).allows(cause, at: start.addingTimeInterval(1_000_000)))
    }

    @Test(arguments: [
        (RefreshCause.launch, 0.0, true), (.check, 0, true), (.scheduled, 0, false), (.scheduled, 99, false),
        (.scheduled, 100, true), (.foreground, 59, false), (.foreground, 60, true),
    ])
    func `a wait allows launches and checks but delays scheduled refreshes`(
        _ cause: RefreshCause, after seconds: Double, _ may: Bool
    ) {
        #expect(waiting(100).allows(cause, at: start.addingTimeInterval(seconds)) == may)
    }

    @Test(arguments: RefreshCause.allCases)
    func `a wait that the server asked for delays every refresh`(_ cause: RefreshCause) {
        let state = waiting(100, isBarred: true)
        #expect(!state.allows(cause, at: start.addingTimeInterval(99)))
        #expect(state.allows(cause, at: start.addingTimeInterval(100)))
    }

    @Test func `a clock that was set back ends a wait`() {
        let yesterday = start.addingTimeInterval(-86_400)
        #expect(waiting(100, isBarred: true).allows(.scheduled, at: yesterday))
        #expect(waiting(100).secondsUntilDue(at: yesterday) == 0)
    }

    @Test(arguments: [(0.0, 8_000.0), (0.5, 10_000), (0.999_999_999, 12_000)])
    func `the refresh interval varies by a fifth`(
        _ random: Double, _ delay: Double
    ) throws {
        let state = RefreshState.idle.begun(at: start)
            .ended(.confirmed, at: start, interval: 10_000, random: random)
        #expect(abs(try #require(state.secondsUntilDue(at: start)) - delay) < 0.001)
    }

    @Test func `the delay doubles with each failure and resets after a success`() {
        var state = RefreshState.idle
        var delays: [TimeInterval] = []
        for _ in 0..<3 {
            state = state.begun(at: start).ended(
                .failed(retryAfter: nil), at: start, interval: 10_000, random: 0.999_999)
            delays.append((state.secondsUntilDue(at: start) ?? 0).rounded())
        }
        #expect(delays == [4, 8, 16])
        state = state.begun(at: start).ended(.confirmed, at: start, interval: 10_000, random: 0.5)
        state = state.begun(at: start).ended(.failed(retryAfter: nil), at: start, interval: 10_000, random: 0.999_999)
        #expect(state.secondsUntilDue(at: start)?.rounded() == 4)
    }

    @Test func `a newer format is fetched daily and a rejected one at the regular interval`() {
        let begun = RefreshState.idle.begun(at: start)
        #expect(begun.ended(.tooNew, at: start, interval: 60, random: 0.5).secondsUntilDue(at: start) == 86_400)
        #expect(begun.ended(.refused, at: start, interval: 600, random: 0.5).secondsUntilDue(at: start) == 600)
    }

    @Test func `a cancelled refresh leaves no wait`() {
        let state = waiting(100).begun(at: start).ended(.cancelled, at: start, interval: 600, random: 0.5)
        #expect(state.allows(.scheduled, at: start))
    }
}

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
