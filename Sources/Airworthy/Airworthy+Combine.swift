#if canImport(Combine)
public import AirworthyPolicy
public import Combine

extension Airworthy {
    /// The decision of now, at once, then each new one on any thread. A slow subscriber misses those in between, never the
    /// last. It never ends by itself, and keeps nothing but the subscription alive.
    public var decisionPublisher: AnyPublisher<Decision, Never> {
        StreamPublisher(
            current: { [core] in core.state.withLock { $0.decision } }, stream: { [core] in core.decisionStream }
        )
        .eraseToAnyPublisher()
    }

    /// What happened, for the app's own analytics, on any thread. The first listener also gets what happened before it came,
    /// as far as 64 events.
    public var eventPublisher: AnyPublisher<AirworthyEvent, Never> {
        StreamPublisher(current: { nil }, stream: { [core] in core.events.stream() }).eraseToAnyPublisher()
    }
}
#endif
