import ControlPlane
import Synchronization

/// Cancels one task of ``AdminWork`` and remembers the first reason.
final class AdminWorkCancellation: Sendable {
    /// The reason for a cancellation.
    enum Reason: Hashable, Sendable {
        /// The caller closed the connection, or its sending side.
        case callerLeft
        /// The work took longer than this.
        case tookTooLong(Duration)
        /// The server stops.
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
