import ControlPlane
import ControlPlaneTesting
import Foundation
import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct CheckInServiceTests {
    private static let cell = AdoptionCell(platform: "ios", version: "1.0", channel: "appstore")

    @Test(arguments: [0, 1, 3])
    func `check-ins are stored every five seconds and when the server stops`(rounds: Int) async throws {
        let api = try await API()
        let waited = Mutex<[Duration]>([])
        let service = CheckInService(
            adoption: api.plane.adoption, logger: Logger(label: "test"), metrics: MetricsRegistry(),
            sleep: { duration in
                let count = waited.withLock { waited in
                    waited.append(duration)
                    return waited.count
                }
                _ = api.plane.adoption.add(CheckIn(now: Self.cell), app: "hashtags")
                if count > rounds { throw CancellationError() }
            })
        try await service.run()
        await service.storeLast()
        #expect(waited.withLock { $0 } == Array(repeating: .seconds(5), count: rounds + 1))
        #expect(try await api.plane.adoption.census("hashtags", days: 1).installations == rounds + 1)
    }

    @Test func `of failures in a row the first is logged, and nothing is lost once the store is back`() async throws {
        let api = try await API()
        let log = InMemoryLogHandler()
        let count = Mutex(0)
        api.store.fail(with: .locked)
        let registry = MetricsRegistry()
        let service = CheckInService(
            adoption: api.plane.adoption, logger: Logger(label: "test") { _ in log }, metrics: registry,
            sleep: { _ in
                let round = count.withLock { count in
                    count += 1
                    return count
                }
                _ = api.plane.adoption.add(CheckIn(now: Self.cell), app: "hashtags")
                if round == 4 { api.store.fail(with: nil) }
                if round == 5 { throw CancellationError() }
            })
        try await service.run()
        await service.storeLast()
        #expect(log.entries.map { "\($0.message)" } == ["check-ins.not-stored"])
        let families = Dictionary(uniqueKeysWithValues: registry.families().map { ($0.name, $0.samples) })
        #expect(families[Metric.failedFlushes.name]?.map(\.value) == [3])
        // The one that stores what was pending, and the one at the end.
        #expect(families[Metric.flushSeconds.name]?.first { $0.suffix == "_count" }?.value == 2)
        #expect(try await api.plane.adoption.census("hashtags", days: 1).installations == 5)
    }

    @Test func `a database that does not answer holds up the stop no longer than the limit`() async {
        let (log, registry) = (InMemoryLogHandler(), MetricsRegistry())
        let plane = ControlPlane(store: SilentStore(), signer: Signer(keys: [], keyring: nil)) { .distantPast }
        _ = plane.adoption.add(CheckIn(now: Self.cell), app: "hashtags")
        let service = CheckInService(
            adoption: plane.adoption, logger: Logger(label: "test") { _ in log }, metrics: registry)
        await service.storeLast(within: .zero)
        #expect(log.entries.map { "\($0.message)" } == ["check-ins.lost"])
        #expect(log.entries.first?.metadata["cells"]?.description == "1")
    }
}

/// A store that answers nothing until the caller is cancelled.
private struct SilentStore: Store {
    func read<T: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> T) async throws -> T {
        try await sleepForever()
        throw CancellationError()
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> T) async throws -> T {
        try await sleepForever()
        throw CancellationError()
    }
}
