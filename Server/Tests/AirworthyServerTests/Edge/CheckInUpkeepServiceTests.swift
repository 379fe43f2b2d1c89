import ControlPlane
import ControlPlaneTesting
import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct CheckInUpkeepServiceTests {
    /// Runs the service with an action before each of its rounds, until there are no more.
    /// - Returns: The pauses before the rounds.
    @discardableResult
    private static func run(
        _ api: API, leadership: Leadership = Leadership(isLeader: true), log: InMemoryLogHandler = InMemoryLogHandler(),
        registry: MetricsRegistry = MetricsRegistry(), rounds: [@Sendable () -> Void],
        beginning: (() -> [Duration]) async -> Void = { _ in }
    ) async throws -> [Duration] {
        let pauses = Mutex<[Duration]>([])
        let service = CheckInUpkeepService(
            adoption: api.plane.adoption, leadership: leadership, logger: Logger(label: "test") { _ in log },
            metrics: registry, now: { [clock = api.clock] in clock.now },
            sleep: { pause in
                let round = pauses.withLock { pauses in
                    pauses.append(pause)
                    return pauses.count - 1
                }
                guard round < rounds.count else { throw CancellationError() }
                rounds[round]()
            })
        let task = Task { try await service.run() }
        await beginning { pauses.withLock { $0 } }
        await until { pauses.withLock { $0.count } > rounds.count }
        // It goes on without work until the server stops.
        task.cancel()
        try await task.value
        return pauses.withLock { $0 }
    }

    @Test func `the leader removes old days and summarizes past ones once a day`() async throws {
        let api = try await API()
        let today = UTCDay(api.clock.now)
        for age in [0, 1, 3, 4, 401] { try await Self.store(age, in: api) }
        let leadership = Leadership(isLeader: false)
        let pauses = try await Self.run(api, leadership: leadership, rounds: Array(repeating: {}, count: 3)) { pauses in
            for _ in 0..<1_000 { await Task.yield() }
            #expect(pauses() == [])
            leadership.change(to: true)
        }
        #expect(pauses == Array(repeating: .seconds(60), count: 4))
        let days = try await api.store.read { try $0.daysWithoutSummary(of: "hashtags", before: today) }
        #expect(days.map { today.number - $0.number } == [1])
        let kept = try await api.store.read { try $0.adoption("hashtags", since: UTCDay(number: 0)) }
        #expect(kept.map(\.count) == [4])
    }

    private static func store(_ age: Int, in api: API) async throws {
        var counts = AdoptionCounts()
        let cell = AdoptionCell(platform: "ios", version: "1.0", channel: "appstore")
        counts.add(CheckIn(now: cell), app: "hashtags", hour: UTCDay(api.clock.now).adding(days: -age).number * 24)
        let batch = AdoptionBatch(node: "\(age)", number: 1, counts: counts)
        try await api.store.write { [now = api.clock.now] in _ = try $0.addCheckIns(batch, at: now) }
    }

    @Test func `after failures the pauses double up to an hour, and a day is done once`() async throws {
        let api = try await API()
        let (log, registry) = (InMemoryLogHandler(), MetricsRegistry())
        var rounds: [@Sendable () -> Void] = [{ api.store.fail(with: .locked) }]
        rounds += Array(repeating: {}, count: 6)
        rounds.append { api.store.fail(with: nil) }
        // Done: the failure is not noticed on the same day, but on the next one.
        rounds.append { api.store.fail(with: .locked) }
        rounds.append { api.clock.advance(by: 86_400) }
        let pauses = try await Self.run(api, log: log, registry: registry, rounds: rounds)
        #expect(pauses.map(\.components.seconds) == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 60, 60, 120])
        let messages = log.entries.map { "\($0.message)" }
        let failed = "check-ins.upkeep-failed"
        #expect(messages == Array(repeating: failed, count: 7) + ["check-ins.upkeep-recovered", failed])
        let families = Dictionary(uniqueKeysWithValues: registry.families().map { ($0.name, $0.samples) })
        #expect(families[Metric.failedUpkeeps.name]?.map(\.value) == [8])
    }
}
