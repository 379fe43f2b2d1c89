import ControlPlane
import Synchronization

/// The places and turns of ``AdminWork``.
struct AdminWorkQueue {
    /// A request that waits for its turn.
    typealias Waiter = CheckedContinuation<Void, any Error>

    /// The number of requests that run and wait.
    struct Limits: Hashable, Sendable {
        /// The number of requests that run at once.
        var running = 2
        /// The number of requests that are received, wait or run; each has up to 1 MiB of body in memory.
        var places = 16
        /// The number of these places that requests with tokens of the same chain may have, so that one token leaves some free.
        var placesOfChain = 8
    }

    /// The places of requests that are received, wait or run.
    var places: TokenPlaces
    private let limits: Limits
    private(set) var running = 0
    private var waiters: [(ticket: Int, waiter: Waiter)] = []
    private var tickets = 0

    /// The number of requests that wait for their turn.
    var waiting: Int { waiters.count }

    init(limits: Limits) {
        self.limits = limits
        places = TokenPlaces(limit: limits.places, limitOfChain: limits.placesOfChain)
    }

    /// Returns a number for a request that waits.
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

/// Places that requests of admins take, with a share for each chain of tokens, so that one token leaves some free, also with the
/// tokens that it creates.
struct TokenPlaces {
    /// The number of places.
    let limit: Int
    /// The number of places that requests with tokens of the same chain may have.
    let limitOfChain: Int

    /// The number of taken places.
    private(set) var taken = 0
    private var takenByChain: [String: Int] = [:]

    /// Creates free places.
    init(limit: Int, limitOfChain: Int) {
        self.limit = limit
        self.limitOfChain = limitOfChain
    }

    /// Takes a place for a chain, named by the id of its first token.
    /// - Returns: `false` if there is none for this chain.
    mutating func enter(chain: String) -> Bool {
        guard taken < limit, takenByChain[chain, default: 0] < limitOfChain else { return false }
        taken += 1
        takenByChain[chain, default: 0] += 1
        return true
    }

    /// Gives back a place.
    mutating func leave(chain: String) {
        taken -= 1
        let rest = takenByChain[chain, default: 1] - 1
        takenByChain[chain] = rest > 0 ? rest : nil
    }
}

/// Cancels one task of ``AdminWork`` and remembers the first reason.
final class AdminWorkCancellation: Sendable {
    /// The reason for a cancellation.
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
