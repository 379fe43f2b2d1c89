import ControlPlane
import Foundation
import Persistence
import PersistencePostgres
import PostgresTesting
import Testing

@Suite(
    .enabled(
        if: PostgresCluster.isInstalled,
        "PostgreSQL (initdb, and a user for it when run as root) is not installed: the contract ran without it"),
    .timeLimit(.minutes(5)))
struct PostgresTests {
    @Test func `the contract runs against PostgreSQL`() async throws {
        try await Backend.postgres.withTwoDrivers { driver, _ in
            let version = try await driver.read { try $0.row("SELECT version() AS version")?.text("version") }
            #expect(version?.hasPrefix("PostgreSQL ") == true)
        }
        #expect(Backend.available.contains(.postgres))
    }

    @Test func `texts sort by their bytes, whatever the language of the database`() async throws {
        try await Backend.postgres.withTwoDrivers { driver, _ in
            let collations = try await driver.read { sql in
                try sql.rows(
                    """
                    SELECT CAST(collation_name AS TEXT) AS name FROM information_schema.columns
                    WHERE table_schema = current_schema() AND data_type = 'text' ORDER BY table_name, column_name
                    """
                ).map { try $0.optionalText("name") }
            }
            #expect(collations.count > 20 && collations.allSatisfy { $0 == "C" })
        }
    }

    @Test func `a lost connection is restored, and its transaction is not repeated`() async throws {
        try await Backend.postgres.withTwoDrivers { driver, other in
            let number = try await driver.read { sql in
                try sql.row("SELECT CAST(pg_backend_pid() AS BIGINT) AS number")?.integer("number") ?? 0
            }
            let end: @Sendable (any SQLSession) throws -> Void = {
                _ = try $0.rows(
                    "SELECT CAST(pg_terminate_backend(CAST($1 AS INTEGER), 5000) AS TEXT) AS done", binding: number)
            }
            let error = await #expect(throws: StoreError.self) {
                try await driver.write { sql in
                    try sql.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "a", "1")
                    try Blocking.run { try await other.read(end) }
                    try sql.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "b", "1")
                }
            }
            guard case .unavailable = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await driver.read { try $0.rows("SELECT name FROM settings ORDER BY name").count } == 0)
        }
    }

    @Test func `a connection lost during the commit leaves the outcome unknown`() async throws {
        try await Backend.postgres.withTwoDrivers { driver, other in
            // A deferred trigger runs within the commit.
            for statement in [
                """
                CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
                """,
                """
                CREATE CONSTRAINT TRIGGER hang_up AFTER INSERT ON settings DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION hang_up()
                """,
            ] {
                try await other.write { _ = try $0.run(statement) }
            }
            await #expect(throws: StoreError.outcomeUnknown) {
                try await driver.write {
                    _ = try $0.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "a", "1")
                }
            }
            let left = try await driver.read { try $0.rows("SELECT name FROM settings ORDER BY name").count }
            #expect(left == 0)
        }
    }

    @Test func `a connection lost between transactions is restored without an error`() async throws {
        try await Backend.postgres.withTwoDrivers { driver, other in
            let number = try await driver.read { sql in
                try sql.row("SELECT CAST(pg_backend_pid() AS BIGINT) AS number")?.integer("number") ?? 0
            }
            try await other.read {
                _ = try $0.rows(
                    "SELECT CAST(pg_terminate_backend(CAST($1 AS INTEGER), 5000) AS TEXT) AS done", binding: number)
            }
            try await driver.write {
                _ = try $0.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: "a", "1")
            }
            let left = try await other.read { try $0.rows("SELECT name FROM settings ORDER BY name").count }
            #expect(left == 1)
        }
    }

    @Test func `an unreachable server is unavailable, and the error has no password`() async throws {
        let driver = PostgresDriver("host=/nonexistent user=app password=s3cret")
        let error = await #expect(throws: StoreError.self) { try await driver.read { _ in } }
        guard case .unavailable(let why) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(why.hasPrefix("no connection to PostgreSQL: ") && !why.contains("s3cret"))
    }

    @Test func `a deadlock ends with one transaction that may retry`() async throws {
        try await Backend.postgres.withTwoDrivers { first, second in
            try await first.write { sql in
                for name in ["a", "b"] {
                    try sql.run("INSERT INTO settings (name, value) VALUES ($1, $2)", binding: name, "0")
                }
            }
            let update: @Sendable (any SQLSession, String) throws -> Void = { sql, name in
                _ = try sql.run("UPDATE settings SET value = $2 WHERE name = $1", binding: name, "1")
            }
            // The second one holds `b` and waits for `a`; the first one then waits for `b`.
            let held = DispatchSemaphore(value: 0)
            let started = DispatchSemaphore(value: 0)
            let loser = Task {
                try await second.write { sql in
                    try sql.run("SET LOCAL deadlock_timeout = '100ms'")
                    try update(sql, "b")
                    started.signal()
                    held.wait()
                    try update(sql, "a")
                }
            }
            let winner = Task {
                try await first.write { sql in
                    try sql.run("SET LOCAL deadlock_timeout = '10s'")
                    try update(sql, "a")
                    started.wait()
                    held.signal()
                    try update(sql, "b")
                }
            }
            await #expect(throws: StoreError.locked) { try await loser.value }
            try await winner.value
        }
    }
}
