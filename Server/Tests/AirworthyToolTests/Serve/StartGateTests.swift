import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import AirworthyTool

@Suite(.timeLimit(.minutes(5))) struct StartGateTests {
    private struct Worker: Service {
        let began: @Sendable () -> Void
        func run() async throws {
            began()
            try? await gracefulShutdown()
        }
    }

    private func group(_ services: [any Service]) -> ServiceGroup {
        ServiceGroup(services: services, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func `all who wait go on when the gate opens, and later ones do not wait`() async {
        let gate = StartGate()
        #expect(!gate.isOpen)
        let waiting = (0..<10).map { _ in Task { await gate.wait() } }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        for task in waiting { await task.value }
        await gate.wait()
        #expect(gate.isOpen)
    }

    @Test func `a cancelled task does not wait`() async {
        let gate = StartGate()
        let task = Task { await gate.wait() }
        task.cancel()
        await task.value
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            await gate.wait()
        }
        late.cancel()
        await late.value
        #expect(!gate.isOpen)
    }

    @Test func `a service begins when the gate opens`() async throws {
        let gate = StartGate()
        let count = Mutex(0)
        let (started, start) = AsyncStream<Void>.makeStream()
        let group = group([
            GatedService(
                Worker {
                    count.withLock { $0 += 1 }
                    start.yield()
                }, behind: gate)
        ])
        async let run: Void = group.run()
        for _ in 0..<100 { await Task.yield() }
        #expect(count.withLock { $0 } == 0)
        gate.open()
        _ = await started.first { _ in true }
        await group.triggerGracefulShutdown()
        try await run
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `a service whose gate never opened ends on a shutdown without beginning`() async throws {
        let count = Mutex(0)
        let (started, start) = AsyncStream<Void>.makeStream()
        let group = group([
            GatedService(Worker { count.withLock { $0 += 1 } }, behind: StartGate()), Worker { start.yield() },
        ])
        async let run: Void = group.run()
        _ = await started.first { _ in true }
        await group.triggerGracefulShutdown()
        try await run
        #expect(count.withLock { $0 } == 0)
    }
}
