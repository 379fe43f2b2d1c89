import AirworthyChannel

#if canImport(Combine)
import Combine
import Foundation

/// A publisher of the elements of an async stream. Each subscriber gets its own stream.
struct StreamPublisher<Output: Sendable & Equatable>: Publisher {
    typealias Failure = Never

    /// The value to deliver at once, on the subscriber's thread; `nil` for none.
    let current: @Sendable () -> Output?
    /// The function that creates a stream. It is called before ``current``, so that no value is lost in between.
    let stream: @Sendable () -> AsyncStream<Output>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: StreamSubscription(to: self) { subscriber.receive($0) })
    }
}

/// A subscription that delivers as many values as requested. It owns the task that reads the stream, and cancels the task when
/// it is cancelled or released.
private final class StreamSubscription<Output: Sendable & Equatable>: Subscription, Sendable {
    private let publisher: StreamPublisher<Output>
    // The subscriber receives one value at a time: first from `request`, then from the single task it starts. Accessed only
    // under the lock of `reading`. `cancel` releases it, because a subscriber retains its subscription.
    private nonisolated(unsafe) var deliver: ((Output) -> Subscribers.Demand)?
    private let demand = OutstandingDemand()
    private let reading = Locked<Reading>(.notStarted)

    private enum Reading: Sendable {
        case notStarted
        case started(Task<Void, Never>?)
        case finished
    }

    init(to publisher: StreamPublisher<Output>, deliver: @escaping (Output) -> Subscribers.Demand) {
        self.publisher = publisher
        self.deliver = deliver
    }

    deinit { cancel() }

    func request(_ demand: Subscribers.Demand) {
        self.demand.add(demand)
        var deliver: ((Output) -> Subscribers.Demand)?
        reading.withLock { reading in
            guard case .notStarted = reading, demand != .none else { return }
            reading = .started(nil)
            deliver = self.deliver
        }
        guard let deliver else { return }
        let stream = publisher.stream()
        let current = publisher.current()
        if let current, self.demand.take() { self.demand.add(deliver(current)) }
        read(stream, after: current, delivering: deliver)
    }

    func cancel() {
        var task: Task<Void, Never>?
        var deliver: ((Output) -> Subscribers.Demand)?
        reading.withLock { reading in
            if case .started(let started) = reading { task = started }
            reading = .finished
            swap(&deliver, &self.deliver)
        }
        task?.cancel()
        // Outside the lock, because releasing the subscriber may cancel the subscription again.
        deliver = nil
    }

    private func read(
        _ stream: AsyncStream<Output>, after current: Output?,
        delivering deliver: @escaping (Output) -> Subscribers.Demand
    ) {
        nonisolated(unsafe) let deliver = deliver
        reading.withLock { reading in
            // The subscriber may have cancelled while it received the first value.
            guard case .started = reading else { return }
            reading = .started(
                Task { [demand] in
                    var current = current
                    var iterator = stream.makeAsyncIterator()
                    while await demand.wait(), let next = await iterator.next() {
                        defer { current = nil }
                        // The stream also begins with the current value.
                        if let current, current == next { continue }
                        guard demand.take() else { return }
                        demand.add(deliver(next))
                    }
                })
        }
    }
}

/// The number of values requested and not yet delivered.
private final class OutstandingDemand: Sendable {
    private let left = Locked(0)
    private let more = Signal()

    func add(_ demand: Subscribers.Demand) {
        left.withLock { left in
            let (sum, isTooMuch) = left.addingReportingOverflow(demand.max ?? .max)
            left = isTooMuch ? .max : sum
        }
        more.send()
    }

    /// Takes one value from the demand, if there is one. Unlimited demand stays unlimited.
    func take() -> Bool {
        left.withLock { left in
            guard left > 0 else { return false }
            if left != .max { left -= 1 }
            return true
        }
    }

    /// Waits for demand.
    /// - Returns: `false` if the task was cancelled.
    func wait() async -> Bool {
        while !Task.isCancelled {
            let seen = more.count
            if left.withLock({ $0 > 0 }) { return true }
            await more.wait(after: seen)
        }
        return false
    }
}
#endif
