import Foundation
import Synchronization
package import Testing

/// Runs a blocking closure on a thread of its own, so that it holds none of the few threads that all tests share.
package func onBlockingThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}

/// Runs tests on threads that they may block, such as with a wait for a process.
///
/// By default, all tests share as many threads as there are cores. Tests that block them hold up every other test.
package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    private static let threads = BlockingThreads(count: max(2, ProcessInfo.processInfo.activeProcessorCount))

    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Self.threads) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    /// The tests block their threads.
    package static var blocking: Self { BlockingTrait() }
}

/// A fixed number of threads, which wait for jobs until the process ends.
private final class BlockingThreads: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    init(count: Int) {
        for _ in 0..<count { Thread.detachNewThread { [self] in while true { runNext() } } }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }

    private func runNext() {
        waiting.wait()
        let job = jobs.withLock { $0.removeFirst() }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
