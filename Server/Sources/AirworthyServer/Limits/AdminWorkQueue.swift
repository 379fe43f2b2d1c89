import ControlPlane
import Synchronization

/// The turns of ``AdminWork``.
struct AdminWorkQueue {
    typealias Waiter = CheckedContinuation<Void, any Error>

    struct Limits: Hashable, Sendable {
        var running = 2
        /// The number of requests that are received, wait or run; each has up to 1 MiB of body in memory.
        var places = 16
        /// The number of these places that requests with tokens of the same chain may have, so that one token leaves some free.
        var placesOfChain = 8
    }

    private let limits: Limits
    private(set) var running = 0
    private var waiters: [(ticket: Int, waiter: Waiter)] = []
    private var tickets = 0

    var waiting: Int { waiters.count }

    init(limits: Limits) { self.limits = limits }

    mutating func newTicket() -> Int {
        tickets += 1
        return tickets
    }

    /// Begins a turn and returns `true`, or adds the waiter to the end of the queue.
    mutating func start(_ ticket: Int, or waiter: Waiter) -> Bool {
        guard running >= limits.running else {
            running += 1
            return true
        }
        waiters.append((ticket, waiter))
        return false
    }

    /// Ends a turn. Returns the waiter whose turn begins.
    mutating func finish() -> Waiter? {
        guard !waiters.isEmpty else {
            running -= 1
            return nil
        }
        return waiters.removeFirst().waiter
    }

    /// Removes a waiter from the queue and returns it; `nil` if it does not wait.
    mutating func remove(_ ticket: Int) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiters.remove(at: index).waiter
    }
}

/// Places of admins, with a share for each chain of tokens: a token leaves some free, also with those that it creates.
final class TokenPlaces: Sendable {
    /// A place. It is free again when the last reference to it is gone.
    final class Place: Sendable {
        private let places: TokenPlaces
        private let chain: String

        fileprivate init(of places: TokenPlaces, chain: String) {
            self.places = places
            self.chain = chain
        }

        deinit { places.leave(chain: chain) }
    }

    private struct State {
        var taken = 0
        var takenByChain: [String: Int] = [:]
    }

    private let limit: Int
    private let limitOfChain: Int
    private let state = Mutex(State())

    /// Creates free places. Requests with tokens of the same chain may have `limitOfChain` of them.
    init(limit: Int, limitOfChain: Int) {
        self.limit = limit
        self.limitOfChain = limitOfChain
    }

    var taken: Int { state.withLock { $0.taken } }

    /// Takes a place for a chain of tokens, named by the id of its first token; `nil` if there is none for this chain.
    func place(for chain: String) -> Place? {
        let isFree = state.withLock { state in
            guard state.taken < limit, state.takenByChain[chain, default: 0] < limitOfChain else { return false }
            state.taken += 1
            state.takenByChain[chain, default: 0] += 1
            return true
        }
        return isFree ? Place(of: self, chain: chain) : nil
    }

    private func leave(chain: String) {
        state.withLock { state in
            state.taken -= 1
            let rest = state.takenByChain[chain, default: 1] - 1
            state.takenByChain[chain] = rest > 0 ? rest : nil
        }
    }
}

/// Cancels one task of ``AdminWork`` and remembers the first reason.
final class AdminWorkCancellation: Sendable {
    enum Reason: Hashable, Sendable {
        /// The caller closed the connection, or its sending side.
        case callerLeft
        /// The work took longer than this.
        case tookTooLong(Duration)
        case serverStops
    }

    private struct State {
        var reason: Reason?
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Sets the function that cancels the task, and calls it if the task should have been cancelled already.
    func attach(_ cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.cancel = cancel
            return state.reason != nil
        }
        if isLate { cancel() }
    }

    /// Cancels the task. Later reasons are ignored.
    func cancel(because reason: Reason) {
        let cancel = state.withLock { state in
            guard state.reason == nil else { return nil as (@Sendable () -> Void)? }
            state.reason = reason
            return state.cancel
        }
        cancel?()
    }

    /// The error for the caller of a cancelled task; `nil` if it was not cancelled here.
    var problem: (any Error)? {
        switch state.withLock({ $0.reason }) {
        case nil: nil
        case .serverStops: CancellationError()
        case .callerLeft: HTTPProblem(.refused, detail: "the caller closed the connection before the response")
        case .tookTooLong(let limit):
            HTTPProblem(
                .overloaded,
                detail: "the request took longer than \(limit.components.seconds) seconds; retry when the server is "
                    + "less busy, or send a smaller document")
        }
    }
}
