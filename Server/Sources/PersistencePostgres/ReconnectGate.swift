import AirworthySupport
import ControlPlane
import Synchronization

/// Limits the attempts to connect while PostgreSQL cannot be reached: one at a time, with growing pauses. The others fail at
/// once, so that requests do not wait for what cannot succeed.
final class ReconnectGate: Sendable {
    private struct State {
        var failures = 0
        var isTrying = false
        var nextAttempt = Duration.zero
        var error = StoreError.unavailable("no connection to PostgreSQL")
    }

    private static let backoff = Backoff(first: 0.25, longest: 5)

    private let uptime: @Sendable () -> Duration
    private let random: @Sendable () -> Double
    private let state = Mutex(State())

    /// Creates a gate from the time since a fixed moment and a source of random numbers in `0..<1`.
    init(
        uptime: @escaping @Sendable () -> Duration, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.uptime = uptime
        self.random = random
    }

    /// Runs an attempt to connect.
    /// - Throws: The error of `connect`, or that of the last attempt if none is allowed now.
    func attempt<T>(_ connect: () throws -> T) throws -> T {
        let now = uptime()
        try state.withLock { state in
            guard state.failures > 0 else { return }
            guard !state.isTrying, now >= state.nextAttempt else { throw state.error }
            state.isTrying = true
        }
        do {
            let result = try connect()
            state.withLock { $0 = State() }
            return result
        } catch {
            fail(with: error)
            throw error
        }
    }

    private func fail(with error: any Error) {
        let now = uptime()
        state.withLock { state in
            state.failures += 1
            state.isTrying = false
            state.nextAttempt =
                now + .seconds(Self.backoff.jittered(afterFailures: state.failures, random: random()))
            if let error = error as? StoreError { state.error = error }
        }
    }
}
