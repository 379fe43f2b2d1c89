import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation
import Persistence
import PersistencePostgres
import PersistenceSQLite
import PostgresTesting
import Testing
import ToolTesting

/// What real servers keep of check-ins, in their database, log and metrics.
@Suite(.blocking, .timeLimit(.minutes(5)))
struct CheckInPrivacyTests {
    enum Engine: String, CaseIterable {
        case sqlite, postgres
        static var available: [Engine] { PostgresCluster.isInstalled ? allCases : [.sqlite] }
    }

    /// Texts of requests that must not be found anywhere afterwards.
    private static let secrets = [
        "203.0.113.77", "198.51.100.9", "secret-agent", "secret-id", "secret-member", "secret-rule", "secret-key",
        "secret-query", "secret-language", "17.4.1",
    ]
    private static let facts = #""platform":"ios","version":"2.2.1","build":"310","channel":"appstore","os":"17.4.1""#
    private static let cells = ["JP", ""].map { storefront in
        AdoptionCell(
            platform: "ios", version: "2.2.1", build: "310", channel: "appstore", os: "17.4", storefront: storefront)
    }
    private static let day = 86_400_000

    private static func report(_ more: String = "") -> String {
        #"""
        \#(more)"now":{\#(facts),"storefront":"JP","installID":"secret-id","language":"secret-language"},
        "last":{"day":"2020-01-01",\#(facts),"note":"secret-member"},"member":"secret-member",
        "decision":{"status":"ok","rule":"secret-rule"},"funnel":[{"rule":"secret-rule","shown":1,"text":"secret-member"}]
        """#
    }

    @Test(arguments: Engine.available)
    func `no table, log line and metric has more of a check-in than its listed facts and the day`(engine: Engine)
        async throws
    {
        let setup = try ServeSetup()
        var arguments = ["--signing-key", setup.folder.url.appendingPathComponent("online.key").path]
        var driver: any Driver
        switch engine {
        case .sqlite: driver = try SQLiteDriver(path: setup.folder.url.appendingPathComponent("unused.db").path)
        case .postgres:
            let url = try PostgresCluster.emptyDatabaseURL()
            driver = PostgresDriver(url)
            try await Schema.migrate(driver, at: Date())
            arguments += ["--database", url]
        }
        let server = try ServeProcess(
            arguments, data: setup.data,
            environment: [
                "AIRWORTHY_LOG_LEVEL": "trace", "AIRWORTHY_HTTP_TRUSTED_PROXIES": "127.0.0.1",
                "AIRWORTHY_LOOKUP_URL": "none", "AIRWORTHY_APPLE_URL": "none",
            ])
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        let token = try #require(
            try setup.send("POST", to: "/v1/admin/tokens", on: server, body: #"{"kind":"srv","name":"relay"}"#)
                .json?["token"]?.stringValue)
        let metrics = try Self.sendCheckIns(to: server, token: token, setup: setup)
        #expect(server.stop().status == 0)

        let log = server.errors
        #expect(log.contains("/v1/apps/{app}/check-ins:batch"), "the log is not at its most verbose level")
        if engine == .sqlite { driver = try SQLiteDriver(path: setup.data + "/airworthy.sqlite") }
        let tables = try await Self.tables(of: driver, engine: engine)
        let everything = [log, metrics] + tables.values.joined().map { $0.joined(separator: "|") }
        for secret in Self.secrets + [token] {
            for text in everything where text.contains(secret) {
                let lines = text.split(separator: "\n").filter { $0.contains(secret) }
                Issue.record("\(secret) is found in: \(lines.prefix(3))")
            }
        }
        for line in log.split(separator: "\n") where line.contains("check-ins") {
            #expect(!line.contains("127.0.0.1"), "\(line)")
        }
        try Self.checkCounts(tables)
    }

    /// Sends single check-ins and batches with and without a key. Returns the metrics.
    private static func sendCheckIns(to server: ServeProcess, token: String, setup: ServeSetup) throws -> String {
        let path = "/v1/apps/a/check-ins"
        let common = ["X-Forwarded-For: 203.0.113.77", "User-Agent: secret-agent"]
        let single = try server.send(
            "POST", to: path + "?q=secret-query", headers: common,
            body: "{" + report(#""schema":1,"#) + "}")
        #expect(single.status == 202, "\(single.body)")
        let faulty = try server.send("POST", to: path, headers: common, body: #"{"schema":1,"now":{"os":"secret-id"}}"#)
        #expect(faulty.status == 400)
        let day = try #require(single.json?["day"]?.stringValue)
        let batch = #"{"schema":1,"checkIns":[{"day":"\#(day)",\#(report())}]}"#
        for key in [[], ["Idempotency-Key: secret-key"]] {
            let headers = ["X-Forwarded-For: 198.51.100.9", "Authorization: Bearer \(token)"] + key
            #expect(try server.send("POST", to: path + ":batch", headers: headers, body: batch).status == 202)
        }
        return try setup.send("GET", to: "/metrics", on: server).body
    }

    /// Checks that the tables of counts have no value but listed facts, small numbers and days.
    private static func checkCounts(_ tables: [String: [[String]]]) throws {
        let texts = Set(cells.flatMap(\.facts) + ["a", "*", "ok"])
        let numbers = Set(cells.map(\.number))
        let counts = tables.filter { $0.key.hasPrefix("adoption_") }
        #expect(counts["adoption_days"]?.map { $0[3] } == ["3"])
        for (table, rows) in counts {
            for row in rows {
                // A node's random name, or a digest, is no fact of an installation.
                for value in table == "adoption_batches" ? Array(row.dropFirst()) : row where !texts.contains(value) {
                    let number = try #require(Int(value), "\(table): \(value)")
                    // Hours since 1970 have six digits, the milliseconds of a moment thirteen.
                    #expect(number < 1_000_000 || numbers.contains(number) || number % day == 0, "\(table): \(row)")
                }
            }
        }
    }

    /// All rows of all tables as texts.
    private static func tables(of driver: any Driver, engine: Engine) async throws -> [String: [[String]]] {
        return try await driver.read { sql in
            var tables: [String: [[String]]] = [:]
            for table in try sql.tables() {
                let columns = try sql.rows(
                    engine == .sqlite
                        ? "SELECT name FROM pragma_table_info($1) ORDER BY cid"
                        : """
                        SELECT CAST(column_name AS TEXT) AS name FROM information_schema.columns
                        WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position
                        """, binding: table
                ).map { try $0.text("name") }
                let texts = columns.map { "COALESCE(CAST(\($0) AS TEXT), '') AS \($0)" }.joined(separator: ", ")
                tables[table] = try sql.rows("SELECT \(texts) FROM \(table)").map { row in
                    try columns.map { try row.text($0) }
                }
            }
            return tables
        }
    }
}
