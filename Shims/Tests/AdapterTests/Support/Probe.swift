import Airworthy
import Combine
import Testing

/// Keeps what it receives, and notices what it did not ask for. Like many subscribers it holds on to its subscription.
final class Probe<Input: Sendable>: Subscriber, Sendable {
    typealias Failure = Never

    private struct State {
        var values: [Input] = []
        /// What was asked for and did not come yet; `nil` is no end of it.
        var open: Int? = 0
    }

    private let state = Locked(State())
    private let received = Signal()
    /// What it asks for with each value.
    private let more: Int
    // Only touched by the test that subscribes and asks.
    private nonisolated(unsafe) var subscription: (any Subscription)?

    /// - Parameter more: How many further values it asks for with each one.
    init(more: Int = 0) { self.more = more }

    /// What came.
    var values: [Input] { state.withLock { $0.values } }

    /// What came, once there are so many, or more.
    func values(_ count: Int) async -> [Input] { await values { $0.count >= count } }

    /// What came, once the predicate holds.
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
