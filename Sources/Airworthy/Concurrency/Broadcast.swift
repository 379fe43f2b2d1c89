/// An event stream with any number of listeners. The first listener also receives the events sent before it.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var lastID = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var backlog: [Element] = []
    }

    private let state = Locked(State())
    private let backlogLimit: Int
    private let bufferLimit: Int

    /// Creates an event stream.
    /// - Parameters:
    ///   - backlog: The number of values kept for the first listener.
    ///   - buffer: The number of values kept for a slow listener; the oldest are dropped.
    package init(backlog: Int = 0, buffer: Int) {
        backlogLimit = backlog
        bufferLimit = buffer
    }

    /// Sends a value to every listener, without waiting.
    package func send(_ element: Element) {
        state.withLock { state in
            if state.listeners.isEmpty, backlogLimit > 0 {
                state.backlog = state.backlog.suffix(backlogLimit - 1) + [element]
            }
            for listener in state.listeners.values { listener.yield(element) }
        }
    }

    /// Creates a listener. Its stream ends when the listening task is cancelled or the stream is released.
    package func stream(startingWith first: Element? = nil) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .bufferingNewest(bufferLimit)) { continuation in
            let id = state.withLock { state -> Int in
                state.lastID += 1
                if let first { continuation.yield(first) }
                for element in state.backlog { continuation.yield(element) }
                state.backlog = []
                state.listeners[state.lastID] = continuation
                return state.lastID
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
            }
        }
    }
}
