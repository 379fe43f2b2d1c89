import AirworthyChannel
package import Foundation

/// An event stream with any number of listeners. The first listener also receives the events sent before it.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var lastID = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var backlog: [Element] = []
    }

    private let state = Locked(State())
    private let backlogLimit: Int
    private let bufferLimit: Int

    /// Creates an event stream.
    /// - Parameters:
    ///   - backlog: The number of values kept for the first listener.
    ///   - buffer: The number of values kept for a slow listener; the oldest are dropped.
    package init(backlog: Int = 0, buffer: Int) {
        backlogLimit = backlog
        bufferLimit = buffer
    }

    /// Sends a value to every listener, without waiting.
    package func send(_ element: Element) {
        state.withLock { state in
            if state.listeners.isEmpty, backlogLimit > 0 {
                state.backlog = state.backlog.suffix(backlogLimit - 1) + [element]
            }
            for listener in state.listeners.values { listener.yield(element) }
        }
    }

    /// Creates a listener. Its stream ends when the listening task is cancelled or the stream is released.
    package func stream(startingWith first: Element? = nil) -> AsyncStream<Element> {
        AsyncStream(bufferingPolicy: .bufferingNewest(bufferLimit)) { continuation in
            let id = state.withLock { state -> Int in
                state.lastID += 1
                if let first { continuation.yield(first) }
                for element in state.backlog { continuation.yield(element) }
                state.backlog = []
                state.listeners[state.lastID] = continuation
                return state.lastID
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
            }
        }
    }
}

/// A counter whose next increment tasks can wait for.
///
/// Read ``count`` first, then inspect the state, then wait: a signal sent in between is not missed.
package final class Signal: Sendable {
    private struct State {
        var count = 0
        var lastTicket = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// The number of signals sent so far.
    package var count: Int { state.withLock { $0.count } }

    /// Increments the counter and resumes every waiting task.
    package func send() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until ``count`` exceeds `seen` or the task is cancelled.
    package func wait(after seen: Int) async {
        let ticket = state.withLock { state -> Int in
            state.lastTicket += 1
            return state.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    // The task is marked cancelled before its handler runs, so either this check or the handler resumes it.
                    guard state.count <= seen, !Task.isCancelled else { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
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
