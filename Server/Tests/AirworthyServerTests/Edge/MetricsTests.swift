import CoreMetrics
import Testing

@testable import AirworthyServer

@Suite struct MetricsTests {
    private func text(_ registry: MetricsRegistry) -> String {
        var text = ""
        for family in registry.families() { family.write(to: &text) }
        return text
    }

    @Test func `metrics of swift-metrics appear in the text`() throws {
        let registry = MetricsRegistry()
        Counter(label: "jobs.done", dimensions: [("kind", "a")], factory: registry).increment(by: 2)
        Counter(label: "jobs.done", dimensions: [("kind", "a")], factory: registry).increment()
        FloatingPointCounter(label: "seconds", factory: registry).increment(by: 0.25)
        Meter(label: "open", factory: registry).set(7)
        Gauge(label: "size", factory: registry).record(3.5)
        Timer(label: "took", factory: registry).recordNanoseconds(3_000_000)
        let families = try PrometheusText.read(text(registry))
        #expect(families["jobs_done"]?.samples == ["{kind=\"a\"}": 3])
        #expect(families["seconds"]?.samples == ["": 0.25])
        #expect(families["open"]?.type == "gauge")
        #expect(families["open"]?.samples == ["": 7])
        #expect(families["size"]?.samples == ["": 3.5])
        #expect(families["took"]?.samples["_count"] == 1)
        #expect(families["took"]?.samples["_sum"] == 0.003)
    }

    @Test func `histogram buckets are cumulative`() throws {
        let registry = MetricsRegistry()
        let timer = Timer(label: "took", factory: registry)
        for seconds in [0.0001, 0.03, 0.03, 2, 60] { timer.recordNanoseconds(Int64(seconds * 1e9)) }
        let samples = try #require(try PrometheusText.read(text(registry))["took"]?.samples)
        #expect(samples["_bucket{le=\"0.0005\"}"] == 1)
        #expect(samples["_bucket{le=\"0.025\"}"] == 1)
        #expect(samples["_bucket{le=\"0.05\"}"] == 3)
        #expect(samples["_bucket{le=\"2.5\"}"] == 4)
        #expect(samples["_bucket{le=\"10.0\"}"] == 4)
        #expect(samples["_bucket{le=\"+Inf\"}"] == 5)
        #expect(samples["_count"] == 5)
    }

    @Test func `invalid characters in names and values are replaced or escaped`() throws {
        let registry = MetricsRegistry()
        Counter(label: "9 odd-näme", dimensions: [("a b", "x\"y\\z\nw")], factory: registry).increment()
        let families = try PrometheusText.read(text(registry))
        #expect(families["_9_odd_n__me"]?.samples == ["{a_b=\"x\\\"y\\\\z\\nw\"}": 1])
    }

    @Test func `series beyond the limit are dropped and counted`() throws {
        let registry = MetricsRegistry()
        for number in 0..<5_000 {
            Counter(label: "many", dimensions: [("number", "\(number)")], factory: registry).increment()
        }
        let families = try PrometheusText.read(text(registry))
        #expect(families["many"]?.samples.count == MetricsRegistry.maximumSeries)
        #expect(families["airworthy_metrics_dropped_total"]?.samples == ["": 3_000])
    }

    @Test func `a second metric type for the same name is ignored`() throws {
        let registry = MetricsRegistry()
        Counter(label: "name", factory: registry).increment()
        Meter(label: "name", factory: registry).set(5)
        Timer(label: "name", factory: registry).recordNanoseconds(5)
        let family = try #require(try PrometheusText.read(text(registry))["name"])
        #expect(family.type == "counter")
        #expect(family.samples == ["": 1])
    }
}
