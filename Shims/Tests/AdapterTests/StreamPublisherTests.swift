import AirworthyChannel
import Combine
import Testing

@testable import Airworthy

/// Combine publishers of streams.
@Suite(.timeLimit(.minutes(5))) struct StreamPublisherTests {
    private let later = Source()
    private var ended: Signal { later.ended }

    private func publisher(current: Int? = 1) -> StreamPublisher<Int> {
        StreamPublisher(current: { current }) { [later] in later.stream(startingWith: current) }
    }

    /// Gives other tasks time to misbehave.
    private func letOthersRun() async {
        for _ in 0..<1_000 { await Task.yield() }
    }

    @Test func `a subscriber receives the current value at once, then each new value once`() async {
        let probe = Probe<Int>()
        publisher().subscribe(probe)
        probe.requestAll()
        #expect(probe.values == [1])
        later.send(2)
        later.send(3)
        #expect(await probe.values(3) == [1, 2, 3])
        probe.cancel()
    }

    @Test func `a repeated value is published again`() async {
        let probe = Probe<Int>()
        publisher().subscribe(probe)
        probe.requestAll()
        later.send(2)
        later.send(1)
        later.send(1)
        #expect(await probe.values(4) == [1, 2, 1, 1])
        probe.cancel()
    }

    @Test func `without a current value the first event is the first value`() async {
        let probe = Probe<Int>()
        publisher(current: nil).subscribe(probe)
        probe.requestAll()
        #expect(probe.values == [])
        later.send(7)
        #expect(await probe.values(1) == [7])
        probe.cancel()
    }

    @Test func `a subscriber receives no more than its demand, and no value is lost`() async {
        for number in 2...4 { later.send(number) }
        let probe = Probe<Int>()
        publisher().subscribe(probe)
        await letOthersRun()
        #expect(probe.values == [])
        probe.request(1)
        #expect(probe.values == [1])
        await letOthersRun()
        #expect(probe.values == [1])
        probe.request(2)
        #expect(await probe.values(3) == [1, 2, 3])
        await letOthersRun()
        #expect(probe.values == [1, 2, 3])
        probe.requestAll()
        later.send(5)
        #expect(await probe.values(5) == [1, 2, 3, 4, 5])
        probe.cancel()
    }

    @Test func `demand returned from receiving a value is honoured`() async {
        for number in 2...4 { later.send(number) }
        let probe = Probe<Int>(more: 1)
        publisher().subscribe(probe)
        probe.request(1)
        #expect(await probe.values(4) == [1, 2, 3, 4])
        probe.cancel()
    }

    @Test func `every subscriber receives all values`() async {
        let (one, other) = (Probe<Int>(), Probe<Int>())
        let publisher = publisher()
        publisher.subscribe(one)
        publisher.subscribe(other)
        one.requestAll()
        other.requestAll()
        later.send(2)
        #expect(await one.values(2) == [1, 2])
        #expect(await other.values(2) == [1, 2])
        one.cancel()
        later.send(3)
        #expect(await other.values(3) == [1, 2, 3])
        other.cancel()
    }

    @Test func `cancelling stops the values, ends the stream and releases the subscriber`() async {
        weak var gone: Probe<Int>?
        do {
            let probe = Probe<Int>()
            gone = probe
            publisher().subscribe(probe)
            probe.requestAll()
            later.send(2)
            #expect(await probe.values(2) == [1, 2])
            probe.cancel()
            await ended.wait(after: 0)
            later.send(3)
            await letOthersRun()
            #expect(probe.values == [1, 2])
            probe.request(1)
            await letOthersRun()
            #expect(probe.values == [1, 2], "cancelled is cancelled")
        }
        // The subscriber still holds its subscription. The subscription must not hold the subscriber.
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
    }

    @Test func `cancelling before any demand releases the subscriber`() {
        weak var gone: Probe<Int>?
        do {
            let probe = Probe<Int>()
            gone = probe
            publisher().subscribe(probe)
            probe.cancel()
            probe.request(1)
            #expect(probe.values == [])
        }
        #expect(gone == nil)
    }

    @Test func `a subscriber to only the first value leaks nothing`() async {
        let got = Locked<[Int]>([])
        let listening = publisher().first().sink { number in got.withLock { $0.append(number) } }
        #expect(got.withLock { $0 } == [1])
        await ended.wait(after: 0)
        withExtendedLifetime(listening) {}
    }

    @Test func `releasing a sink cancels its subscription`() async {
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            let received = Signal()
            var listening: AnyCancellable? = publisher().sink { _ in withExtendedLifetime(canary) { received.send() } }
            #expect(received.count == 1 && listening != nil)
            listening = nil
            await ended.wait(after: 0)
        }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
    }
}

/// An object whose release a test observes.
private final class Canary: Sendable {}

/// The later values of the streams. Values sent before a subscription are buffered.
private final class Source: Sendable {
    private struct State {
        var waiting: [Int] = []
        var listeners: [AsyncStream<Int>.Continuation] = []
    }

    private let state = Locked(State())
    /// Changes when a stream ends.
    let ended = Signal()

    func send(_ number: Int) {
        state.withLock { state in
            if state.listeners.isEmpty { state.waiting.append(number) }
            for listener in state.listeners { listener.yield(number) }
        }
    }

    func stream(startingWith first: Int?) -> AsyncStream<Int> {
        AsyncStream { continuation in
            state.withLock { state in
                for number in [first].compactMap(\.self) + state.waiting { continuation.yield(number) }
                state.waiting = []
                state.listeners.append(continuation)
            }
            continuation.onTermination = { [ended] _ in ended.send() }
        }
    }
}
