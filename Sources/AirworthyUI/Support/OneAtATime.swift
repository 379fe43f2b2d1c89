import Airworthy

/// Lets one of several tasks work; the next takes over when it is cancelled.
@MainActor final class OneAtATime {
    private var isWorking = false
    private let ended = Signal()

    /// Does the work, or waits until its turn comes. Returns when the task is cancelled or the work is done.
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
