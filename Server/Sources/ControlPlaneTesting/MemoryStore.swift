package import ControlPlane
import Synchronization

/// A store in memory. It passes the same contract suite as the other stores.
///
/// A body works on a copy, which replaces the state when it succeeds, so a thrown error changes nothing.
package final class MemoryStore: Store {
    private let state = Mutex(MemoryState())
    private let failure = Mutex<StoreError?>(nil)
    private let lastWrite = Mutex<(writesLeft: Int, error: any Error)?>(nil)
    private let lostCommits = Mutex<[Bool]>([])
    private let beforeWrite = Mutex<(@Sendable () async throws -> Void)?>(nil)

    package init() {}

    /// Lets every transaction fail until it is set to `nil`.
    package func fail(with error: StoreError?) {
        failure.withLock { $0 = error }
    }

    /// Lets something happen at the start of every write, until it is set to `nil`.
    package func beforeWrites(_ action: (@Sendable () async throws -> Void)?) {
        beforeWrite.withLock { $0 = action }
    }

    /// Lets every write fail after some more.
    /// - Parameters:
    ///   - writes: The number of writes that still succeed.
    ///   - error: The error of the later ones.
    package func fail(afterWrites writes: Int, with error: any Error) {
        lastWrite.withLock { $0 = (writes, error) }
    }

    /// Loses the connection during the next commits.
    /// - Parameter areStored: For each commit, whether it takes effect.
    package func loseCommits(_ areStored: Bool...) {
        lostCommits.withLock { $0 = areStored }
    }

    /// Replaces the bytes of a stored manifest, as a broken disk does.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - revision: The revision of the manifest.
    ///   - bytes: The new bytes; `nil` loses them.
    package func damage(_ app: String, revision: Int, bytes: [UInt8]?) {
        state.withLock { $0.manifests[MemoryState.Numbered(app: app, number: revision)]?.bytes = bytes }
    }

    /// Writes as the previous version does, which may run beside this one during an upgrade: the changes are counted, but their
    /// apps are not listed.
    package func writeAsPreviousVersion(_ body: (any WriteTransaction) throws -> Void) throws {
        try state.withLock { state in
            let transaction = MemoryTransaction(state)
            try body(transaction)
            transaction.state.changes.listed = state.changes.listed
            transaction.state.listed = state.listed
            state = transaction.state
        }
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
        try await beforeWrite.withLock { $0 }?()
        if let error = failure.withLock({ $0 }) { throw error }
        try countWrite()
        return try state.withLock { state in
            let transaction = MemoryTransaction(state)
            let result = try body(transaction)
            let lost = lostCommits.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if lost != false { state = transaction.state }
            if lost != nil { throw StoreError.outcomeUnknown }
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
