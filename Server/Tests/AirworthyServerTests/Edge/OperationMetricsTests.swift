import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import AirworthyServer

/// The metrics of the store, the process, connections and evaluations.
@Suite(.timeLimit(.minutes(5))) struct OperationMetricsTests {
    private struct Broken: Error {}

    private func families(_ registry: MetricsRegistry) throws -> [String: PrometheusText.Family] {
        var text = ""
        for family in registry.families() { family.write(to: &text) }
        return try PrometheusText.read(text)
    }

    @Test func `transactions are measured by operation, and failures of the store are counted by error`() async throws {
        let (memory, registry) = (MemoryStore(), MetricsRegistry())
        let store = MeasuredStore(memory, metrics: registry)
        for _ in 1...3 { _ = try await store.read { try $0.apps() } }
        _ = try await store.write { try $0.apps() }
        await #expect(throws: Broken.self) { try await store.read { _ in throw Broken() } }
        memory.fail(with: .locked)
        await #expect(throws: StoreError.locked) { _ = try await store.write { try $0.apps() } }
        let found = try families(registry)
        let seconds = try #require(found["airworthy_store_transaction_seconds"])
        #expect(seconds.type == "histogram")
        #expect(seconds.samples["_count{operation=\"read\"}"] == 4)
        #expect(seconds.samples["_count{operation=\"write\"}"] == 2)
        let failures = try #require(found["airworthy_store_failures_total"]?.samples)
        // Every series is there from the start; an error of the caller is no failure of the store.
        #expect(failures.count == 10)
        #expect(failures["{operation=\"write\",error=\"locked\"}"] == 1)
        #expect(failures.values.reduce(0, +) == 1)
    }

    @Test func `metrics show connections, evaluations, the process and their limits`() async throws {
        let edge = try await EdgeServer(.forTests { $0.connections = 33 })
        try await edge.run(.internal) { server in
            try await Wire.with(port: server.port) { idle in
                idle.send("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try idle.answer().status == 200)
                // The second request on a connection that is open all the time.
                idle.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
                let found = try PrometheusText.read(try idle.answer().body)
                #expect(found["airworthy_http_connections"]?.samples[""] == 1)
                #expect(found["airworthy_http_connections_limit"]?.samples[""] == 33)
                #expect(
                    found["airworthy_evaluations"]?.samples == ["{state=\"running\"}": 0, "{state=\"waiting\"}": 0])
                #expect(found["airworthy_evaluations_limit"]?.samples[""] == 64)
                #expect(found["airworthy_uptime_seconds"]?.samples[""] == 0)
                #expect((found["process_start_time_seconds"]?.samples[""] ?? 0) > 1_700_000_000)
                #if os(Linux)
                #expect((found["process_resident_memory_bytes"]?.samples[""] ?? 0) > 1_000_000)
                #expect((found["process_open_fds"]?.samples[""] ?? 0) > 3)
                #endif
                #expect((found["process_cpu_seconds_total"]?.samples[""] ?? 0) > 0)
                #expect((found["process_max_fds"]?.samples[""] ?? 0) > 3)
            }
        }
    }

    @Test func `the depth of the limit of evaluations is what runs and what waits`() async throws {
        let limiter = EvaluationLimiter(limit: 3, concurrency: 1, sleep: { _ in })
        #expect(await limiter.enter())
        #expect(limiter.depth == (1, 0))
        let second = Task { await limiter.enter() }
        while limiter.depth.waiting == 0 { await Task.yield() }
        #expect(limiter.depth == (1, 1))
        limiter.leave()
        #expect(await second.value)
        #expect(limiter.depth == (1, 0))
        limiter.leave()
        #expect(limiter.depth == (0, 0))
    }

    @Test func `readings of one name form one family, and one without a value has no sample`() {
        let families = MetricReading.families(of: [
            .databaseSize(10, file: "database"), .freeDiskSpace(nil), .databaseSize(20, file: "wal"),
        ])
        #expect(families.map(\.name) == ["airworthy_database_bytes", "airworthy_database_disk_free_bytes"])
        #expect(families[0].samples.map(\.value) == [10, 20])
        #expect(families[1].samples.isEmpty)
    }
}
