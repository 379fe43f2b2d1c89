import Foundation
import Synchronization

/// Who may evaluate now, who waits for it and who is turned away, on all connections together.
///
/// Evaluations only compute, so more of them at once than there are cores to spare would make none of them faster and
/// everything else slower. Those that wait do so here, first come first served, and not in front of the threads that also
/// answer for manifests. One core is left to the rest.
package final class EvaluationGate: Sendable {
    private enum Place { case inside, waiting, refused }

    private struct State {
        var running = 0
        /// Those at `first...` wait; the ones before were let in.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var first = 0

        mutating func place(_ limit: Int, _ atOnce: Int) -> Place {
            if running + waiting.count - first >= limit { return .refused }
            guard running < atOnce else { return .waiting }
            running += 1
            return .inside
        }
    }

    private let limit: Int
    private let atOnce: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: How many there may be, at work and waiting.
    ///   - atOnce: How many may be at work.
    package init(limit: Int, atOnce: Int = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)) {
        self.limit = limit
        self.atOnce = atOnce
    }

    /// Lets one in, at once or when its turn comes; it has to ``leave()``.
    /// - Returns: `false` if there are enough; that is known at once.
    package func enter() async -> Bool {
        switch state.withLock({ $0.place(limit, atOnce) }) {
        case .inside: return true
        case .refused: return false
        case .waiting:
            await withCheckedContinuation { turn in
                // In the meantime a place may have become free, with nobody left to hand it on.
                let isFree = state.withLock { state in
                    if state.running < atOnce {
                        state.running += 1
                        return true
                    }
                    state.waiting.append(turn)
                    return false
                }
                if isFree { turn.resume() }
            }
            return true
        }
    }

    /// Lets one out, and the next one in.
    package func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard state.first < state.waiting.count else {
                state.running -= 1
                return nil
            }
            let next = state.waiting[state.first]
            state.first += 1
            if state.first == state.waiting.count {
                state.waiting.removeAll(keepingCapacity: true)
                state.first = 0
            }
            return next
        }
        next?.resume()
    }
}
