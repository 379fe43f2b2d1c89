import Foundation

/// A value behind a lock, for what has to be answered at once from any thread.
///
/// `Synchronization.Mutex` would do, but needs iOS 18.
package final class Locked<Value: Sendable>: Sendable {
    private let lock = NSLock()
    // Only touched between lock() and unlock().
    private nonisolated(unsafe) var value: Value

    /// - Parameter value: What is in it at first.
    package init(_ value: Value) { self.value = value }

    /// Uses the value while nobody else does.
    /// - Parameter body: Short, and waits for nothing.
    /// - Returns: What it gives.
    /// - Throws: What it throws.
    package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
