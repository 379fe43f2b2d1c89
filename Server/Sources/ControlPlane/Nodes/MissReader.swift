import ServerSupport
import Synchronization

/// Reads the store once more before a request is told that something does not exist: another node may just have created it.
///
/// Requests share a read that is under way, and of each kind at most one begins in a second, so that requests for what does not
/// exist cost the database next to nothing.
package final class MissReader: Sendable {
    /// The kinds of things that may be missing.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case app
        case token
    }

    private struct State {
        var task: Task<Void, Never>?
        var begunAt: Duration?
    }

    private static let pause = Duration.seconds(1)
    /// The longest wait of a request for a read.
    private static let patience = Duration.seconds(2)

    private let read: @Sendable () async -> Void
    /// Returns the time since a fixed moment.
    private let uptime: @Sendable () -> Duration
    /// Waits; throws when the task is cancelled.
    private let sleep: @Sendable (Duration) async throws -> Void
    private let states = Mutex<[Kind: State]>([:])

    package init(
        read: @escaping @Sendable () async -> Void, uptime: @escaping @Sendable () -> Duration = Uptime.current,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.read = read
        self.uptime = uptime
        self.sleep = sleep
    }

    /// Reads the store, or joins a read of this kind that is under way. Returns at once if one began less than a second ago.
    package func readAgain(for kind: Kind) async {
        let now = uptime()
        let task = states.withLock { states -> Task<Void, Never>? in
            if let task = states[kind]?.task { return task }
            if let begun = states[kind]?.begunAt, now - begun < Self.pause { return nil }
            let task = Task {
                await read()
                end(of: kind)
            }
            states[kind] = State(task: task, begunAt: now)
            return task
        }
        guard let task else { return }
        let done = Signal()
        let waiter = Task {
            await task.value
            done.send()
        }
        defer { waiter.cancel() }
        try? await done.wait(atMost: Self.patience, sleep: sleep)
    }

    private func end(of kind: Kind) { states.withLock { $0[kind]?.task = nil } }
}
