package import Foundation

/// The time for something is over.
package struct DeadlineExceeded: Error, Hashable, Sendable {}

/// Does something, and cancels it when its time is over.
/// - Parameters:
///   - seconds: How long it may take.
///   - sleep: How to wait.
///   - body: What to do. It has to end soon after being cancelled.
/// - Returns: What it gives.
/// - Throws: What it throws, or ``DeadlineExceeded``.
package func withDeadline<Value: Sendable>(
    _ seconds: TimeInterval, sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await sleep(seconds)
            throw DeadlineExceeded()
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}

/// Waits until one of two things is over, and cancels the other.
package func firstOf(
    _ one: @escaping @Sendable () async -> Void, _ other: @escaping @Sendable () async -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { await one() }
        group.addTask { await other() }
        await group.next()
        group.cancelAll()
    }
}
