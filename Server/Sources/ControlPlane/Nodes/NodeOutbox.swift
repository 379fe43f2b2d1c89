import Synchronization

/// Sends messages to other nodes without holding up the caller. Equal messages that wait are sent once.
package final class NodeOutbox: Sendable {
    private struct State {
        var waiting: [NodeMessage] = []
        var isSending = false
    }

    /// The number of messages that wait at most. Further ones are dropped: the leader finds the changes on its own, later.
    private static let capacity = 256

    private let transmit: @Sendable ([NodeMessage]) async throws -> Void
    private let state = Mutex(State())

    /// Creates an outbox.
    /// - Parameter transmit: Sends messages to all nodes.
    package init(transmit: @escaping @Sendable ([NodeMessage]) async throws -> Void) { self.transmit = transmit }

    /// Sends a message some time soon, unless the database cannot be reached.
    package func send(_ message: NodeMessage) {
        let begins = state.withLock { state in
            guard state.waiting.count < Self.capacity, !state.waiting.contains(message) else { return false }
            state.waiting.append(message)
            defer { state.isSending = true }
            return !state.isSending
        }
        if begins { Task { await sendWaiting() } }
    }

    /// Sends a message, and returns when it was sent.
    /// - Throws: ``StoreError``.
    package func sendNow(_ message: NodeMessage) async throws { try await transmit([message]) }

    private func sendWaiting() async {
        while true {
            let messages = state.withLock { state in
                defer { state.waiting = [] }
                if state.waiting.isEmpty { state.isSending = false }
                return state.waiting
            }
            guard !messages.isEmpty else { return }
            try? await transmit(messages)
        }
    }
}
