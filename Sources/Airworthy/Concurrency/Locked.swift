import Foundation

/// A value behind a lock, readable at once from any thread.
///
/// `Synchronization.Mutex` requires iOS 18.
package final class Locked<Value: Sendable>: Sendable {
    private let lock = NSLock()
    // Accessed only between lock() and unlock().
    private nonisolated(unsafe) var value: Value

    /// Creates a locked value.
    /// - Parameter value: The initial value.
    package init(_ value: Value) { self.value = value }

    /// Accesses the value exclusively.
    /// - Parameter body: The access. It should be short and must not wait.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
