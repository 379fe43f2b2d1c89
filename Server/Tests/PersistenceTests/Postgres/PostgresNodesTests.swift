import ControlPlane
import ControlPlaneTesting
import Foundation
import Persistence
import PersistencePostgres
import PostgresTesting
import Synchronization
import Testing

/// Nodes that share a PostgreSQL database, without any wait for the regular poll.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(5)))
struct PostgresNodesTests {
    /// A listener that runs, with its events.
    private struct Listening {
        enum Event: Equatable {
            case connected, lost
            case message(NodeMessage)
        }

        let events: AsyncStream<Event>
        private let task: Task<Void, Never>

        init(_ settings: String) {
            let (events, continuation) = AsyncStream.makeStream(of: Event.self)
            self.events = events
            task = Task {
                await PostgresListener(settings).run {
                    continuation.yield(.connected)
                } onLoss: { _ in
                    continuation.yield(.lost)
                } onMessage: {
                    continuation.yield(.message($0))
                }
            }
        }

        func stop() async {
            task.cancel()
            await task.value
        }
    }

    /// Ends every connection to the server whose last statement contains a text.
    private static func kill(_ text: String, on driver: any Driver) async throws {
        try await driver.read {
            _ = try $0.rows(
                """
                SELECT CAST(pg_terminate_backend(pid, 5000) AS TEXT) AS done FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND query LIKE $1
                """, binding: "%\(text)%")
        }
    }

    @Test func `a publish on one node is announced, and another node serves it after one poll`() async throws {
        try await TwoNodes.run(on: .postgres) { nodes in
            guard let settings = nodes.settings else { return }
            let listening = Listening(settings)
            var events = listening.events.makeAsyncIterator()
            #expect(await events.next() == .connected)
            let revision = try await nodes.publish(on: nodes.first, floor: "2.0").manifest.revision
            while let event = await events.next() {
                // Other tests use the same channel.
                if event == .message(.changed("hashtags:\(revision)")) { break }
            }
            #expect(try nodes.second.served.head("hashtags").revision == revision - 1)
            try await nodes.second.housekeeping.poll()
            #expect(try nodes.second.served.head("hashtags").revision == revision)
            await listening.stop()
        }
    }

    @Test func `a listener whose connection is killed connects again`() async throws {
        try await PostgresCluster.withOwnServer { cluster in
            let settings = try await cluster.emptySchema()
            let driver = PostgresDriver(settings)
            let listening = Listening(settings)
            var events = listening.events.makeAsyncIterator()
            #expect(await events.next() == .connected)
            try await Self.kill("LISTEN", on: driver)
            #expect(await events.next() == .lost)
            while let event = await events.next(), event != .connected {}
            try await driver.write { try $0.announce(.sync(app: "hashtags")) }
            #expect(await events.next() == .message(.sync(app: "hashtags")))
            await listening.stop()
            await driver.close()
        }
    }

    @Test func `one of two nodes leads, and the other one takes over when its connection is killed`() async throws {
        try await PostgresCluster.withOwnServer { cluster in
            let settings = try await cluster.emptySchema()
            let driver = PostgresDriver(settings)
            let (changes, change) = AsyncStream.makeStream(of: (node: Int, leads: Bool).self)
            let held = HeldNode()
            let tasks = [1, 2].map { node in
                Task {
                    let candidate = PostgresLeader(settings) { _ in
                        // Really sleeps: PostgreSQL is asked again and again, and other tests run beside it.
                        repeat { try await Task.sleep(for: .milliseconds(20)) } while held.node == node
                    }
                    await candidate.run { change.yield((node, $0)) }
                }
            }
            var iterator = changes.makeAsyncIterator()
            let first = try #require(await iterator.next())
            #expect(first.leads)
            let other = 3 - first.node
            // The former leader waits, so that the other one gets the lock.
            held.node = first.node
            try await driver.read {
                _ = try $0.rows(
                    """
                    SELECT CAST(pg_terminate_backend(pid, 5000) AS TEXT) AS done FROM pg_locks WHERE locktype = 'advisory'
                    """)
            }
            var seen: [Int: Bool] = [:]
            while seen.count < 2, let next = await iterator.next() { seen[next.node] = next.leads }
            #expect(seen == [first.node: false, other: true])
            // A node that stops gives up the lead.
            held.node = nil
            tasks[other - 1].cancel()
            while let next = await iterator.next(), next.node != first.node || !next.leads {}
            tasks[first.node - 1].cancel()
            for task in tasks { await task.value }
            await driver.close()
        }
    }

    @Test func `a poll reads one row while nothing has changed, and then only the apps that have`() async throws {
        let settings = try await PostgresCluster.emptyDatabase()
        let driver = CountingDriver(PostgresPool(settings, connections: 1))
        try await Schema.migrate(driver, at: .sample)
        let plane = ControlPlane(
            store: SQLStore(driver), signer: Signer(keys: [try TestKeys.online], keyring: nil, appleClockOffset: { 0 }),
            now: { FixedClock.start })
        for slug in ["hashtags", "birthdays"] {
            _ = try await plane.apps.create(
                App(slug: slug, bundleID: "com.example.\(slug)", pins: try TestKeys.pins), by: .server)
        }
        try await plane.housekeeping.load()
        try await plane.housekeeping.poll()
        driver.statements.withLock { $0 = [] }
        try await plane.housekeeping.poll()
        #expect(
            driver.statements.withLock { $0 } == ["SELECT apps, catalogs, tokens, listed FROM changes WHERE id = 1"])

        try await SQLStore(driver).write { try $0.requestReissue("birthdays") }
        driver.statements.withLock { $0 = [] }
        try await plane.housekeeping.poll()
        let statements = driver.statements.withLock { $0 }
        #expect(statements.contains("SELECT app FROM heads WHERE changed > $1 ORDER BY app"))
        #expect(statements.allSatisfy { $0.contains("WHERE") && !$0.contains("JOIN apps") })
        await driver.pool.close()
    }
}

/// The node that may not try to lead.
private final class HeldNode: Sendable {
    private let number = Mutex<Int?>(nil)

    var node: Int? {
        get { number.withLock { $0 } }
        set { number.withLock { $0 = newValue } }
    }
}

/// A driver that records the statements.
private final class CountingDriver: Driver {
    let pool: PostgresPool
    let statements = Mutex<[String]>([])

    init(_ pool: PostgresPool) { self.pool = pool }

    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await pool.read { [self] in try body(Session(session: $0, owner: self)) }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await pool.write { [self] in try body(Session(session: $0, owner: self)) }
    }

    private struct Session: SQLSession {
        let session: any SQLSession
        let owner: CountingDriver
        var dialect: Dialect { session.dialect }

        func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow] {
            owner.statements.withLock { $0.append(statement) }
            return try session.query(statement, values: values)
        }

        func execute(_ statement: String, values: [SQLValue]) throws -> Int {
            owner.statements.withLock { $0.append(statement) }
            return try session.execute(statement, values: values)
        }
    }
}
