package import ControlPlane
import Synchronization

/// A store in memory. It is trusted because it passes the same contract suite as the others.
///
/// A body works on a copy, which replaces the state when it succeeds: a thrown error leaves nothing behind.
package final class MemoryStore: Store {
    private let state = Mutex(MemoryState())
    private let failure = Mutex<StoreError?>(nil)

    package init() {}

    /// Makes every transaction that follows fail, until it is set to `nil` again.
    package func fail(with error: StoreError?) {
        failure.withLock { $0 = error }
    }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        if let error = failure.withLock({ $0 }) { throw error }
        return try body(MemoryTransaction(state.withLock { $0 }))
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        if let error = failure.withLock({ $0 }) { throw error }
        return try state.withLock { state in
            let transaction = MemoryTransaction(state)
            let result = try body(transaction)
            state = transaction.state
            return result
        }
    }
}
