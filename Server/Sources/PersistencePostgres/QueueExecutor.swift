import Dispatch

/// Runs an actor's work on a queue of its own, so that calls that block keep no thread of the pool waiting.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "airworthy.postgres")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
