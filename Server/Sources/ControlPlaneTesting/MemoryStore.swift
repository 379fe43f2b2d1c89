package import ControlPlane
import Synchronization

/// A store in memory. It passes the same contract suite as the other stores.
///
/// A body works on a copy, which replaces the state when it succeeds, so a thrown error changes nothing.
package final class MemoryStore: Store {
    private let state = Mutex(MemoryState())
    private let failure = Mutex<StoreError?>(nil)
    private let races = Mutex(0)
    private let lastWrite = Mutex<(writesLeft: Int, error: any Error)?>(nil)

    package init() {}

    /// Lets every transaction fail until it is set to `nil`.
    package func fail(with error: StoreError?) {
        failure.withLock { $0 = error }
    }

    /// Lets every write fail after some more.
    /// - Parameters:
    ///   - writes: The number of writes that still succeed.
    ///   - error: The error of the later ones.
    package func fail(afterWrites writes: Int, with error: any Error) {
        lastWrite.withLock { $0 = (writes, error) }
    }

    /// Lets the next calls of `advanceHead` lose against another transaction.
    package func loseRaces(_ count: Int) {
        races.withLock { $0 = count }
    }

    /// Replaces the bytes of a stored manifest, as a broken disk does.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - revision: The revision of the manifest.
    ///   - bytes: The new bytes; `nil` loses them.
    package func damage(_ app: String, revision: Int, bytes: [UInt8]?) {
        state.withLock { $0.manifests[MemoryState.Numbered(app: app, number: revision)]?.bytes = bytes }
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
        try countWrite()
        return try state.withLock { state in
            let transaction = MemoryTransaction(state) {
                self.races.withLock { left in
                    guard left > 0 else { return false }
                    left -= 1
                    return true
                }
            }
            let result = try body(transaction)
            state = transaction.state
            return result
        }
    }

    private func countWrite() throws {
        try lastWrite.withLock { last in
            guard let (writesLeft, error) = last else { return }
            guard writesLeft > 0 else { throw error }
            last?.writesLeft -= 1
        }
    }
}
