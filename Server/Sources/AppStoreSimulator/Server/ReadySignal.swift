import Synchronization

/// A result that any number of tasks can wait for: the URL of the server, or the error that stopped it.
final class ReadySignal: Sendable {
    private struct State {
        var result: Result<String, any Error>?
        var waiting: [Int: CheckedContinuation<String, any Error>] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Sets the result and resumes the waiting tasks. Later results are ignored.
    func send(_ result: Result<String, any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<String, any Error>] in
            if state.result == nil { state.result = result }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// Waits for the result, or until the task is cancelled.
    func value() async throws -> String {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<String, any Error>? = state.withLock { state in
                    if let result = state.result { return result }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiting[id] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }
}
