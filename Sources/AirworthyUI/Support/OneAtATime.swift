import Airworthy

/// Runs the work of one task at a time. When that task is cancelled, the next one takes over.
@MainActor final class OneAtATime {
    private var isWorking = false
    private let ended = Signal()

    /// Runs `work`, after waiting for its turn. Returns when the work is done or the task is cancelled.
    func run(_ work: @MainActor () async -> Void) async {
        while !Task.isCancelled {
            let seen = ended.count
            guard isWorking else {
                isWorking = true
                await work()
                isWorking = false
                ended.send()
                return
            }
            await ended.wait(after: seen)
        }
    }
}
