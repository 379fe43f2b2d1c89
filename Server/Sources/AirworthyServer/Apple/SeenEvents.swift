import Synchronization

/// The events of webhooks that came lately, so that one that is sent again is not acted on again. Of bounded size.
package final class SeenEvents: Sendable {
    private struct State {
        var ids: Set<String> = []
        var order: [String] = []
        var oldest = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: How many are remembered; the oldest goes when there are more.
    package init(capacity: Int = 4_096) { self.capacity = capacity }

    /// Remembers an event.
    /// - Parameters:
    ///   - id: The event's id; only its beginning counts.
    ///   - app: The app it came for.
    /// - Returns: Whether it is new.
    package func insert(_ id: String, of app: String) -> Bool {
        let key = "\(app) \(id.prefix(128))"
        return state.withLock { state in
            guard state.ids.insert(key).inserted else { return false }
            if state.order.count < capacity {
                state.order.append(key)
            } else {
                state.ids.remove(state.order[state.oldest])
                state.order[state.oldest] = key
                state.oldest = (state.oldest + 1) % capacity
            }
            return true
        }
    }
}
