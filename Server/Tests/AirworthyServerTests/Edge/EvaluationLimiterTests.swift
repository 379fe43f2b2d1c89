import Synchronization
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct EvaluationLimiterTests {
    /// Counts the running evaluations.
    private final class RunningCount: Sendable {
        private let counts = Mutex([0, 0, 0])
        var most: Int { counts.withLock { $0[1] } }
        var all: Int { counts.withLock { $0[2] } }

        func begin() { counts.withLock { $0 = [$0[0] + 1, max($0[1], $0[0] + 1), $0[2] + 1] } }
        func end() { counts.withLock { $0[0] -= 1 } }
    }

    @Test func `evaluations beyond the concurrency limit wait`() async throws {
        let limiter = EvaluationLimiter(limit: 100, concurrency: 2)
        let running = RunningCount()
        await withDiscardingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    #expect(await limiter.enter())
                    running.begin()
                    await Task.yield()
                    running.end()
                    limiter.leave()
                }
            }
        }
        #expect(running.all == 50)
        #expect((1...2).contains(running.most))
    }

    @Test func `evaluations beyond the total limit are rejected at once until one ends`() async throws {
        let limiter = EvaluationLimiter(limit: 1, concurrency: 1)
        #expect(await limiter.enter())
        #expect(await !limiter.enter())
        limiter.leave()
        #expect(await limiter.enter())
    }

    @Test func `submitted evaluations run in order, with those that wait, and not more at once than allowed`()
        async throws
    {
        let limiter = EvaluationLimiter(limit: 30, concurrency: 1)
        let running = RunningCount()
        let (numbers, started) = AsyncStream.makeStream(of: Int.self)
        #expect(await limiter.enter())
        for number in 1...29 {
            // Not in the completion: the slot was given back by then, and the next evaluation may be as far.
            let isAccepted = limiter.submit(
                {
                    running.begin()
                    started.yield(number)
                    running.end()
                }, completion: {})
            #expect(isAccepted)
        }
        let isOneMore = limiter.submit({ Issue.record("a rejected evaluation ran") }, completion: {})
        #expect(!isOneMore)
        limiter.leave()
        #expect(await numbers.prefix(29).reduce(into: []) { $0.append($1) } == Array(1...29))
        #expect(running.most == 1)
    }

    @Test func `a limit of 0 rejects every evaluation`() async throws {
        #expect(await !EvaluationLimiter(limit: 0).enter())
        let isSubmitted = EvaluationLimiter(limit: 0).submit({}, completion: {})
        #expect(!isSubmitted)
    }

    @Test func `a rejection is delayed, and a failed evaluation gives its slot back`()
        async throws
    {
        let (waits, sleeper) = AsyncStream.makeStream(of: Duration.self)
        let limiter = EvaluationLimiter(limit: 1) { _ in Issue.record("an accepted evaluation waits for nothing") }
        struct Failure: Error {}
        await #expect(throws: Failure.self) { try await limiter.run { throw Failure() } }
        #expect(try await limiter.run { 1 } == 1)
        let full = EvaluationLimiter(limit: 0) { sleeper.yield($0) }
        await #expect(throws: HTTPProblem.self) { try await full.run { 1 } }
        sleeper.finish()
        #expect(await waits.reduce(into: []) { $0.append($1) } == [.milliseconds(250)])
    }
}
