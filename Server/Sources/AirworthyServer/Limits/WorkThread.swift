import Dispatch
import Foundation
import Synchronization

/// A thread that runs one task at a time, at a low priority. Long computations there delay neither the shared threads
/// nor, when the cores are busy, the requests of devices.
///
/// A thread never ends: the next task reuses it. Swift does not retain an executor while it enqueues a job, and the
/// thread may run that job, and its task may end, before `enqueue` returns. An executor that ends with its task would
/// be freed during the call.
final class WorkThread: TaskExecutor {
    static let name = "airworthy.admin"

    /// The threads that no task uses. There are as many threads as tasks have run at once.
    private static let free = Mutex<[WorkThread]>([])

    private let jobs = Mutex<[UnownedJob]>([])
    private let signal = DispatchSemaphore(value: 0)

    private init() {
        let hasStarted = DispatchSemaphore(value: 0)
        // The closure retains the executor for good.
        let thread = Thread { [self] in
            // On Linux, Foundation can name a thread only while it runs and after `start` has returned.
            hasStarted.wait()
            Thread.current.name = Self.name
            Self.lowerPriority()
            while true { runNext() }
        }
        thread.qualityOfService = .utility
        thread.stackSize = 2 << 20
        thread.start()
        hasStarted.signal()
    }

    /// Runs work on a thread that no other work uses. What the work awaits elsewhere, such as a transaction, runs there.
    static func run<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        let thread = free.withLock { $0.popLast() } ?? WorkThread()
        defer { free.withLock { $0.append(thread) } }
        return try await withTaskExecutorPreference(thread) { try await work() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        signal.signal()
    }

    private func runNext() {
        signal.wait()
        let job = jobs.withLock { $0.removeFirst() }
        job.runSynchronously(on: asUnownedTaskExecutor())
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
