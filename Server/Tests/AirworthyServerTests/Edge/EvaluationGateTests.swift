import AirworthyServer
import Synchronization
import Testing

@Suite struct EvaluationGateTests {
    /// Counts who is inside.
    private final class Inside: Sendable {
        private let counts = Mutex([0, 0, 0])
        var most: Int { counts.withLock { $0[1] } }
        var all: Int { counts.withLock { $0[2] } }

        func come() { counts.withLock { $0 = [$0[0] + 1, max($0[1], $0[0] + 1), $0[2] + 1] } }
        func go() { counts.withLock { $0[0] -= 1 } }
    }

    @Test func `as many as may be work at once, the others wait their turn`() async throws {
        let gate = EvaluationGate(limit: 100, atOnce: 2)
        let inside = Inside()
        await withDiscardingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    #expect(await gate.enter())
                    inside.come()
                    await Task.yield()
                    inside.go()
                    gate.leave()
                }
            }
        }
        #expect(inside.all == 50)
        #expect((1...2).contains(inside.most))
    }

    @Test func `once enough are there the next is told so at once, until one leaves`() async throws {
        let gate = EvaluationGate(limit: 1, atOnce: 1)
        #expect(await gate.enter())
        #expect(await !gate.enter())
        gate.leave()
        #expect(await gate.enter())
    }

    @Test func `nobody gets in where none may`() async throws {
        #expect(await !EvaluationGate(limit: 0).enter())
    }

    @Test func `one that is turned away is told so only after a while, and one that fails gives its place back`()
        async throws
    {
        let (waits, sleeper) = AsyncStream.makeStream(of: Duration.self)
        let cap = EvaluationCap(EvaluationGate(limit: 1)) { _ in Issue.record("nobody has to wait") }
        struct Failure: Error {}
        await #expect(throws: Failure.self) { try await cap { throw Failure() } }
        #expect(try await cap { 1 } == 1)
        let full = EvaluationCap(EvaluationGate(limit: 0)) { sleeper.yield($0) }
        await #expect(throws: Problem.self) { try await full { 1 } }
        sleeper.finish()
        #expect(await waits.reduce(into: []) { $0.append($1) } == [.milliseconds(250)])
    }
}
