/// A database engine with its two kinds of transaction.
///
/// Bodies run on a thread of the engine, are synchronous and await nothing. An error that a body throws undoes its
/// changes. The cancellation of the calling task does not stop a write that has begun.
package protocol Driver: Sendable {
    /// Runs a body that changes nothing, on one consistent state.
    /// - Throws: ``StoreError``, any error of `body`, `CancellationError`.
    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T

    /// Runs a body that may change something. Returns after the commit.
    /// - Throws: ``StoreError``, any error of `body`, `CancellationError` if the task was cancelled before the body
    ///   began. Nothing has changed then.
    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T
}

/// A database that can be read on the calling thread, such as that of another driver's transaction.
package protocol BlockingReader: Sendable {
    /// Runs a body that changes nothing, on one consistent state. Blocks the calling thread.
    func readBlocking<T>(_ body: (any SQLSession) throws -> T) throws -> T
}
