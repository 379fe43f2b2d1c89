import Synchronization

/// The spans that wait to be exported. Further ones are dropped and counted.
final class SpanQueue: Sendable {
    private struct State {
        var spans: [FinishedSpan] = []
        var dropped = 0
    }

    /// The number of spans of one request.
    static let batch = 512

    private let capacity: Int
    private let state = Mutex(State())

    /// Creates a queue in which at most `capacity` spans wait.
    init(capacity: Int = 8_192) { self.capacity = capacity }

    /// The number of dropped spans.
    var dropped: Int { state.withLock { $0.dropped } }

    /// Adds a span. Returns at once.
    func add(_ span: FinishedSpan) {
        state.withLock { state in
            if state.spans.count < capacity { state.spans.append(span) } else { state.dropped += 1 }
        }
    }

    /// Removes and returns the oldest spans, at most one batch.
    func take() -> [FinishedSpan] {
        state.withLock { state in
            let taken = Array(state.spans.prefix(Self.batch))
            state.spans.removeFirst(taken.count)
            return taken
        }
    }

    /// Counts spans that could not be exported.
    func drop(_ count: Int) { state.withLock { $0.dropped += count } }
}
