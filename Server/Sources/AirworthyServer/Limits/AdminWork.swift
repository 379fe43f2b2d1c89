import ControlPlane
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// Runs the requests of admins that take long: checking, comparing, signing and importing documents.
///
/// Two run at once, on threads of their own, so that the threads that serve devices stay free. Further ones wait in
/// order; beyond the limits they are rejected. Work is cancelled when its caller closes the connection, when it takes
/// too long, and when the server stops. A write that has begun ends all the same.
final class AdminWork: Sendable {
    struct Caller: Sendable {
        /// The first token of its token's chain of creations, whose share of the places is limited.
        let chain: String
        /// The connection; `nil` if it is not watched.
        let connection: (any Channel)?
    }

    private let timeLimit: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let queue: Mutex<AdminWorkQueue>
    private let allPlaces: TokenPlaces

    init(
        limits: AdminWorkQueue.Limits = AdminWorkQueue.Limits(), timeLimit: Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        queue = Mutex(AdminWorkQueue(limits: limits))
        allPlaces = TokenPlaces(limit: limits.places, limitOfChain: limits.placesOfChain)
        self.timeLimit = timeLimit
        self.sleep = sleep
    }

    /// The number of requests that are received, wait or run.
    var places: Int { allPlaces.taken }

    var running: Int { queue.withLock { $0.running } }

    var waiting: Int { queue.withLock { $0.waiting } }

    /// Receives a request, waits for its turn and runs it on a thread of its own; the work should check for
    /// cancellation while it computes. `receive` reads the body. It is called once there is a place, because bodies in
    /// memory count, too.
    func run<Input: Sendable, Result: Sendable>(
        for caller: Caller, receiving receive: () async throws -> Input,
        work: @escaping @Sendable (Input) async throws -> Result
    ) async throws -> Result {
        guard let place = allPlaces.place(for: caller.chain) else {
            await delayRejection(of: caller)
            throw HTTPProblem(
                .overloaded,
                detail: "the server checks as many documents as it can at once; \(ProblemKind.overloaded.retryAdvice)")
        }
        defer { withExtendedLifetime(place) {} }
        let input = try await receive()
        let cancellation = AdminWorkCancellation()
        let task = Task {
            try await inTurn {
                let timer = Task {
                    try await sleep(timeLimit)
                    cancellation.cancel(because: .tookTooLong(timeLimit))
                }
                defer { timer.cancel() }
                return try await WorkThread.run { try await work(input) }
            }
        }
        cancellation.attach { task.cancel() }
        caller.connection?.onDeparture { cancellation.cancel(because: .callerLeft) }
        defer { caller.connection?.onDeparture(nil) }
        return try await result(of: task, cancellation: cancellation)
    }

    /// Runs a request without a body.
    func run<Result: Sendable>(
        for caller: Caller, work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await run(for: caller, receiving: { true }, work: { _ in try await work() })
    }

    /// Runs a request with a JSON document as its body.
    func run<Result: Sendable>(
        on request: Request, context: AdminContext, work: @escaping @Sendable ([UInt8]) async throws -> Result
    ) async throws -> Result {
        try await run(
            for: context.caller, receiving: { try await request.jsonBytes(upTo: context.longestBody) }, work: work)
    }

    /// Waits before a rejection, as long as the caller stays: bodies of callers that left must not pile up.
    private func delayRejection(of caller: Caller) async {
        let delay = Task { try? await sleep(EvaluationLimiter.rejectionDelay) }
        caller.connection?.onDeparture { delay.cancel() }
        defer { caller.connection?.onDeparture(nil) }
        await delay.value
    }

    /// Waits for a task, which is cancelled when the server stops.
    private func result<Result: Sendable>(
        of task: Task<Result, any Error>, cancellation: AdminWorkCancellation
    ) async throws -> Result {
        do {
            return try await withTaskCancellationHandler {
                try await withGracefulShutdownHandler {
                    try await task.value
                } onGracefulShutdown: {
                    cancellation.cancel(because: .serverStops)
                }
            } onCancel: {
                cancellation.cancel(because: .serverStops)
            }
        } catch let error where error is CancellationError || error is StoreError {
            // Interrupted reads throw store errors.
            throw cancellation.problem ?? error
        }
    }

    // MARK: Turns

    /// Runs `body` while at most one other runs.
    private func inTurn<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await waitForTurn()
        defer { queue.withLock { $0.finish() }?.resume() }
        return try await body()
    }

    private func waitForTurn() async throws {
        let ticket = queue.withLock { $0.newTicket() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: AdminWorkQueue.Waiter) in
                let isTurn: Bool? = queue.withLock { queue in
                    // Checked under the lock: a later cancellation finds the waiter in the queue.
                    Task.isCancelled ? nil : queue.start(ticket, or: waiter)
                }
                switch isTurn {
                case nil: waiter.resume(throwing: CancellationError())
                case true?: waiter.resume()
                case false?: break
                }
            }
        } onCancel: {
            queue.withLock { $0.remove(ticket) }?.resume(throwing: CancellationError())
        }
    }
}
