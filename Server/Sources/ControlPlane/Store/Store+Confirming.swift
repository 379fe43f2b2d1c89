import Synchronization

extension Store {
    /// Runs a write. If its outcome is unknown, because the connection was lost during the commit, finds out.
    /// - Parameters:
    ///   - isStored: Takes the lock of the write, which waits until the lost transaction has ended, and returns whether
    ///     the store contains the result.
    ///   - body: The transaction.
    /// - Returns: The result of `body`, once it is stored.
    /// - Throws: ``StoreError``: `unavailable` if nothing was stored, `outcomeUnknown` if the store cannot be asked; any
    ///   error of `body`.
    func write<T: Sendable>(
        confirming isStored: @escaping @Sendable (T, any WriteTransaction) throws -> Bool,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> T
    ) async throws -> T {
        let last = LastResult<T>()
        do {
            return try await write { transaction in
                let result = try body(transaction)
                last.value.withLock { $0 = result }
                return result
            }
        } catch StoreError.outcomeUnknown {
            guard let result = last.value.withLock({ $0 }) else { throw StoreError.outcomeUnknown }
            let found = try? await write { transaction in try isStored(result, transaction) }
            guard let found else { throw StoreError.outcomeUnknown }
            guard found else { throw StoreError.unavailable("the connection was lost before anything was stored") }
            return result
        }
    }
}

/// The result of a transaction whose commit may fail.
private final class LastResult<T: Sendable>: Sendable {
    let value = Mutex<T?>(nil)
}
