import HummingbirdCore
import NIOCore
import Synchronization

/// A connection that was accepted and waits for its handler.
///
/// A listener that ends drops the connections that it has accepted and not handed on yet. NIO ends the process when the writer of
/// such a connection is released unused, so this closes it instead.
final class AcceptedConnection: ServerChildChannelValue {
    typealias Messages = HTTP1Channel.Value

    private let messages: Messages
    private let isTaken = Atomic(false)

    var channel: any Channel { messages.channel }

    init(_ messages: Messages) {
        self.messages = messages
    }

    /// Returns the messages of the connection to who closes it.
    func take() -> Messages {
        isTaken.store(true, ordering: .relaxed)
        return messages
    }

    deinit {
        guard !isTaken.load(ordering: .relaxed) else { return }
        let messages = messages
        Task { try? await messages.executeThenClose { _, _ in } }
    }
}
