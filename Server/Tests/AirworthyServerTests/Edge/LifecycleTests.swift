import InMemoryLogging
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct LifecycleTests {
    private struct Broken: Error {}

    /// A sleep that returns a given number of times and then waits until it is cancelled.
    private final class Naps: Sendable {
        private let left: Mutex<[Duration: Int]>
        let taken = Mutex<[Duration: Int]>([:])

        init(_ left: [Duration: Int]) { self.left = Mutex(left) }

        @Sendable func sleep(_ duration: Duration) async throws {
            let isLeft = left.withLock { left in
                guard let count = left[duration], count > 0 else { return false }
                left[duration] = count - 1
                return true
            }
            taken.withLock { $0[duration, default: 0] += 1 }
            guard !isLeft else { return }
            // The stream has no elements: the loop ends when its task is cancelled.
            let (nothing, continuation) = AsyncStream.makeStream(of: Never.self)
            for await _ in nothing {}
            continuation.finish()
            try Task.checkCancellation()
        }
    }

    @Test func `the store is polled every 5 seconds and manifests are renewed every 60`() async throws {
        let naps = Naps([.seconds(5): 12, .seconds(60): 1])
        let polls = Mutex(0)
        let (rounds, round) = AsyncStream<Void>.makeStream()
        let service = HousekeepingService(
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            poll: {
                polls.withLock { $0 += 1 }
                round.yield()
            },
            renew: { round.yield() }, sleep: naps.sleep)
        let group = ServiceGroup(services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        async let run: Void = group.run()
        var iterator = rounds.makeAsyncIterator()
        for _ in 0..<13 { _ = await iterator.next() }
        await group.triggerGracefulShutdown()
        try await run
        #expect(polls.withLock { $0 } == 12)
        #expect(naps.taken.withLock { $0 }[.seconds(5)] == 13)
        #expect(naps.taken.withLock { $0 }[.seconds(60)] == 2)
    }

    @Test func `consecutive poll errors are logged once, the service continues, and its recovery is logged`()
        async throws
    {
        let logs = InMemoryLogHandler()
        let naps = Naps([.seconds(5): 5])
        let count = Mutex(0)
        let (rounds, round) = AsyncStream<Int>.makeStream()
        let service = HousekeepingService(
            logger: Logger(label: "test") { _ in logs },
            poll: {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                defer { round.yield(number) }
                if (2...4).contains(number) { throw Broken() }
            },
            renew: {}, sleep: naps.sleep)
        let group = ServiceGroup(services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        async let run: Void = group.run()
        _ = await rounds.first { $0 == 5 }
        await group.triggerGracefulShutdown()
        try await run
        #expect(logs.entries.map { "\($0.message)" } == ["poll.failed", "poll.recovered"])
    }

    @Test(arguments: [true, false])
    func `the store is closed last, on a graceful shutdown and on cancellation`(_ isGraceful: Bool) async throws {
        struct Worker: Service {
            let note: @Sendable (String) -> Void
            func run() async throws {
                try? await gracefulShutdown()
                note("worker")
            }
        }
        let order = Mutex<[String]>([])
        let (started, start) = AsyncStream<Void>.makeStream()
        struct Starter: Service {
            let start: @Sendable () -> Void
            func run() async throws {
                start()
                try? await gracefulShutdown()
            }
        }
        let services: [any Service] = [
            StorageService(close: { order.withLock { $0.append("store") } }),
            Worker(note: { name in order.withLock { $0.append(name) } }), Starter(start: { start.yield() }),
        ]
        let group = ServiceGroup(services: services, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let run = Task { try await group.run() }
        _ = await started.first { _ in true }
        if isGraceful { await group.triggerGracefulShutdown() } else { run.cancel() }
        _ = await run.result
        #expect(order.withLock { $0 }.contains("store"))
        if isGraceful { #expect(order.withLock { $0 } == ["worker", "store"]) }
    }
}
