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

/// A value that is created when it is first used, because creating it takes time that a launch does not have.
package final class CreatedOnFirstUse<Value: Sendable>: Sendable {
    private let created = Locked<Value?>(nil)
    private let create: @Sendable () -> Value

    /// Describes a value.
    /// - Parameter create: Creates the value.
    package init(_ create: @escaping @Sendable () -> Value) { self.create = create }

    /// The value. All callers get the same one.
    package var value: Value {
        created.withLock { created in
            let value = created ?? create()
            created = value
            return value
        }
    }
}
