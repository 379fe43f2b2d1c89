import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Persistence
import PersistencePostgres
import PostgresTesting
import Testing
import ToolTesting

/// `serve --database` as real processes over a real PostgreSQL.
@Suite(
    .blocking, .timeLimit(.minutes(5)), .enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
struct PostgresServeTests {
    private static let policy = """
        {"schema": 1, "app": "a", "rules": [{"id": "n1", "when": {"version": "0.0.1"}, "update": "recommended"}]}
        """

    /// Creates a database with the tables of this version, or up to a migration.
    private static func database(in cluster: PostgresCluster, upTo last: Int = Schema.newest) async throws -> String {
        let url = try await cluster.emptyDatabase()
        let driver = PostgresDriver(url)
        if last > 0 { try await Schema.migrate(driver, upTo: last, at: Date()) }
        await driver.close()
        return url
    }

    private static func start(_ setup: ServeSetup, _ url: String, data: String? = nil) throws -> ServeProcess {
        try ServeProcess(
            [
                "--signing-key", setup.folder.url.appendingPathComponent("online.key").path, "--database", url,
            ], data: data ?? setup.data, environment: ["AIRWORTHY_LOOKUP_URL": "none"])
    }

    /// Asks a node until it serves the manifest of the app `a`, which another node has just published.
    private static func manifest(servedBy server: ServeProcess) throws -> String {
        while true {
            let answer = try server.send("GET", to: "/v1/apps/a/manifest")
            if answer.status == 200 { return answer.body }
        }
    }

    @Test func `what is published on one node is served by another one, and an admin token works on both`() async throws
    {
        try await PostgresCluster.withOwnServer { cluster in
            let url = try await Self.database(in: cluster)
            let setup = try ServeSetup()
            let otherData = setup.folder.url.appendingPathComponent("other").path
            let first = try Self.start(setup, url)
            let second = try Self.start(setup, url, data: otherData)
            // One of all nodes creates the first token; the other one needs no folder.
            #expect(!FileManager.default.fileExists(atPath: otherData))
            #expect(try FileManager.default.contentsOfDirectory(atPath: setup.data) == ["first-admin-token"])
            try setup.createApp("a", pins: [setup.key.publicKey], on: first)
            #expect(try setup.publish(Self.policy, on: second).status == 201)
            let published = try second.send("GET", to: "/v1/apps/a/manifest").body
            #expect(try Self.manifest(servedBy: first) == published)
            #expect(try setup.verified(published).manifest.policy.rules.map(\.id) == ["n1"])

            // Exactly one leads, and the other one takes over.
            let leads = { (server: ServeProcess) in
                try setup.send("GET", to: "/metrics", on: server).body.contains("\nairworthy_leader 1\n")
            }
            while try leads(first) == leads(second) { try await Task.sleep(for: .milliseconds(100)) }
            let (leader, follower) = try leads(first) ? (first, second) : (second, first)
            let forwarded = try setup.send("POST", to: "/v1/admin/apps/a/catalog/sync", on: follower, body: "{}")
            #expect(forwarded.status == 202 && forwarded.json?["forwarded"]?.boolValue == true)
            #expect(leader.stop().status == 0)
            while try !leads(follower) { try await Task.sleep(for: .milliseconds(100)) }
            #expect(try setup.send("POST", to: "/v1/admin/apps/a/catalog/sync", on: follower, body: "{}").status == 200)
            #expect(follower.stop().status == 0)
        }
    }

    @Test func `after a later release has migrated, servers of this one go on and start again, and say so`()
        async throws
    {
        try await PostgresCluster.withOwnServer { cluster in
            let url = try await Self.database(in: cluster)
            let setup = try ServeSetup()
            let first = try Self.start(setup, url)
            try setup.createApp("a", pins: [setup.key.publicKey], on: first)
            let driver = PostgresDriver(url)
            try await driver.write { sql in
                try sql.run("ALTER TABLE apps ADD COLUMN hats BIGINT NOT NULL DEFAULT 1")
                try sql.run(
                    "INSERT INTO airworthy_migrations (number, name, made_at, oldest_program) VALUES ($1, 'hats', 0, $2)",
                    binding: Schema.newest + 1, Schema.newest)
            }
            await driver.close()
            #expect(try setup.publish(Self.policy, on: first).status == 201)
            #expect(first.stop().status == 0)
            let again = try Self.start(setup, url)
            #expect(try again.send("GET", to: "/v1/apps/a/manifest").status == 200)
            try setup.createApp("b", pins: [setup.key.publicKey], on: again)
            let version = "\nairworthy_schema_version \(Schema.newest + 1)\n"
            #expect(try setup.send("GET", to: "/metrics", on: again).body.contains(version))
            #expect(again.stop().status == 0)
            #expect(again.errors.contains("database.newer") && again.errors.contains("hats"), "\(again.errors)")
        }
    }

    @Test func `while PostgreSQL is down, devices are served and publishing answers 503, and it recovers alone`()
        async throws
    {
        try await PostgresCluster.withOwnServer { cluster in
            let url = try await Self.database(in: cluster)
            let setup = try ServeSetup()
            let server = try Self.start(setup, url)
            try setup.createApp("a", pins: [setup.key.publicKey], on: server)
            let tag = try setup.publish(Self.policy, on: server).entityTag
            let manifest = try server.send("GET", to: "/v1/apps/a/manifest").body
            try await cluster.stop()
            let next = Self.policy.replacing("n1", with: "n2")
            let refused = try setup.publish(next, on: server, over: tag)
            #expect(refused.status == 503 && refused.problem == "urn:airworthy:problem:store-unavailable")
            #expect(refused.head.lowercased().contains("\r\nretry-after: "))
            #expect(try server.send("GET", to: "/v1/apps/a/manifest").body == manifest)
            #expect(try server.send("GET", to: "/health/ready").status == 200)
            try await cluster.start()
            var status = 0
            // 200 if a publish was stored whose answer was lost. Really sleeps, because the server pauses between its attempts
            // to connect.
            while ![200, 201].contains(status) {
                try await Task.sleep(for: .milliseconds(100))
                status = try setup.publish(next, on: server, over: tag).status
                try #require([200, 201, 503].contains(status))
            }
            #expect(server.stop().status == 0)
            #expect(!server.errors.contains("first-admin-token=") && !server.errors.contains("adm_"))
        }
    }

    @Test func `a database that cannot be used stops the start with one sentence`() async throws {
        try await PostgresCluster.withOwnServer { cluster in
            let setup = try ServeSetup()
            let empty = try await Self.database(in: cluster, upTo: 0)
            let old = try await Self.database(in: cluster, upTo: 4)
            let new = try await Self.database(in: cluster)
            let driver = PostgresDriver(new)
            try await driver.write {
                _ = try $0.run("INSERT INTO airworthy_migrations (number, name, made_at) VALUES (99, 'hats', 0)")
            }
            await driver.close()
            let guarded = cluster.url(database: "postgres", user: "guarded")
            let cases: [(url: String, password: String?, sentence: String)] = [
                (empty, nil, "run `airworthy migrate`"), (old, nil, "run `airworthy migrate`"),
                (new, nil, "made by a newer airworthy (migration \"0099 hats\")"),
                (guarded, "s3cret", "password authentication failed for user \"guarded\""),
                ("postgresql://app@127.0.0.1:1/postgres", nil, "no connection to PostgreSQL"),
                ("postgresql://app@/postgres?host=/nonexistent", nil, "no connection to PostgreSQL"),
            ]
            for example in cases {
                var environment = ["AIRWORTHY_DATABASE_URL": example.url]
                environment["PGPASSWORD"] = example.password
                let result = try setup.folder.run(["serve", "--port", "0"], environment: environment)
                #expect(result.status == 69, "\(example.url)")
                let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("airworthy: ") }
                #expect(lines.last?.contains(example.sentence) == true, "\(result.errors)")
                #expect(!result.errors.contains("s3cret"))
                #expect(result.output == "")
            }
        }
    }

    @Test func `a password on the command line is refused, and never shown`() throws {
        let setup = try ServeSetup()
        let result = try setup.folder.run(
            "serve", "--port", "0", "--database", "postgresql://app:s3cret@127.0.0.1:1/postgres")
        #expect(result.status == 65)
        #expect(result.errors.contains("AIRWORTHY_DATABASE_URL") && !result.errors.contains("s3cret"))
        let shown = try setup.folder.run(
            ["serve", "--print-config"],
            environment: ["AIRWORTHY_DATABASE_URL": "postgresql://app:s3cret@127.0.0.1:1/postgres"])
        #expect(shown.status == 0)
        #expect(shown.output.contains("database.url = (set, not shown)") && !shown.output.contains("s3cret"))
        #expect(shown.output.contains("database.connections = 8"))
    }
}
