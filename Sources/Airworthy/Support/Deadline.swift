package import Foundation

/// Waits for seconds; ends early when the task is cancelled.
package typealias Sleep = @Sendable (TimeInterval) async -> Void

/// A limit to waiting for work that may never return and may not mind being cancelled.
///
/// A task group cannot do this: it waits for all of its children. Work that is late is cancelled and left alone.
package struct Deadline: Sendable {
    private let seconds: TimeInterval
    private let sleep: Sleep

    /// - Parameters:
    ///   - seconds: How long to wait.
    ///   - sleep: Waits.
    package init(seconds: TimeInterval, sleep: @escaping Sleep) {
        self.seconds = seconds
        self.sleep = sleep
    }

    /// Waits for an answer. Safe from any task; ends at once when the caller is cancelled.
    /// - Parameter work: Gives the answer.
    /// - Returns: `nil` if it did not come in time.
    package func wait<Answer: Sendable>(for work: @escaping @Sendable () async -> Answer) async -> Answer? {
        let race = Race<Answer>()
        let (seconds, sleep) = (seconds, sleep)
        let worker = Task { race.finish(await work()) }
        let timer = Task {
            await sleep(seconds)
            race.finish(nil)
        }
        defer {
            worker.cancel()
            timer.cancel()
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { race.wait($0) }
        } onCancel: {
            race.finish(nil)
        }
    }

    /// Waits for real.
    package static let realSleep: Sleep = { seconds in
        let nanoseconds = max(0, min(seconds, 86_400)) * 1_000_000_000
        try? await Task.sleep(nanoseconds: UInt64(nanoseconds))
    }
}

/// The first to finish counts.
private final class Race<Answer: Sendable>: Sendable {
    private enum State: Sendable {
        case running
        case awaited(CheckedContinuation<Answer?, Never>)
        case finished(Answer?)
    }

    private let state = Locked(State.running)

    func wait(_ continuation: CheckedContinuation<Answer?, Never>) {
        let answer: Answer?? = state.withLock { state in
            if case .finished(let answer) = state { return .some(answer) }
            state = .awaited(continuation)
            return .none
        }
        if let answer { continuation.resume(returning: answer) }
    }

    func finish(_ answer: Answer?) {
        let continuation: CheckedContinuation<Answer?, Never>? = state.withLock { state in
            defer { if case .finished = state {} else { state = .finished(answer) } }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: answer)
    }
}
