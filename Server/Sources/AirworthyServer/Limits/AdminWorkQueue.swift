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

    /// Creates an empty queue.
    init(limits: Limits) {
        self.limits = limits
        places = TokenPlaces(limit: limits.places, limitOfChain: limits.placesOfChain)
    }

    /// Returns a number for a request that waits.
    mutating func newTicket() -> Int {
        tickets += 1
        return tickets
    }

    /// Begins a turn, or adds the waiter to the end of the queue.
    /// - Returns: Whether the turn has begun.
    mutating func start(_ ticket: Int, or waiter: Waiter) -> Bool {
        guard running >= limits.running else {
            running += 1
            return true
        }
        waiters.append((ticket, waiter))
        return false
    }

    /// Ends a turn.
    /// - Returns: The waiter whose turn begins.
    mutating func finish() -> Waiter? {
        guard !waiters.isEmpty else {
            running -= 1
            return nil
        }
        return waiters.removeFirst().waiter
    }

    /// Removes a waiter from the queue.
    /// - Returns: The waiter; `nil` if it does not wait.
    mutating func remove(_ ticket: Int) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiters.remove(at: index).waiter
    }
}
