package import ControlPlane
import CoreMetrics
import NIOCore
import Tracing

/// A store that measures the transactions of another one: how long they take, and how they fail.
package struct MeasuredStore: Store {
    private enum Operation: String, Hashable, CaseIterable {
        case read
        case write
    }

    private struct Failure: Hashable {
        let operation: Operation
        let label: StoreError.Label
    }

    private let store: any Store
    private let tracer: SpanRecorder?
    private let timers: [Operation: any TimerHandler]
    private let failures: [Failure: any CounterHandler]

    /// Creates a store that measures another one; a tracer records a span for each transaction.
    package init(_ store: any Store, metrics: MetricsRegistry, tracer: SpanRecorder? = nil) {
        self.store = store
        self.tracer = tracer
        var timers: [Operation: any TimerHandler] = [:]
        // Every series is there from the start, because Prometheus does not see a counter rise from nothing to 1.
        var failures: [Failure: any CounterHandler] = [:]
        for operation in Operation.allCases {
            timers[operation] = metrics.timer(.storeSeconds, labels: [("operation", operation.rawValue)])
            for label in StoreError.Label.allCases {
                failures[Failure(operation: operation, label: label)] = metrics.counter(
                    .storeFailures,
                    labels: [("operation", operation.rawValue), ("error", label.rawValue)])
            }
        }
        self.timers = timers
        self.failures = failures
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> T) async throws -> T {
        try await measure(.read) { try await store.read(body) }
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> T) async throws -> T {
        try await measure(.write) { try await store.write(body) }
    }

    private func measure<T: Sendable>(_ operation: Operation, _ work: () async throws -> T) async throws -> T {
        guard let tracer else { return try await count(operation, work) }
        return try await tracer.withSpan("store.\(operation.rawValue)") { _ in try await count(operation, work) }
    }

    private func count<T: Sendable>(_ operation: Operation, _ work: () async throws -> T) async throws -> T {
        let start = NIODeadline.now()
        defer { timers[operation]?.recordNanoseconds((.now() - start).nanoseconds) }
        do {
            return try await work()
        } catch let error as StoreError {
            failures[Failure(operation: operation, label: error.label)]?.increment(by: 1)
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
