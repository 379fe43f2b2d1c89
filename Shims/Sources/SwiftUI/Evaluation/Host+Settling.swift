import Foundation

@_spi(Shim) extension Host {
    /// Runs all tasks until they wait for an external event, without a sleep or a time limit.
    public func settle() async { await Host.settle([self]) }

    /// Runs the tasks of several hosts that change each other.
    public static func settle(_ hosts: [Host]) async { await settle { hosts } }

    /// Runs the tasks of a set of hosts that may change meanwhile.
    static func settle(_ hosts: () -> [Host]) async {
        // Jobs on the main actor can follow each other. The tasks are idle only after several turns without an
        // invalidation and without a task off the main actor.
        var quiet = 0
        while quiet < 20 {
            let busy = hosts().contains { $0.isDirty || $0.tasks.isBusy }
            for host in hosts() { host.update() }
            for host in hosts() { await host.tasks.idle() }
            quiet = busy ? 0 : quiet + 1
            await Task.yield()
        }
    }

    /// Waits until the screen satisfies a condition that other code causes, such as an actor of the app.
    public func settle(until isSo: () -> Bool) async {
        repeat { await settle() } while !isSo() && !Task.isCancelled
    }
}

/// Runs the tasks of views, and tracks whether one of them runs off the main actor.
final class TaskRunner {
    #if os(Linux)
    private let executor = CountingExecutor()

    var isBusy: Bool { executor.isBusy }
    func idle() async { await executor.idle() }

    func start(_ priority: TaskPriority, _ action: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: executor, priority: priority, operation: action)
    }
    #else
    let isBusy = false
    func idle() async {}

    func start(_ priority: TaskPriority, _ action: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(priority: priority, operation: action)
    }
    #endif
}

#if os(Linux)
/// A queue that counts its pending jobs.
final class CountingExecutor: TaskExecutor, @unchecked Sendable {
    private let queue = DispatchQueue(label: "tasks of views")
    private let lock = NSLock()
    private var count = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    var isBusy: Bool { lock.withLock { count > 0 } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        lock.withLock { count += 1 }
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            let resumed: [CheckedContinuation<Void, Never>] = lock.withLock {
                count -= 1
                guard count == 0 else { return [] }
                defer { waiting = [] }
                return waiting
            }
            for continuation in resumed { continuation.resume() }
        }
    }

    func idle() async {
        await withCheckedContinuation { continuation in
            let isIdle = lock.withLock {
                if count > 0 { waiting.append(continuation) }
                return count == 0
            }
            if isIdle { continuation.resume() }
        }
    }
}
#endif
