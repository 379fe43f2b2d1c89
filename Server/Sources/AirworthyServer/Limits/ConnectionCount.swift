import NIOCore
import Synchronization

/// The number of open connections.
final class ConnectionCount: Sendable {
    private let count = Atomic(0)

    /// The number of connections now.
    var current: Int { count.load(ordering: .relaxed) }

    /// Counts a connection until it is closed.
    func add(_ channel: any Channel) {
        count.wrappingAdd(1, ordering: .relaxed)
        channel.closeFuture.whenComplete { [self] _ in count.wrappingSubtract(1, ordering: .relaxed) }
    }
}
