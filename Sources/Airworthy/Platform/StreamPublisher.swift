#if canImport(Combine)
import Combine
import Foundation

/// Publishes what a stream brings. Each subscriber gets a stream of its own; nothing is held on to but what makes it.
struct StreamPublisher<Output: Sendable & Equatable>: Publisher {
    typealias Failure = Never

    /// What a subscriber gets at once, on the thread it asks from; `nil`: nothing.
    let current: @Sendable () -> Output?
    /// Made before ``current`` is asked, so that nothing falls between the two.
    let stream: @Sendable () -> AsyncStream<Output>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: StreamSubscription(self) { subscriber.receive($0) })
    }
}

/// Hands on as much as was asked for. It owns the task that reads the stream, and ends it when it is cancelled or let go.
private final class StreamSubscription<Output: Sendable & Equatable>: Subscription, Sendable {
    private let publisher: StreamPublisher<Output>
    // The subscriber is told one thing at a time: first by `request`, then by the one task that it begins. Only touched
    // under the lock of `reading`, and let go by `cancel`: subscribers hold on to their subscription.
    private nonisolated(unsafe) var handOn: ((Output) -> Subscribers.Demand)?
    private let demand = Demanded()
    private let reading = Locked<Reading>(.notYet)

    private enum Reading: Sendable {
        case notYet
        case begun(Task<Void, Never>?)
        case over
    }

    init(_ publisher: StreamPublisher<Output>, handOn: @escaping (Output) -> Subscribers.Demand) {
        self.publisher = publisher
        self.handOn = handOn
    }

    deinit { cancel() }

    func request(_ demand: Subscribers.Demand) {
        self.demand.add(demand)
        var handOn: ((Output) -> Subscribers.Demand)?
        reading.withLock { reading in
            guard case .notYet = reading, demand != .none else { return }
            reading = .begun(nil)
            handOn = self.handOn
        }
        guard let handOn else { return }
        let stream = publisher.stream()
        let current = publisher.current()
        if let current, self.demand.take() { self.demand.add(handOn(current)) }
        begin(stream, after: current, handOn)
    }

    func cancel() {
        var task: Task<Void, Never>?
        var handOn: ((Output) -> Subscribers.Demand)?
        reading.withLock { reading in
            if case .begun(let begun) = reading { task = begun }
            reading = .over
            swap(&handOn, &self.handOn)
        }
        task?.cancel()
        // Not under the lock: with this the subscriber may go, and cancel once more.
        handOn = nil
    }

    private func begin(
        _ stream: AsyncStream<Output>, after current: Output?, _ handOn: @escaping (Output) -> Subscribers.Demand
    ) {
        nonisolated(unsafe) let handOn = handOn
        reading.withLock { reading in
            // The subscriber may have cancelled while it received the first value.
            guard case .begun = reading else { return }
            reading = .begun(
                Task { [demand] in
                    var current = current
                    var iterator = stream.makeAsyncIterator()
                    while await demand.wait(), let next = await iterator.next() {
                        defer { current = nil }
                        // The stream begins with what is current, too.
                        if let current, current == next { continue }
                        guard demand.take() else { return }
                        demand.add(handOn(next))
                    }
                })
        }
    }
}

/// How many values were asked for and not yet handed on.
private final class Demanded: Sendable {
    private let left = Locked(0)
    private let more = Signal()

    func add(_ demand: Subscribers.Demand) {
        left.withLock { left in
            let (sum, isTooMuch) = left.addingReportingOverflow(demand.max ?? .max)
            left = isTooMuch ? .max : sum
        }
        more.send()
    }

    /// Takes one, if there is one. No end of them stays no end.
    func take() -> Bool {
        left.withLock { left in
            guard left > 0 else { return false }
            if left != .max { left -= 1 }
            return true
        }
    }

    /// Waits until there is one.
    /// - Returns: `false` if the task was cancelled instead.
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
