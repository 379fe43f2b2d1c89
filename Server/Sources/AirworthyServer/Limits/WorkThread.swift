import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A thread that runs one task at a low priority. Long computations there delay neither the shared threads nor, when the
/// cores are busy, the requests of devices.
final class WorkThread: TaskExecutor {
    /// The name of these threads.
    static let name = "airworthy.admin"

    private struct State {
        var jobs: [UnownedJob] = []
        var hasThread = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    /// Runs work on a new thread. What the work awaits elsewhere, such as a transaction, runs there.
    static func run<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        let thread = WorkThread()
        defer { thread.close() }
        return try await withTaskExecutorPreference(thread) { try await work() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard !state.hasThread else { return false }
            state.hasThread = true
            return true
        }
        // The first job, or one of a task that outlives the work.
        if needsThread { startThread() }
        signal.signal()
    }

    /// Ends the thread after the jobs that it has.
    private func close() {
        state.withLock { $0.isClosed = true }
        signal.signal()
    }

    private func startThread() {
        let hasStarted = DispatchSemaphore(value: 0)
        let thread = Thread { [self] in
            // On Linux, Foundation can name a thread only while it runs and after `start` has returned.
            hasStarted.wait()
            Thread.current.name = Self.name
            Self.lowerPriority()
            runJobs()
        }
        thread.qualityOfService = .utility
        thread.stackSize = 2 << 20
        thread.start()
        hasStarted.signal()
    }

    private func runJobs() {
        while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Waits for the next job; returns `nil` at the end.
    private func nextJob() -> UnownedJob? {
        while true {
            let (job, isEnd) = state.withLock { state in
                if !state.jobs.isEmpty { return (state.jobs.removeFirst() as UnownedJob?, false) }
                if state.isClosed { state.hasThread = false }
                return (nil, state.isClosed)
            }
            if job != nil || isEnd { return job }
            signal.wait()
        }
    }

    /// Lowers the priority of this thread. On Apple's systems its quality of service does.
    private static func lowerPriority() {
        #if os(Linux)
        // The first 0 is PRIO_PROCESS, whose imported type differs between C libraries. On Linux it means a thread, and
        // the second 0 this one.
        _ = setpriority(0, 0, 10)
        #endif
    }
}
