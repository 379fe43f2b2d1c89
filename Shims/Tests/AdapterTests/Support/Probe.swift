import Airworthy
import AirworthyChannel
import Combine
import Testing

/// A subscriber that records its values and detects values beyond its demand. It keeps its subscription.
final class Probe<Input: Sendable>: Subscriber, Sendable {
    typealias Failure = Never

    private struct State {
        var values: [Input] = []
        /// The demand that is still open; `nil` for unlimited.
        var open: Int? = 0
    }

    private let state = Locked(State())
    private let received = Signal()
    /// The additional demand for each value.
    private let more: Int
    // Only the subscribing test uses it.
    private nonisolated(unsafe) var subscription: (any Subscription)?

    /// Creates a subscriber.
    /// - Parameter more: The additional demand for each value.
    init(more: Int = 0) { self.more = more }

    /// The received values.
    var values: [Input] { state.withLock { $0.values } }

    /// The received values, once there are at least `count`.
    func values(_ count: Int) async -> [Input] { await values { $0.count >= count } }

    /// The received values, once the predicate holds.
    func values(until isEnough: ([Input]) -> Bool) async -> [Input] {
        while true {
            let seen = received.count
            let values = values
            if isEnough(values) || Task.isCancelled { return values }
            await received.wait(after: seen)
        }
    }

    func request(_ count: Int) {
        state.withLock { state in state.open = state.open.map { $0 + count } }
        subscription?.request(.max(count))
    }

    func requestAll() {
        state.withLock { $0.open = nil }
        subscription?.request(.unlimited)
    }

    func cancel() { subscription?.cancel() }

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Input) -> Subscribers.Demand {
        let wasAskedFor = state.withLock { state -> Bool in
            state.values.append(input)
            defer { state.open = state.open.map { $0 - 1 + more } }
            return state.open != 0
        }
        if !wasAskedFor { Issue.record("nobody asked for \(input)") }
        received.send()
        return .max(more)
    }

    func receive(completion: Subscribers.Completion<Never>) { Issue.record("it does not end by itself") }
}
