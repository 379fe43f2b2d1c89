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
