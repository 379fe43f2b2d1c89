import AirworthyAuthoring
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ReleaseCatalog
import ServerSupport
import Synchronization
import Testing

@testable import AirworthyServer

/// A server among others that share its database.
@Suite(.timeLimit(.minutes(5))) struct NodesTests {
    /// A second node over the store of `api`, with options that look for what the first one has created.
    private static func node(
        over api: API, uptime: @escaping @Sendable () -> Duration = { .zero }
    ) async throws -> (plane: ControlPlane, options: APIOptions, reads: Reads) {
        let plane = ControlPlane(
            store: api.store, signer: Signer(keys: [api.key], keyring: nil), now: { [clock = api.clock] in clock.now })
        try await plane.housekeeping.load()
        let reads = Reads()
        let misses = MissReader(
            read: {
                reads.count.withLock { $0 += 1 }
                try? await plane.housekeeping.poll()
            }, uptime: uptime)
        return (plane, APIOptions(misses: misses), reads)
    }

    final class Reads: Sendable { let count = Mutex(0) }

    private static func get(
        _ path: String, from plane: ControlPlane, options: APIOptions, token: String? = nil
    ) async throws -> HTTPResponse.Status {
        let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
        return try await Application(router: makeRouter(for: plane, options: options)).test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: headers).status
        }
    }

    @Test func `an app and a token that another node has just created are found at once`() async throws {
        let api = try await API()
        let node = try await Self.node(over: api)
        let pins = [PinnedKey(api.key.publicKey, role: .online)]
        _ = try await api.plane.apps.create(
            App(slug: "birthdays", bundleID: "com.example.birthdays", pins: pins), by: .server)
        let token = try await api.token(.admin)
        #expect(
            try await Self.get("/v1/apps/birthdays/keys", from: node.plane, options: node.options) == .ok)
        #expect(try await Self.get("/v1/admin/whoami", from: node.plane, options: node.options, token: token) == .ok)
        // The first read brought both.
        #expect(node.reads.count.withLock { $0 } == 1)
    }

    @Test func `requests for what does not exist read the store once in a second`() async throws {
        let api = try await API()
        let uptime = Mutex(Duration.zero)
        let node = try await Self.node(over: api, uptime: { uptime.withLock { $0 } })
        let foreign = try await API(publishes: false).admin
        for second in 0..<3 {
            uptime.withLock { $0 = .seconds(second) }
            for _ in 0..<5 {
                #expect(
                    try await Self.get("/v1/apps/nobody/manifest", from: node.plane, options: node.options)
                        == .notFound)
                #expect(
                    try await Self.get("/v1/admin/whoami", from: node.plane, options: node.options, token: foreign)
                        == .unauthorized)
            }
            #expect(node.reads.count.withLock { $0 } == 2 * (second + 1))
        }
    }

    @Test func `garbage in place of a token and known apps cause no read`() async throws {
        let api = try await API()
        let node = try await Self.node(over: api)
        #expect(
            try await Self.get("/v1/apps/hashtags/manifest", from: node.plane, options: node.options) == .ok)
        #expect(
            try await Self.get("/v1/admin/whoami", from: node.plane, options: node.options, token: "adm_x")
                == .unauthorized)
        #expect(node.reads.count.withLock { $0 } == 0)
    }

    @Test func `callers at the same time cause one read`() async {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let gate = Gate()
        let count = Mutex(0)
        let misses = MissReader(
            read: {
                count.withLock { $0 += 1 }
                begin.yield()
                await gate.wait()
            }, uptime: { .zero }, sleep: sleepForever)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { await misses.readAgain(for: .app) } }
            _ = await begun.first { true }
            gate.open()
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `a follower passes orders on, and the leader carries them out`() async throws {
        let leadership = Leadership(isLeader: false)
        let sent = Mutex<[NodeMessage]>([])
        let (flushed, flush) = AsyncStream<Void>.makeStream()
        let outbox = NodeOutbox { messages in
            sent.withLock { $0 += messages }
            for _ in messages { flush.yield() }
        }
        let done = Mutex<[String]>([])
        let (synced, synchronise) = AsyncStream<Void>.makeStream()
        let own = CatalogSync(
            requestSync: { app in done.withLock { $0.append("request \(app)") } },
            hint: { _, app in done.withLock { $0.append("hint \(app)") } },
            sync: { app in
                done.withLock { $0.append("sync \(app)") }
                synchronise.yield()
                return SyncReport(outcomes: [.connect: .learnt])
            },
            status: { _ in [SourceStatus(source: .connect, interval: .seconds(300), problem: "old")] },
            keys: {
                [AppleKeyRecord(state: .init(keyID: "K", condition: .working, allowedPerHour: 9), callsLastHour: 1)]
            },
            secrets: { _ in [] })
        let stored = AppleKeyRecord(state: .init(keyID: "L", condition: .unproven, allowedPerHour: 9), callsLastHour: 0)
        let shared = own.led(by: leadership, through: outbox, storedKeys: { [stored] })
        let hint = Hint(.build("42"), state: "IN_BETA_TESTING")
        shared.requestSync("hashtags")
        shared.hint(hint, "hashtags")
        #expect(try await shared.sync("hashtags") == .forwarded)
        var iterator = flushed.makeAsyncIterator()
        for _ in 0..<3 { _ = await iterator.next() }
        let messages: Set<NodeMessage> = [
            .requestSync(app: "hashtags"), .hint(hint, app: "hashtags"), .sync(app: "hashtags"),
        ]
        #expect(Set(sent.withLock { $0 }) == messages)
        #expect(done.withLock { $0 } == [] && shared.keys() == [stored])
        #expect(shared.status("hashtags").map(\.problem) == [nil])

        leadership.change(to: true)
        for message in messages { shared.receive(NodeMessage(text: message.text), leadership: leadership) }
        var syncs = synced.makeAsyncIterator()
        _ = await syncs.next()
        #expect(Set(done.withLock { $0 }) == ["request hashtags", "hint hashtags", "sync hashtags"])
        #expect(shared.keys().map(\.state.keyID) == ["K"])
    }

    @Test(arguments: [
        (NodeMessage.changed("hashtags:7"), "hashtags:7"), (.sync(app: "a"), "sync a"),
        (.requestSync(app: "a"), "request a"),
        (.hint(Hint(.version("9"), state: "READY"), app: "a"), "hint a version 9 READY"),
        (.hint(Hint(.other), app: "a"), "hint a other - -"),
    ])
    func `a message reads back from its text`(message: NodeMessage, text: String) {
        #expect(message.text == text)
        #expect(NodeMessage(text: text) == message)
    }

    @Test(arguments: ["", "hint", "hint a", "hint a build", "hint a build 1 2 3", "sync", "sync a b", "what a 1"])
    func `a text of another form counts as a change`(text: String) {
        #expect(NodeMessage(text: text) == .changed(text))
    }

    @Test func `ids that are no words are left out of a hint`() {
        let message = NodeMessage.hint(Hint(.build("a b\n"), state: "x"), app: "a")
        #expect(message.text == "hint a other - -")
    }

    @Test func `work of the leader ends with the lead and begins again with it`() async {
        let leadership = Leadership(isLeader: false)
        let (events, event) = AsyncStream<String>.makeStream()
        let task = Task {
            await leadership.whileLeading {
                event.yield("leads")
                try? await sleepForever()
                event.yield("ends")
            } otherwise: {
                event.yield("follows")
                try? await sleepForever()
            }
        }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == "follows")
        for _ in 0..<2 {
            leadership.change(to: true)
            #expect(await iterator.next() == "leads")
            leadership.change(to: false)
            #expect(await iterator.next() == "ends")
            #expect(await iterator.next() == "follows")
        }
        task.cancel()
        await task.value
    }

    @Test func `the metrics name the leader and the use of the connections`() async throws {
        let api = try await API(publishes: false)
        let misses = MissReader(read: {})
        for (leads, value) in [(true, 1), (false, 0)] {
            let node = NodeState(
                isLeader: { leads }, connections: { PoolUse(busy: 3, idle: 2, waiting: 1) },
                misses: misses)
            let text = MetricsText(
                registry: MetricsRegistry(), served: api.plane.served, readings: { node.readings },
                now: { [clock = api.clock] in clock.now }
            ).text()
            #expect(text.contains("\nairworthy_leader \(value)\n"))
            #expect(text.contains("airworthy_database_connections{state=\"busy\"} 3"))
            #expect(text.contains("\nairworthy_database_waiting 1\n"))
        }
    }
}
