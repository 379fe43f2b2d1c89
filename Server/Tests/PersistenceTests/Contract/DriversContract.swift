import ControlPlane
import Persistence
import Testing

/// The behaviour of every engine that the stores rely on.
@Suite(.timeLimit(.minutes(5))) struct DriversContract {
    @Test(arguments: Backend.engines)
    func `values read back unchanged, bound in any order`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let rows = try await driver.write { sql in
                try sql.run(sql.dialect.spelled("CREATE TABLE t (i {integer}, s {text}, b {blob}){strict}"))
                let values: [(Int?, String?, [UInt8]?)] = [
                    (.min, "", []), (.max, "$1 'x' \"y\" ?", Array(0...255)), (-1, "日本 👩🏽‍🚀", [0]), (nil, nil, nil),
                ]
                for (number, text, bytes) in values {
                    #expect(
                        try sql.run("INSERT INTO t (s, b, i) VALUES ($2, $3, $1)", binding: number, text, bytes) == 1)
                }
                return try sql.rows("SELECT b, i AS number, s FROM t ORDER BY i")
            }
            let expected: [[SQLValue]] = [
                [.blob([]), .integer(.min), .text("")], [.blob([0]), .integer(-1), .text("日本 👩🏽‍🚀")],
                [.blob(Array(0...255)), .integer(.max), .text("$1 'x' \"y\" ?")],
            ]
            let found = try rows.filter { try $0.value("s") != .null }.map { row in
                try ["b", "number", "s"].map { name in try row.value(name) }
            }
            #expect(found == expected)
            #expect(rows.count == 4)
        }
    }

    @Test(arguments: Backend.engines)
    func `numbers are added up by the number beside them, and anything else is an error`(
        _ backend: Backend
    ) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let sums = try await driver.write { sql in
                try sql.run(sql.dialect.spelled("CREATE TABLE t (k {integer}, n {integer}){strict}"))
                for (key, number) in [(1, 2), (-1, 5), (1, -3), (.max, 7), (-1, 1 << 61), (2, 9)] {
                    try sql.run("INSERT INTO t (k, n) VALUES ($1, $2)", binding: key, number)
                }
                return try sql.sums(of: "SELECT k, n FROM t WHERE k <> $1", values: [.integer(2)])
            }
            #expect(sums == [1: -1, -1: 5 + (1 << 61), .max: 7])
            await #expect(throws: StoreError.self) {
                try await driver.read { try $0.sums(of: "SELECT k, NULL FROM t", values: []) }
            }
        }
    }

    @Test(arguments: Backend.engines)
    func `many rows are inserted and found, with every type and NULL`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            // More than one statement takes.
            let rows: [[SQLValue]] = (0..<25_001).map { number in
                number % 3 == 0
                    ? [.integer(.max - number), .null, .null]
                    : [.integer(number), .text("日本 \(number) {x} \"'\\,"), .blob([0, UInt8(number % 256)])]
            }
            let (numbers, found) = try await driver.write { sql in
                try sql.run(
                    sql.dialect.spelled(
                        "CREATE TABLE t (a {integer}, i {integer} PRIMARY KEY, s {text}, b {blob}){strict}")
                )
                let insert = "INSERT INTO t (a, i, s, b) SELECT $1, * FROM ({rows}) AS given"
                #expect(try sql.execute(insert, values: [.integer(7)], rows: rows) == rows.count)
                #expect(try sql.execute(insert, values: [.integer(7)], rows: []) == 0)
                let numbers = try sql.query(
                    "SELECT i FROM t WHERE a = $1 AND i IN ({rows})", values: [.integer(7)],
                    rows: [[.integer(-1)]] + rows.map { [$0[0]] })
                let found = try sql.rows("SELECT i, s, b FROM t ORDER BY i").map { row in
                    try ["i", "s", "b"].map { try row.value($0) }
                }
                return (numbers.count, found)
            }
            #expect(numbers == rows.count)
            #expect(Set(found) == Set(rows))
        }
    }

    @Test(arguments: Backend.engines)
    func `one value may be used several times`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let row = try await driver.read { sql in
                try sql.row(
                    "SELECT 1 AS found FROM airworthy_migrations WHERE number = $2 AND $1 = $1 AND $2 < 9",
                    binding: "x", 1)
            }
            #expect(try row?.integer("found") == 1)
        }
    }

    private struct Refused: Error {}

    @Test(arguments: Backend.engines)
    func `rows are taken one by one, until one is refused`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let query = """
                WITH RECURSIVE numbers (n) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < 999)
                SELECT n FROM numbers ORDER BY n
                """
            let all = try await driver.read { sql in
                var all: [Int] = []
                for first in [1, 500] {
                    try sql.forEachRow(of: query, values: [.integer(first)]) { all.append(try $0.integer("n")) }
                }
                return all
            }
            #expect(all == Array(1...999) + Array(500...999))
            await #expect(throws: Refused.self) {
                try await driver.read { sql in
                    try sql.forEachRow(of: query, values: [.integer(1)]) { row in
                        if try row.integer("n") == 7 { throw Refused() }
                    }
                }
            }
            #expect(try await driver.read { try $0.rows(query, binding: 998).count } == 2)
        }
    }

    @Test(arguments: Backend.engines)
    func `two statements in one call are rejected`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            await #expect(throws: StoreError.self) {
                try await driver.write { try $0.run("DELETE FROM settings; DELETE FROM tokens") }
            }
        }
    }

    @Test(arguments: Backend.engines)
    func `a body that catches a statement's error commits nothing`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let error = await #expect(throws: StoreError.self) {
                try await driver.write { sql in
                    try sql.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "before", "1")
                    #expect(throws: StoreError.self) { try sql.run("INSERT INTO nowhere (a) VALUES ($1)", binding: 1) }
                    #expect(throws: StoreError.self) {
                        try sql.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "after", "1")
                    }
                }
            }
            #expect(error?.description.contains("nowhere") == true)
            let left = try await driver.read { try $0.rows("SELECT name FROM settings ORDER BY name").count }
            #expect(left == 0)
        }
    }

    @Test(arguments: Backend.engines)
    func `a write in a read transaction fails`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            await #expect(throws: StoreError.self) {
                _ = try await driver.read {
                    try $0.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "a", "1")
                }
            }
            let left = try await driver.read { try $0.rows("SELECT name FROM settings ORDER BY name").count }
            #expect(left == 0)
        }
    }

    @Test(arguments: Backend.engines)
    func `a session fails after its transaction`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let kept = Kept()
            try await driver.write { kept.sql = $0 }
            #expect(throws: StoreError.unavailable("the transaction is over")) {
                try kept.sql?.run("DELETE FROM settings")
            }
        }
    }

    @Test(arguments: Backend.engines)
    func `a constraint error names the constraint and no value`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            for attempt in 1...2 {
                let insert: @Sendable () async throws -> Void = {
                    try await driver.write {
                        _ = try $0.run(
                            "INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "s3cret", "s3cret")
                    }
                }
                if attempt == 1 {
                    try await insert()
                } else {
                    let error = await #expect(throws: StoreError.self) { try await insert() }
                    #expect(error?.description.contains("s3cret") == false)
                    #expect(error?.description.contains("settings") == true)
                }
            }
        }
    }

    @Test(arguments: Backend.engines)
    func `a read sees one consistent state despite concurrent commits`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, other in
            let counts = try await driver.read { sql in
                let count = { try sql.row("SELECT COUNT(*) AS count FROM settings")?.integer("count") }
                let before = try count()
                // The body is synchronous, so another thread has to write.
                try Blocking.run {
                    try await other.write {
                        _ = try $0.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "a", "1")
                    }
                }
                return [before, try count()]
            }
            #expect(counts == [0, 0])
            let left = try await driver.read { try $0.rows("SELECT name FROM settings ORDER BY name").count }
            #expect(left == 1)
        }
    }

    @Test(arguments: Backend.engines)
    func `a lock time-out is reported and may be retried`(_ backend: Backend) async throws {
        try await backend.withImpatientDriver { patient, impatient in
            let body: @Sendable (any SQLSession) throws -> Void = {
                _ = try $0.run("UPDATE settings SET value = $2 WHERE name = $1", binding: "a", "2")
            }
            try await patient.write {
                _ = try $0.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "a", "1")
            }
            try await patient.write { sql in
                try body(sql)
                try Blocking.run {
                    await #expect(throws: StoreError.locked) { try await impatient.write(body) }
                }
            }
            try await impatient.write(body)
        }
    }
}

/// Keeps a session beyond its body, for a test.
private final class Kept: Sendable {
    nonisolated(unsafe) var sql: (any SQLSession)?
}
