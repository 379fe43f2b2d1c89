import Dispatch
import Synchronization

/// Lets a synchronous body of a transaction wait for what another connection does.
enum Blocking {
    /// Runs `work` on other threads and waits. Only for bodies, which run on a thread of their engine.
    static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        Task {
            do { try await work() } catch { outcome.error.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        if let error = outcome.error.withLock({ $0 }) { throw error }
    }

    private final class Outcome: Sendable {
        let error = Mutex<(any Error)?>(nil)
    }
}
