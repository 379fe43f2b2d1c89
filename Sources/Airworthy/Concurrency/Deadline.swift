package import Foundation

/// A function that waits for a number of seconds. It returns early when the task is cancelled.
package typealias Sleep = @Sendable (TimeInterval) async -> Void

/// A time limit for work that may never return and may ignore cancellation.
///
/// A task group cannot provide this, because it waits for all of its children. Late work is cancelled and abandoned.
package struct Deadline: Sendable {
    private let seconds: TimeInterval
    private let sleep: Sleep

    /// Creates a time limit.
    /// - Parameters:
    ///   - seconds: The limit.
    ///   - sleep: The function that waits.
    package init(seconds: TimeInterval, sleep: @escaping Sleep) {
        self.seconds = seconds
        self.sleep = sleep
    }

    /// Waits for the result of `work`. Returns at once when the caller is cancelled. Safe from any task.
    /// - Parameter work: The work.
    /// - Returns: The result, or `nil` if the work was late or the caller was cancelled.
    package func wait<Result: Sendable>(for work: @escaping @Sendable () async -> Result) async -> Result? {
        let race = Race<Result>()
        let (seconds, sleep) = (seconds, sleep)
        let worker = Task { race.finish(with: await work()) }
        let timer = Task {
            await sleep(seconds)
            race.finish(with: nil)
        }
        defer {
            worker.cancel()
            timer.cancel()
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { race.setContinuation($0) }
        } onCancel: {
            race.finish(with: nil)
        }
    }
}

/// A result that is set once, by the first to finish.
private final class Race<Result: Sendable>: Sendable {
    private enum State: Sendable {
        case running
        case awaited(CheckedContinuation<Result?, Never>)
        case finished(Result?)
    }

    private let state = Locked(State.running)

    func setContinuation(_ continuation: CheckedContinuation<Result?, Never>) {
        let result: Result?? = state.withLock { state in
            if case .finished(let result) = state { return .some(result) }
            state = .awaited(continuation)
            return .none
        }
        if let result { continuation.resume(returning: result) }
    }

    func finish(with result: Result?) {
        let continuation: CheckedContinuation<Result?, Never>? = state.withLock { state in
            defer { if case .finished = state {} else { state = .finished(result) } }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: result)
    }
}

/// The error of work that exceeded its time limit.
package struct DeadlineExceeded: Error, Hashable, Sendable {}

/// Runs an operation and cancels it when its time limit has passed.
/// - Parameters:
///   - seconds: The limit.
///   - sleep: The function that waits.
///   - operation: The operation. It must end soon after its task is cancelled.
/// - Returns: The result of the operation.
/// - Throws: The error of the operation, or ``DeadlineExceeded``.
package func withDeadline<Value: Sendable>(
    _ seconds: TimeInterval, sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
    operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await sleep(seconds)
            throw DeadlineExceeded()
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}

/// Waits until either operation has ended, then cancels the other.
package func race(
    _ one: @escaping @Sendable () async -> Void, against other: @escaping @Sendable () async -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { await one() }
        group.addTask { await other() }
        await group.next()
        group.cancelAll()
    }
}
