import Foundation

/// Runs a blocking closure on a thread of its own, so that it holds none of the few threads that all tests share.
/// - Parameter body: The closure.
/// - Returns: The value of the closure.
/// - Throws: The error of the closure.
package func onBlockingThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}
