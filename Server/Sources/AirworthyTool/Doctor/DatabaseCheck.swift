import ControlPlane
import Foundation
import Persistence
import PersistencePostgres
import PersistenceSQLite

/// The check of the database: reachable, of this version, writable.
struct DatabaseCheck {
    let settings: ServeSettings
    let now: @Sendable () -> Date

    /// Runs the check. Returns the content of the database too, if it can be read.
    func run() async -> (results: [CheckResult], content: DatabaseInspection?) {
        guard let address = settings.database else { return sqlite(DataDirectory(settings.directory)) }
        return await postgres(address)
    }

    private func sqlite(_ directory: DataDirectory) -> ([CheckResult], DatabaseInspection?) {
        let name = directory.database.printable
        guard fileExists(directory.database) else {
            let advice = "the server creates it when it starts; if it is elsewhere, name its folder with --data"
            return ([.ok(.database, "SQLite: \(name) does not exist yet; \(advice)")], nil)
        }
        var results: [CheckResult] = []
        if let sentence = MovedFolder(directory).sentence {
            results.append(.failed(.database, sentence.printable, advice: "give the database with --database"))
        }
        if access(directory.database, R_OK | W_OK) != 0 {
            results.append(
                .failed(
                    .database, "\(name): this user cannot read and write the database",
                    advice: "run the server as the owner of the file, or give it to this user"))
        }
        do {
            let content = try DatabaseInspection.read(directory)
            return (results.isEmpty ? [state(of: content, in: "SQLite", address: name)] : results, content)
        } catch {
            return (results + [.failed(.database, "\(name): \(error)")], nil)
        }
    }

    private func postgres(_ address: PostgresAddress) async -> ([CheckResult], DatabaseInspection?) {
        let driver = PostgresDriver(address.settings)
        let result = await postgres(address, driver: driver)
        await driver.close()
        return result
    }

    private func postgres(
        _ address: PostgresAddress, driver: PostgresDriver
    ) async -> ([CheckResult], DatabaseInspection?) {
        do {
            // A first transaction connects, so that the time of the second one is that of a round trip.
            let facts = try await driver.read { try PostgresFacts($0) }
            let sent = now()
            let time = try await driver.read { try $0.databaseClock()?.now } ?? sent
            let received = now()
            let content = try await driver.read { try DatabaseInspection($0) }
            var results = facts.results(for: address)
            let difference = time.timeIntervalSince(sent.addingTimeInterval(received.timeIntervalSince(sent) / 2))
            results += PostgresFacts.clockResults(difference: difference)
            if content.schema != .made(Schema.newest) || !content.newer.isEmpty || results.isEmpty {
                results.insert(
                    state(of: content, in: "PostgreSQL \(facts.version)", address: address.description), at: 0)
            }
            return (results, content)
        } catch {
            let advice = "check the URL, the network and the log of PostgreSQL"
            return ([.failed(.database, "\(address): \(error)", advice: advice)], nil)
        }
    }

    private func state(of content: DatabaseInspection, in engine: String, address: String) -> CheckResult {
        let pending = Schema.newest - content.schema.count
        guard pending > 0 else {
            let title = Schema.migrations.last?.title ?? ""
            guard content.newer.isEmpty else {
                return .warning(
                    .database, "\(engine): \(address) is of a newer version (\(content.newer.joined(separator: ", ")))",
                    advice: "this version works with it; run the newer one when you can")
            }
            return .ok(.database, "\(engine): \(address), \(title), \(content.apps.count.counted("app"))")
        }
        let lacks = content.schema.count == 0 ? "has no tables yet" : "lacks \(pending.counted("migration"))"
        guard settings.database != nil else {
            return .warning(
                .database, "\(engine): \(address) \(lacks)",
                advice: "the server backs it up and upgrades it when it starts")
        }
        return .failed(
            .database, "\(engine): \(address) \(lacks), so the server does not start",
            advice: "run `airworthy migrate`")
    }
}

/// What PostgreSQL says about itself and this connection.
struct PostgresFacts: Sendable {
    /// The oldest version that is tested.
    private static let oldest = 15

    /// Such as `15.18`.
    let version: String
    private let major: Int
    private let isReadOnly: Bool
    private let isEncrypted: Bool
    /// The tables that this user may not read and write.
    private let forbidden: [String]

    init(_ sql: any SQLSession) throws {
        let row = try sql.row(
            """
            SELECT current_setting('server_version') AS version,
                CAST(current_setting('server_version_num') AS INTEGER) AS number,
                CAST(pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS TEXT) AS read_only,
                CAST(COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), FALSE) AS TEXT) AS encrypted
            """)
        guard let row else { throw StoreError.unavailable("PostgreSQL did not describe itself") }
        version = String(try row.text("version").prefix { $0 != " " })
        major = try row.integer("number") / 10_000
        isReadOnly = try row.text("read_only") == "true"
        isEncrypted = try row.text("encrypted") == "true"
        let rights = ["SELECT", "INSERT", "UPDATE", "DELETE"].map { "has_table_privilege(pg_class.oid, '\($0)')" }
        forbidden = try sql.rows(
            """
            SELECT CAST(relname AS TEXT) AS name FROM pg_class
            JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace
            WHERE nspname = current_schema() AND relkind = 'r' AND relname <> 'airworthy_migrations'
                AND NOT (\(rights.joined(separator: " AND "))) ORDER BY relname
            """
        ).map { try $0.text("name") }
    }

    /// Returns the findings; none if all is well.
    func results(for address: PostgresAddress) -> [CheckResult] {
        var results: [CheckResult] = []
        if major < Self.oldest {
            results.append(
                .warning(
                    .database, "PostgreSQL \(version) is older than any tested version",
                    advice: "use \(Self.oldest) or later"))
        }
        if isReadOnly {
            results.append(
                .failed(
                    .database, "\(address): the database is read-only, such as a standby",
                    advice: "name the primary, or all hosts with target_session_attrs=read-write"))
        }
        if !forbidden.isEmpty {
            results.append(
                .failed(
                    .database, "this PostgreSQL user may not read and write \(forbidden.joined(separator: ", "))",
                    advice: "grant SELECT, INSERT, UPDATE and DELETE on all tables"))
        }
        guard address.hosts.contains(where: { !Self.isLocal($0) }) else { return results }
        let advice = "add sslmode=verify-full and sslrootcert to the URL"
        if !isEncrypted {
            results.append(.warning(.database, "the connection to PostgreSQL is not encrypted", advice: advice))
        } else if address.encryption != "verify-full" {
            results.append(
                .warning(.database, "the certificate of PostgreSQL's host is not verified", advice: advice))
        }
        return results
    }

    /// Returns findings about the seconds that PostgreSQL's clock is ahead of this machine's; none up to 5.
    static func clockResults(difference seconds: Double) -> [CheckResult] {
        guard abs(seconds) > 5 else { return [] }
        let side = seconds > 0 ? "ahead of" : "behind"
        let text = "PostgreSQL's clock is \(Int(abs(seconds)).counted("second")) \(side) this machine's"
        let advice = "keep both clocks right with NTP"
        return [
            abs(seconds) > 600
                ? .failed(.database, text, advice: advice) : .warning(.database, text, advice: advice)
        ]
    }

    private static func isLocal(_ host: String) -> Bool {
        host.hasPrefix("/") || host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
