import AirworthyAuthoring
import AirworthyTrust
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import AirworthyServer

@Suite("Event streams", .timeLimit(.minutes(5)))
struct EventStreamTests {
    /// A clock whose pauses, of half a second, pass when the test says so.
    private final class HalfSeconds: Sendable {
        private let stream: AsyncStream<Void>
        private let tick: AsyncStream<Void>.Continuation

        init() { (stream, tick) = AsyncStream.makeStream(of: Void.self) }

        func pass(_ count: Int) { for _ in 0..<count { tick.yield() } }
        func end() { tick.finish() }

        @Sendable func sleep(_ duration: Duration) async throws {
            for await _ in stream { return }
            throw CancellationError()
        }
    }

    /// Keeps what is written.
    private final class Written: Sendable {
        private let all = Mutex("")
        var text: String { all.withLock { $0 } }
        func add(_ text: String) { all.withLock { $0 += text } }
    }

    private struct Writer: ResponseBodyWriter {
        let written: Written
        mutating func write(_ buffer: ByteBuffer) async throws { written.add(String(buffer: buffer)) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private func text(
        of seconds: Int, about slug: String? = "hashtags", isSignedIn: Bool = true,
        changing: @escaping @Sendable (API) async throws -> Void = { _ in }
    ) async throws -> String {
        let api = try await API()
        let clock = HalfSeconds()
        let streams = EventStreams(served: api.plane.served, sleep: clock.sleep)
        let response = try streams.open(about: slug, chain: "a") { isSignedIn }
        let written = Written()
        // The change comes after the stream has looked for the first time, which is before it writes.
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // The clock's end interrupts the stream as a closed connection does.
                do { try await response.body.write(Writer(written: written)) } catch is CancellationError {}
            }
            while written.text.isEmpty { await Task.yield() }
            try await changing(api)
            clock.pass(2 * seconds)
            clock.end()
            try await group.waitForAll()
        }
        return written.text
    }

    @Test("a change of the app is announced, once")
    func changes() async throws {
        let text = try await text(of: 10) { api in
            let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
            try await api.publish("{\"schema\":1,\"app\":\"hashtags\",\"rules\":[]}", expecting: .matches([tag]))
        }
        #expect(text == "retry: 2000\n\nevent: change\ndata:\n\n")
    }

    @Test("without a change something is sent every 15 seconds, and each minute numbers count as out of date")
    func quiet() async throws {
        #expect(try await text(of: 14) == "retry: 2000\n\n")
        #expect(try await text(of: 31) == "retry: 2000\n\n:\n\n:\n\n")
        #expect(try await text(of: 60).hasSuffix("event: change\ndata:\n\n"))
    }

    @Test("the stream of all apps announces a change of any")
    func allApps() async throws {
        let text = try await text(of: 2, about: nil) { api in
            _ = try await api.plane.apps.create(
                App(
                    slug: "other", bundleID: "com.example.other", pins: [PinnedKey(api.key.publicKey, role: .online)]),
                by: .server)
        }
        #expect(text.contains("event: change"))
    }

    @Test("the stream ends after the session has ended")
    func endOfSession() async throws {
        #expect(try await text(of: 40, isSignedIn: false) == "retry: 2000\n\n")
    }

    @Test("the number of streams is limited, and a stream that is gone frees its place")
    func limits() async throws {
        let api = try await API()
        let streams = EventStreams(served: api.plane.served, limit: 3, limitOfChain: 2)
        var open: [Response] = []
        open.append(try streams.open(about: nil, chain: "a") { true })
        open.append(try streams.open(about: nil, chain: "a") { true })
        #expect(throws: HTTPProblem.self) { try streams.open(about: nil, chain: "a") { true } }
        open.append(try streams.open(about: nil, chain: "b") { true })
        #expect(throws: HTTPProblem.self) { try streams.open(about: nil, chain: "c") { true } }
        open.removeAll()
        #expect(streams.count == 0)
    }
}
