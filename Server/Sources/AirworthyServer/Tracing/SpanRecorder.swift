import Foundation
import Synchronization
package import Tracing

/// The tracer of the server: it records spans for the exporter.
///
/// Names and attributes come from fixed lists, so that no span holds a path, a query or a token.
package struct SpanRecorder: Tracer {
    let queue: SpanQueue
    private let sampler: SpanSampler

    package init(sampler: SpanSampler = .all) { self.init(queue: SpanQueue(), sampler: sampler) }

    init(queue: SpanQueue, sampler: SpanSampler = .all) {
        self.queue = queue
        self.sampler = sampler
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = context.traceParent
        let traceID = parent?.traceID ?? .random(in: 1 ... .max)
        // The beginning of a trace decides for all of it.
        let place = TraceParent(
            traceID: traceID, spanID: .random(in: 1 ... .max),
            isSampled: parent?.isSampled ?? sampler.records(traceID))
        context.traceParent = place
        return RecordedSpan(
            operationName, kind: kind, context: context, place: place, parentID: parent?.spanID,
            start: instant().nanosecondsSinceEpoch, queue: queue)
    }

    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: TraceParent.field, from: carrier) else { return }
        context.traceParent = TraceParent(text)
    }

    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let place = context.traceParent else { return }
        injector.inject(place.text, forKey: TraceParent.field, into: &carrier)
    }

    package func forceFlush() {}
}

/// A span in progress.
package final class RecordedSpan: Span {
    private struct State {
        var name: String
        var attributes = SpanAttributes()
        var hasFailed = false
        var hasEnded = false
    }

    package let context: InstrumentationContext
    private let kind: SpanKind
    private let place: TraceParent
    private let parentID: UInt64?
    private let start: UInt64
    private let queue: SpanQueue
    private let state: Mutex<State>

    init(
        _ name: String, kind: SpanKind, context: InstrumentationContext, place: TraceParent, parentID: UInt64?,
        start: UInt64, queue: SpanQueue
    ) {
        self.kind = kind
        self.context = context
        self.place = place
        self.parentID = parentID
        self.start = start
        self.queue = queue
        state = Mutex(State(name: name))
    }

    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }

    package var isRecording: Bool { place.isSampled && !state.withLock { $0.hasEnded } }

    package func setStatus(_ status: SpanStatus) { state.withLock { $0.hasFailed = status.code == .error } }

    /// Records the type of an error. Its text is left out, because it may quote a request.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        let type = "\(type(of: error))"
        state.withLock { $0.attributes["error.type"] = type }
    }

    package func addEvent(_ event: SpanEvent) {}
    package func addLink(_ link: SpanLink) {}

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard place.isSampled else { return }
        let end = instant().nanosecondsSinceEpoch
        let finished: State? = state.withLock { state in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            return state
        }
        guard let finished else { return }
        queue.add(
            FinishedSpan(
                place: place, parentID: parentID, name: finished.name, kind: kind, start: start, end: max(start, end),
                attributes: finished.attributes, hasFailed: finished.hasFailed))
    }
}

/// Chooses the traces to record.
package struct SpanSampler: Sendable {
    /// The trace ids below this number are recorded, by their lowest 63 bits.
    private let bound: UInt64

    /// Creates a sampler. The same trace is chosen by all servers of the same ratio, from 0 (none) to 1 (all).
    package init(ratio: Double) {
        bound = UInt64(min(max(ratio, 0), 1) * 0x1p63)
    }

    package static let all = SpanSampler(ratio: 1)

    func records(_ traceID: UInt128) -> Bool { UInt64(truncatingIfNeeded: traceID) & (UInt64.max >> 1) < bound }
}
