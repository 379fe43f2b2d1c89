/// Hands each value to everybody who listens, and to the first listener what came before it.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var lastID = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var backlog: [Element] = []
    }

    private let state = Locked(State())
    private let backlogLimit: Int
    private let bufferLimit: Int

    /// - Parameters:
    ///   - backlog: How many values are kept for the first listener.
    ///   - buffer: How many values a slow listener can lag behind; the oldest go.
    package init(backlog: Int = 0, buffer: Int) {
        backlogLimit = backlog
        bufferLimit = buffer
    }

    /// Hands a value out. Never waits.
    package func send(_ element: Element) {
        state.withLock { state in
            if state.listeners.isEmpty, backlogLimit > 0 {
                state.backlog = state.backlog.suffix(backlogLimit - 1) + [element]
            }
            for listener in state.listeners.values { listener.yield(element) }
        }
    }

    /// Begins to listen. The stream ends when the listener's task is cancelled or nobody holds it any more.
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
