package import ControlPlane
import CoreMetrics
import NIOCore
import Tracing

/// A store that measures the transactions of another one: how long they take, and how they fail.
package struct MeasuredStore: Store {
    /// The measurements of reads or of writes.
    private struct Meter {
        let operation: String
        let timer: any TimerHandler
        let failures: CaseCounters<StoreError.Label>

        init(_ operation: String, metrics: MetricsRegistry) {
            self.operation = operation
            let labels = [("operation", operation)]
            timer = metrics.timer(.storeSeconds, labels: labels)
            failures = CaseCounters(.storeFailures, by: "error", labels: labels, registry: metrics)
        }
    }

    private let store: any Store
    private let tracer: SpanRecorder?
    private let reads: Meter
    private let writes: Meter

    /// Creates a store that measures another one; a tracer records a span for each transaction.
    package init(_ store: any Store, metrics: MetricsRegistry, tracer: SpanRecorder? = nil) {
        self.store = store
        self.tracer = tracer
        reads = Meter("read", metrics: metrics)
        writes = Meter("write", metrics: metrics)
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> T) async throws -> T {
        try await measure(reads) { try await store.read(body) }
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> T) async throws -> T {
        try await measure(writes) { try await store.write(body) }
    }

    private func measure<T: Sendable>(_ meter: Meter, _ work: () async throws -> T) async throws -> T {
        guard let tracer else { return try await count(meter, work) }
        return try await tracer.withSpan("store.\(meter.operation)") { _ in try await count(meter, work) }
    }

    private func count<T: Sendable>(_ meter: Meter, _ work: () async throws -> T) async throws -> T {
        let start = NIODeadline.now()
        defer { meter.timer.recordNanoseconds((.now() - start).nanoseconds) }
        do {
            return try await work()
        } catch let error as StoreError {
            meter.failures.count(error.label)
            throw error
        }
    }
}

extension StoreError {
    /// The labels of errors.
    fileprivate enum Label: String, CaseIterable {
        case full
        case locked
        case unavailable
        case outcomeUnknown = "outcome-unknown"
        case newerSchema = "newer-schema"
    }

    fileprivate var label: Label {
        switch self {
        case .full, .scarce: .full
        case .locked: .locked
        case .unavailable: .unavailable
        case .outcomeUnknown: .outcomeUnknown
        case .newerSchema: .newerSchema
        }
    }
}
