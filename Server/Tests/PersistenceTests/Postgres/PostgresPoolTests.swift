import ControlPlane
import Foundation
import Persistence
import PostgresTesting
import Synchronization
import Testing

@testable import PersistencePostgres

@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(5)))
struct PostgresPoolTests {
    /// Returns when `condition` is true. It becomes true without this test's help, and no signal tells when.
    private static func eventually(_ condition: () async -> Bool) async {
        while await !condition() { try? await Task.sleep(for: .milliseconds(2)) }
    }

    private static func withPool(
        connections: Int = 2, patience: Duration = .seconds(30), options: PostgresOptions = .server,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        _ body: (PostgresPool) async throws -> Void
    ) async throws {
        let pool = PostgresPool(
            try await PostgresCluster.emptyDatabase(), connections: connections, patience: patience, options: options,
            sleep: sleep)
        try await body(pool)
        await pool.close()
    }

    /// A transaction that lasts until it is released.
    private struct Hold {
        private let started = DispatchSemaphore(value: 0)
        private let released = DispatchSemaphore(value: 0)
        private let task: Task<Void, any Error>

        init(on pool: PostgresPool) {
            task = Task { [started, released] in
                try await pool.write { _ in
                    started.signal()
                    released.wait()
                }
            }
        }

        func waitUntilStarted() async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [started] in
                    started.wait()
                    continuation.resume()
                }
            }
        }

        func end() async throws {
            released.signal()
            try await task.value
        }
    }

    @Test func `a write on a server that only reads ends the connection, so that the next one may find the primary`()
        async throws
    {
        try await PostgresCluster.withOwnServer { cluster in
            let pool = PostgresPool(try await cluster.emptyDatabase(), connections: 1)
            try await pool.write { _ = try $0.run("CREATE TABLE hats (id BIGINT)") }
            try await cluster.becomeStandby()
            _ = try? await pool.read(Self.number)
            let connection = try await pool.read(Self.number)
            #expect(try await pool.read(Self.number) == connection, "reads go on on the same connection")
            let error = await #expect(throws: StoreError.self) {
                try await pool.write { _ = try $0.run("INSERT INTO hats VALUES (1)") }
            }
            #expect(error?.description.contains("this PostgreSQL server only reads") == true)
            #expect(try await pool.read(Self.number) != connection)
            try await cluster.promote()
            try await pool.write { _ = try $0.run("INSERT INTO hats VALUES (1)") }
            await pool.close()
        }
    }

    private static let number: @Sendable (any SQLSession) throws -> Int = {
        try $0.row("SELECT CAST(pg_backend_pid() AS BIGINT) AS number")?.integer("number") ?? 0
    }

    @Test func `connections are opened when needed and used again`() async throws {
        try await Self.withPool(connections: 4) { pool in
            #expect(pool.use == PoolUse())
            let first = try await pool.read(Self.number)
            let second = try await pool.write(Self.number)
            #expect(first == second && first != 0)
            #expect(pool.use == PoolUse(busy: 0, idle: 1, waiting: 0))
        }
    }

    @Test func `transactions wait for a connection in their order`() async throws {
        try await Self.withPool(connections: 1) { pool in
            let hold = Hold(on: pool)
            await hold.waitUntilStarted()
            let (order, ended) = AsyncStream.makeStream(of: Int.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...5 {
                    group.addTask { try await pool.read { _ in _ = ended.yield(number) } }
                    await Self.eventually { pool.use.waiting == number }
                }
                try await hold.end()
                try await group.waitForAll()
            }
            ended.finish()
            #expect(await order.reduce(into: []) { $0.append($1) } == [1, 2, 3, 4, 5])
            #expect(pool.use == PoolUse(busy: 0, idle: 1, waiting: 0))
        }
    }

    @Test func `a transaction that waits too long for a connection is told that the database is busy`() async throws {
        try await Self.withPool(connections: 1, patience: .seconds(7), sleep: { #expect($0 == .seconds(7)) }) { pool in
            let hold = Hold(on: pool)
            await hold.waitUntilStarted()
            await #expect(throws: StoreError.locked) { try await pool.read { _ in } }
            #expect(pool.use == PoolUse(busy: 1, idle: 0, waiting: 0))
            try await hold.end()
        }
    }

    @Test func `a cancelled transaction waits no longer, and does not run`() async throws {
        try await Self.withPool(connections: 1) { pool in
            let hold = Hold(on: pool)
            await hold.waitUntilStarted()
            let waiter = Task { try await pool.write { _ in Issue.record("it ran") } }
            await Self.eventually { pool.use.waiting == 1 }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
            #expect(pool.use.waiting == 0)
            try await hold.end()
            #expect(try await pool.read(Self.number) != 0)
        }
    }

    @Test func `a killed connection is replaced, and the other ones are used on`() async throws {
        try await Self.withPool(connections: 2) { pool in
            let hold = Hold(on: pool)
            await hold.waitUntilStarted()
            let killed = try await pool.read(Self.number)
            try await hold.end()
            let other = PostgresDriver(try await PostgresCluster.emptyDatabase())
            try await other.read {
                _ = try $0.rows(
                    "SELECT CAST(pg_terminate_backend(CAST($1 AS INTEGER), 5000) AS TEXT) AS done", binding: killed)
            }
            await other.close()
            for _ in 0..<4 {
                #expect(try await pool.read(Self.number) != killed)
            }
            #expect(pool.use.busy == 0)
        }
    }

    @Test func `a restart of PostgreSQL is survived, and while it is down few attempts are made`() async throws {
        try await PostgresCluster.withOwnServer { cluster in
            let uptime = Mutex(Duration.zero)
            let pool = PostgresPool(
                try await cluster.emptySchema(), connections: 2, uptime: { uptime.withLock { $0 } })
            #expect(try await pool.read(Self.number) != 0)
            try await cluster.stop()
            for _ in 0..<5 {
                await #expect(throws: StoreError.self) { try await pool.read { _ in } }
            }
            try await cluster.start()
            // No attempt is due before the clock moves, although PostgreSQL runs again.
            await #expect(throws: StoreError.self) { try await pool.read { _ in } }
            uptime.withLock { $0 += .seconds(5) }
            #expect(try await pool.read(Self.number) != 0)
            await pool.close()
        }
    }

    @Test func `a server that gives no answer is given up, and its connection is replaced`() async throws {
        var options = PostgresOptions.server
        options.statementTimeout = nil
        options.answerTimeout = .milliseconds(200)
        try await Self.withPool(connections: 1, options: options) { pool in
            let before = try await pool.read(Self.number)
            await #expect(throws: StoreError.unavailable("PostgreSQL did not answer in time")) {
                try await pool.read { _ = try $0.rows("SELECT CAST(pg_sleep(30) AS TEXT) AS slept") }
            }
            #expect(try await pool.read(Self.number) != before)
        }
    }

    @Test func `a slow statement is ended by PostgreSQL`() async throws {
        var options = PostgresOptions.server
        options.statementTimeout = .milliseconds(50)
        try await Self.withPool(connections: 1, options: options) { pool in
            let before = try await pool.read(Self.number)
            await #expect(throws: StoreError.locked) {
                try await pool.read { _ = try $0.rows("SELECT CAST(pg_sleep(30) AS TEXT) AS slept") }
            }
            #expect(try await pool.read(Self.number) == before)
        }
    }

    @Test func `a wait for a lock ends after the limit`() async throws {
        var options = PostgresOptions.server
        options.lockTimeout = .milliseconds(50)
        try await Self.withPool(connections: 2, options: options) { pool in
            try await pool.write { _ = try $0.run("CREATE TABLE t (i BIGINT)") }
            try await pool.write { sql in
                try sql.run("LOCK TABLE t")
                try Blocking.run {
                    await #expect(throws: StoreError.locked) {
                        try await pool.write { _ = try $0.run("INSERT INTO t VALUES ($1)", binding: 1) }
                    }
                }
            }
        }
    }

    @Test func `closing waits for running transactions and refuses later ones`() async throws {
        try await Self.withPool { pool in
            let hold = Hold(on: pool)
            await hold.waitUntilStarted()
            async let closed: Void = pool.close()
            await Self.eventually {
                do {
                    try await pool.read { _ in }
                    return false
                } catch { return error as? StoreError == .unavailable("the server is stopping") }
            }
            #expect(pool.use.busy == 1)
            try await hold.end()
            await closed
            #expect(pool.use == PoolUse())
        }
    }

    @Test func `statements have the time-outs of a server, and connections a name`() async throws {
        try await Self.withPool { pool in
            let values = try await pool.read { sql in
                try [
                    "lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout", "application_name",
                    "client_encoding",
                ].map { try sql.row("SELECT current_setting($1) AS value", binding: $0)?.text("value") }
            }
            #expect(values == ["5s", "10s", "30s", "airworthy", "UTF8"])
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct ReconnectGateTests {
    private struct Refused: Error {}

    @Test func `attempts to connect get rarer, and a success ends the pauses`() throws {
        let uptime = Mutex(Duration.zero)
        let gate = ReconnectGate(uptime: { uptime.withLock { $0 } }, random: { 0.999_999 })
        var attempts: [Int] = []
        for tick in 0..<200 {
            uptime.withLock { $0 = .milliseconds(100 * tick) }
            _ = try? gate.attempt {
                attempts.append(tick)
                throw StoreError.unavailable("refused")
            }
        }
        // Every tenth of a second somebody asks; the pauses are 0.25 s, 0.5 s, 1 s, … 5 s.
        #expect(attempts == [0, 3, 8, 18, 38, 78, 128, 178])
        uptime.withLock { $0 += .seconds(9) }
        #expect(try gate.attempt { 7 } == 7)
        var count = 0
        for _ in 0..<3 { try gate.attempt { count += 1 } }
        #expect(count == 3)
    }

    @Test func `while one attempt is under way, others fail with the last error`() {
        let gate = ReconnectGate(uptime: { .zero }, random: { 0 })
        #expect(throws: StoreError.unavailable("first")) { try gate.attempt { throw StoreError.unavailable("first") } }
        var meanwhile: StoreError?
        #expect(throws: StoreError.unavailable("second")) {
            try gate.attempt {
                do { _ = try gate.attempt { Issue.record("a second one") } } catch { meanwhile = error as? StoreError }
                throw StoreError.unavailable("second")
            }
        }
        #expect(meanwhile == .unavailable("first"))
    }
}
