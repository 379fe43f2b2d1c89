import Foundation

@_spi(Shim) extension Host {
    /// Lets everything run until it waits for something from outside: no sleep, no time limit.
    public func settle() async { await Host.settle([self]) }

    /// The same for several hosts that change each other.
    public static func settle(_ hosts: [Host]) async { await settle { hosts } }

    /// The same for those that there are, which may change meanwhile.
    static func settle(_ hosts: () -> [Host]) async {
        // A job on the main actor may follow another: only after some turns in which nothing was invalidated and no
        // task was off the main actor, everything waits.
        var quiet = 0
        while quiet < 20 {
            let busy = hosts().contains { $0.isDirty || $0.tasks.isBusy }
            for host in hosts() { host.update() }
            for host in hosts() { await host.tasks.idle() }
            quiet = busy ? 0 : quiet + 1
            await Task.yield()
        }
    }

    /// Waits until the screen is so; for what is done by others, such as an actor of the app.
    public func settle(until isSo: () -> Bool) async {
        repeat { await settle() } while !isSo()
    }
}

/// Runs the tasks of views, and knows whether one of them is at work off the main actor.
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
/// One queue, on which it counts what has not run yet.
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
