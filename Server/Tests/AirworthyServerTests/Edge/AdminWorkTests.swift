import ControlPlane
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct AdminWorkTests {
    /// The numbers of requests in the order of their turns.
    private final class Order: Sendable {
        private let numbers = Mutex<[Int]>([])
        var all: [Int] { numbers.withLock { $0 } }

        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    private static var threadName: String? { Thread.current.name }
    private static let caller = AdminWork.Caller(chain: "a", connection: nil)

    /// Marks the current thread.
    /// - Returns: Whether it had no mark.
    private static func isFirstVisit() -> Bool {
        let marks = Thread.current.threadDictionary
        defer { marks["AdminWorkTests"] = true }
        return marks["AdminWorkTests"] == nil
    }

    @Test func `two run at once, and the others follow in order`() async throws {
        let work = AdminWork(sleep: sleepForever)
        let gate = Gate()
        let order = Order()
        var requests: [Task<Void, any Error>] = []
        for number in 0..<6 {
            requests.append(
                Task {
                    try await work.run(for: Self.caller) {
                        order.add(number)
                        await gate.wait()
                    }
                })
            await until { order.all.count + work.waiting == number + 1 }
        }
        #expect(work.running == 2 && work.waiting == 4)
        for begun in 3...6 {
            gate.open()
            await until { order.all.count == begun }
        }
        gate.open()
        gate.open()
        for request in requests { try await request.value }
        #expect(order.all == Array(0..<6))
        #expect(work.places == 0 && work.running == 0)
    }

    @Test func `a caller without a free place is rejected after a pause, before its body is read`() async throws {
        let pauses = Mutex<[Duration]>([])
        let work = AdminWork(limits: .init(running: 1, places: 3, placesOfChain: 2)) { pause in
            if pause < .seconds(1) { pauses.withLock { $0.append(pause) } } else { try await sleepForever(pause) }
        }
        let gate = Gate()
        let places = [
            Task {
                try await work.run(for: Self.caller) {
                    await gate.wait()
                }
            },
            Task {
                try await work.run(for: Self.caller) {
                    await gate.wait()
                }
            },
        ]
        await until { work.places == 2 }
        func isRejected(_ token: String) async -> Bool {
            let error = await #expect(throws: HTTPProblem.self) {
                try await work.run(for: .init(chain: token, connection: nil)) {
                    Issue.record("the body of a rejected request is not read")
                    return true
                } work: { _ in
                }
            }
            return error?.kind == .overloaded && error?.headers[.retryAfter] == "1"
        }
        #expect(await isRejected("a"))
        let other = Task {
            try await work.run(for: .init(chain: "b", connection: nil)) {
                await gate.wait()
            }
        }
        await until { work.places == 3 }
        #expect(await isRejected("c"))
        #expect(pauses.withLock { $0 } == [.milliseconds(250), .milliseconds(250)])
        for _ in 0..<3 { gate.open() }
        for place in places + [other] { try await place.value }
        #expect(
            try await work.run(for: Self.caller) {
                1
            } work: {
                $0
            } == 1)
    }

    @Test func `work runs on a thread of its own, also after it has awaited something`() async throws {
        let work = AdminWork(sleep: sleepForever)
        let names = try await work.run(for: Self.caller) {
            let first = Self.threadName
            await Task { await Task.yield() }.value
            return [first, Self.threadName]
        }
        #expect(names == [WorkThread.name, WorkThread.name])
        #expect(Self.threadName != WorkThread.name)
    }

    /// A thread that ended with its work was freed while its last job was being enqueued, which crashed the server.
    @Test func `threads do not end with their work, but run the next`() async throws {
        let runs = 200
        var fresh = 0
        for _ in 0..<runs where try await WorkThread.run({ Self.isFirstVisit() }) { fresh += 1 }
        // Other tests use some of the threads meanwhile.
        #expect(fresh < runs / 2)
    }

    @Test func `work that takes too long is cancelled and answered as overloaded`() async throws {
        let work = AdminWork(timeLimit: .seconds(7)) { #expect($0 == .seconds(7)) }
        let error = await #expect(throws: HTTPProblem.self) {
            try await work.run(for: Self.caller) {
                try await sleepForever(.zero)
            }
        }
        #expect(error?.kind == .overloaded && error?.detail.contains("7 seconds") == true)
        #expect(work.places == 0 && work.running == 0)
    }

    @Test func `a write that ends in spite of a cancellation is reported as done`() async throws {
        let work = AdminWork { _ in }
        let result = try await work.run(for: Self.caller) {
            await until { Task.isCancelled }
            return "committed"
        }
        #expect(result == "committed")
    }

    @Test func `a cancelled request leaves the queue, and its error passes`() async throws {
        struct Broken: Error {}
        let work = AdminWork(limits: .init(running: 1), sleep: sleepForever)
        let gate = Gate()
        let running = Task {
            try await work.run(for: Self.caller) {
                await gate.wait()
            }
        }
        await until { work.running == 1 }
        let waiting = Task {
            try await work.run(for: Self.caller) {
                Issue.record("it was cancelled")
            }
        }
        await until { work.waiting == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(work.places == 1 && work.waiting == 0)
        gate.open()
        try await running.value
        await #expect(throws: Broken.self) {
            try await work.run(for: Self.caller) {
                throw Broken()
            }
        }
        await #expect(throws: Broken.self) {
            try await work.run(for: Self.caller) { () -> Bool in
                throw Broken()
            } work: { _ in
            }
        }
        #expect(work.places == 0 && work.running == 0)
    }
}
