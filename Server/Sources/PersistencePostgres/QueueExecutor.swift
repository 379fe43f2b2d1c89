import Dispatch

/// An executor with a queue of its own, so that blocking calls occupy no thread of the shared pool.
final class QueueExecutor: SerialExecutor {
    /// The queue, on which sources of events may call the actor.
    let queue = DispatchQueue(label: "airworthy.postgres")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
