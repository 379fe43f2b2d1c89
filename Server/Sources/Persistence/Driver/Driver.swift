/// A database engine: two kinds of transaction, and nothing else.
///
/// Bodies run on a thread of the engine, are synchronous and await nothing. What a body throws undoes what it did.
/// A write that has begun is not stopped by the cancellation of the task that asked for it.
package protocol Driver: Sendable {
    /// What differs in the SQL of this engine.
    var dialect: Dialect { get }

    /// Runs a body that changes nothing, on one consistent state.
    /// - Throws: ``StoreError``, whatever `body` throws, `CancellationError`.
    func read<T: Sendable>(_ body: @escaping @Sendable (any SQL) throws -> T) async throws -> T

    /// Runs a body that may change something. Returns after the commit.
    /// - Throws: ``StoreError``, whatever `body` throws, `CancellationError` if the task was cancelled before it began.
    ///   Nothing has changed then.
    func write<T: Sendable>(_ body: @escaping @Sendable (any SQL) throws -> T) async throws -> T
}
