import ControlPlane
import Dispatch
import Foundation
import Synchronization

/// Limits how many evaluations of decisions and releases run and wait on all connections together.
///
/// An evaluation only computes, so there is no use in running more of them at once than there are cores. Further ones
/// wait here, in order, and do not occupy the threads that also serve manifests. One core stays free for other work.
final class EvaluationLimiter: Sendable {
    /// The delay of a rejection. Without it, callers that retry at once would keep the server busy with rejections.
    static let rejectionDelay = Duration.milliseconds(250)

    private enum Admission { case running, waiting, rejected }

    private struct State {
        var running = 0
        /// Starts each waiting evaluation, in the elements from `firstWaiting` on; the earlier ones have been started.
        var queue: [@Sendable () -> Void] = []
        var firstWaiting = 0

        mutating func admit(limit: Int, concurrency: Int) -> Admission {
            if running + queue.count - firstWaiting >= limit { return .rejected }
            guard running < concurrency else { return .waiting }
            running += 1
            return .running
        }
    }

    /// The number of evaluations that run or wait at most.
    let limit: Int
    private let concurrency: Int
    /// Waits before a rejection, in real time unless a test replaces it.
    private let sleep: @Sendable (Duration) async throws -> Void
    private let threads = DispatchQueue(label: "airworthy.evaluations", attributes: .concurrent)
    private let state = Mutex(State())

    init(
        limit: Int, concurrency: Int = max(1, ProcessInfo.processInfo.activeProcessorCount - 1),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.limit = limit
        self.concurrency = concurrency
        self.sleep = sleep
    }

    var depth: (running: Int, waiting: Int) {
        state.withLock { ($0.running, $0.queue.count - $0.firstWaiting) }
    }

    /// Runs an evaluation when there is a free slot. Read the whole request before: a slow client must not hold a slot.
    func run<Result: Sendable>(_ evaluate: () throws -> Result) async throws -> Result {
        guard await enter() else {
            try? await sleep(Self.rejectionDelay)
            throw HTTPProblem(
                .overloaded,
                detail: "the server's limit of concurrent evaluations is reached; \(ProblemKind.overloaded.retryAdvice)"
            )
        }
        defer { leave() }
        return try evaluate()
    }

    /// Takes a slot, which ``leave()`` gives back, at once or after waiting; `false` at once if too many wait.
    func enter() async -> Bool {
        switch state.withLock({ $0.admit(limit: limit, concurrency: concurrency) }) {
        case .running: return true
        case .rejected: return false
        case .waiting:
            await withCheckedContinuation { continuation in
                // Checked again, because a slot may have become free meanwhile, and no later leave() would hand it over.
                let isFree = state.withLock { state in
                    if state.running < concurrency {
                        state.running += 1
                        return true
                    }
                    state.queue.append { continuation.resume() }
                    return false
                }
                if isFree { continuation.resume() }
            }
            return true
        }
    }

    /// Runs an evaluation on another thread when there is a free slot, for callers that may not wait. `completion` is
    /// called there after the slot was given back. Returns `false`, without running it, if too many wait already.
    func submit<Result>(
        _ evaluate: @escaping @Sendable () -> Result, completion: @escaping @Sendable (Result) -> Void
    ) -> Bool {
        let start: @Sendable () -> Void = { [self] in
            threads.async {
                let result = evaluate()
                self.leave()
                completion(result)
            }
        }
        let admission = state.withLock { state in
            let admission = state.admit(limit: limit, concurrency: concurrency)
            if admission == .waiting { state.queue.append(start) }
            return admission
        }
        if admission == .running { start() }
        return admission != .rejected
    }

    /// Gives back a slot, to the first waiting evaluation if there is one.
    func leave() {
        let next: (@Sendable () -> Void)? = state.withLock { state in
            guard state.firstWaiting < state.queue.count else {
                state.running -= 1
                return nil
            }
            let next = state.queue[state.firstWaiting]
            state.firstWaiting += 1
            if state.firstWaiting == state.queue.count {
                state.queue.removeAll(keepingCapacity: true)
                state.firstWaiting = 0
            }
            return next
        }
        next?()
    }
}
