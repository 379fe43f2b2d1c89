import ControlPlane
import Persistence
import Synchronization
import Testing

/// The report of slow statements.
@Suite(.timeLimit(.minutes(5))) struct SlowStatementsTests {
    private struct Broken: Error {}

    /// A clock that each statement moves on.
    private final class Clock: Sendable {
        private let state = Mutex(Duration.seconds(100))

        var now: Duration { state.withLock { $0 } }

        func advance(by duration: Duration) { state.withLock { $0 += duration } }
    }

    /// A driver without a database: each statement takes a time, and returns or changes three rows, or fails.
    private struct FakeDriver: Driver, SQLSession {
        let clock: Clock
        let time: Duration
        var fails = false

        var dialect: Dialect { .sqlite }

        func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
            // The wait for a connection.
            clock.advance(by: .seconds(60))
            return try body(self)
        }

        func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
            try await read(body)
        }

        func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow] {
            Array(repeating: SQLRow(names: ["a"], values: [.integer(1)]), count: try execute(statement, values: values))
        }

        func execute(_ statement: String, values: [SQLValue]) throws -> Int {
            clock.advance(by: time)
            if fails { throw Broken() }
            return 3
        }

        func sums(of statement: String, values: [SQLValue]) throws -> [Int: Int] {
            _ = try execute(statement, values: values)
            return [1: 2, 3: 4]
        }

        func query(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> [SQLRow] {
            try query(statement, values: values)
        }

        func execute(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> Int {
            try execute(statement, values: values)
        }
    }

    private static let secret: [SQLValue] = [.text("secret")]

    /// The calls that run a statement, with the number of rows that each reports.
    private static let calls: [(rows: Int, run: @Sendable (any SQLSession) throws -> Void)] = [
        (3, { _ = try $0.query("SELECT $1\n    FROM t", values: secret) }),
        (3, { try $0.forEachRow(of: "SELECT $1\n    FROM t", values: secret) { _ in } }),
        (2, { _ = try $0.sums(of: "SELECT $1\n    FROM t", values: secret) }),
        (3, { _ = try $0.execute("SELECT $1\n    FROM t", values: secret) }),
        (3, { _ = try $0.query("SELECT $1\n    FROM t", values: secret, rows: [secret]) }),
        (3, { _ = try $0.execute("SELECT $1\n    FROM t", values: secret, rows: [secret]) }),
    ]

    @Test(
        arguments: [(999, false), (1_000, true), (5_000, true)] as [(milliseconds: Int, isSlow: Bool)], [false, true])
    func `every statement above the limit is reported, with its placeholders, also if it failed`(
        row: (milliseconds: Int, isSlow: Bool), fails: Bool
    ) async throws {
        for isWrite in [false, true] {
            for call in Self.calls {
                let clock = Clock()
                let reports = Mutex<[SlowStatement]>([])
                let fake = FakeDriver(clock: clock, time: .milliseconds(row.milliseconds), fails: fails)
                let driver = SlowStatements(of: fake, above: .seconds(1), uptime: { clock.now }) { report in
                    reports.withLock { $0.append(report) }
                }
                do {
                    if isWrite { try await driver.write(call.run) } else { try await driver.read(call.run) }
                    #expect(!fails)
                } catch is Broken {
                    #expect(fails)
                }
                let found = reports.withLock { $0 }
                #expect(found.count == (row.isSlow ? 1 : 0))
                guard let report = found.first else { continue }
                #expect(report.text == "SELECT $1 FROM t" && report.rows == (fails ? nil : call.rows))
                #expect(report.duration == .milliseconds(row.milliseconds))
            }
        }
    }

    @Test(arguments: Backend.engines)
    func `a store over a watched driver reports statements without their values`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let reports = Mutex<[SlowStatement]>([])
            let watched = SlowStatements(of: driver, above: .zero, uptime: { .zero }) { report in
                reports.withLock { $0.append(report) }
            }
            let store = SQLStore(watched)
            try await store.write { try $0.replaceSetting("a-key", value: "a-secret") }
            #expect(try await store.read { try $0.setting("a-key") } == "a-secret")
            let texts = reports.withLock { $0.map(\.text) }
            #expect(texts.contains { $0.contains("$1") } && !texts.contains { $0.contains("a-") })
        }
    }
}
