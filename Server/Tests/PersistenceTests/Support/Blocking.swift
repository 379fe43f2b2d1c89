import Dispatch
import Synchronization

/// Waits for asynchronous work in a synchronous body.
enum Blocking {
    /// Runs `work` on other threads and waits. Only for bodies, which run on a thread of their engine.
    @discardableResult
    static func run<T: Sendable>(_ work: @escaping @Sendable () async throws -> T) throws -> T {
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome<T>()
        Task {
            do {
                let value = try await work()
                outcome.result.withLock { $0 = .success(value) }
            } catch {
                outcome.result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        return try outcome.result.withLock { $0 }.get()
    }

    private final class Outcome<T: Sendable>: Sendable {
        let result = Mutex<Result<T, any Error>>(.failure(CancellationError()))
    }
}

extension Blocking {
    /// Waits for a semaphore on a thread of its own.
    static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
