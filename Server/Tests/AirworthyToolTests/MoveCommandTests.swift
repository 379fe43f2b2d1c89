import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Persistence
import PersistencePostgres
import PostgresTesting
import Testing
import ToolTesting

@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(5)))
struct MoveCommandTests {
    private static func policy(_ number: Int) -> String {
        #"{"schema": 1, "app": "a", "rules": [{"id": "n\#(number)", "when": {"version": "0.0.1"}, "update": "recommended"}]}"#
    }

    /// Returns a stopped installation with two published revisions, and its manifest.
    private func installation() throws -> (setup: ServeSetup, manifest: String) {
        let setup = try ServeSetup()
        let server = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        let first = try setup.publish(Self.policy(0), on: server)
        #expect(try setup.publish(Self.policy(1), on: server, over: first.entityTag).status == 201)
        let manifest = try server.send("GET", to: "/v1/apps/a/manifest").body
        let busy = try setup.folder.run("move", "--from", "data", "--to", "postgresql:///d?host=/nowhere")
        #expect(busy.status == 66 && busy.errors.contains("another airworthy"), "\(busy.errors)")
        #expect(server.stop().status == 0)
        return (setup, manifest)
    }

    @Test func `a moved installation serves the same bytes and accepts the same tokens`() async throws {
        let url = try await PostgresCluster.emptyURL()
        let (setup, manifest) = try installation()
        let files = try FileManager.default.contentsOfDirectory(atPath: setup.data).sorted()
        let moved = try setup.folder.run("move", "--from", "data", "--to", url)
        #expect(moved.status == 0, "\(moved.errors)")
        #expect(moved.output.contains("\nmoved ") && moved.output.contains("every row was read back and is equal"))
        // A note says where the installation is now, so that nobody goes on with the folder.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: setup.data).sorted() == (files + ["moved-to"]).sorted())
        let backup = try setup.folder.run("backup", "backup.sqlite", "--data", "data")
        #expect(
            backup.status == 0 && backup.errors.contains("warning: this is the state before the move"),
            "\(backup.errors)")
        let stale = try setup.folder.run("serve", "--data", "data", "--signing-key", "online.key", "--port", "0")
        #expect(stale.status == 73 && stale.errors.contains("was moved to "), "\(stale.errors)")
        let checked = try setup.folder.run("doctor", "--data", "data", "--signing-key", "online.key", "--offline")
        #expect(checked.status == 1 && checked.output.contains("was moved to "), "\(checked.output)")
        let again = try setup.folder.run("move", "--from", "data", "--to", url, "--json")
        #expect(again.status == 0 && again.output.contains(#""moved":false"#), "\(again.output)\(again.errors)")

        let server = try setup.start(environment: ["AIRWORTHY_DATABASE_URL": url])
        #expect(try server.send("GET", to: "/v1/apps/a/manifest").body == manifest)
        let known = try setup.send("GET", to: "/v1/admin/whoami", on: server)
        #expect(known.status == 200)
        let tag = try setup.send("GET", to: "/v1/admin/apps/a/policy", on: server).entityTag
        #expect(try setup.publish(Self.policy(2), on: server, over: tag).status == 201)
        #expect(server.stop().status == 0)

        let late = try setup.folder.run("move", "--from", "data", "--to", url)
        #expect(late.status == 65 && late.errors.contains("later changes"), "\(late.errors)")
    }

    @Test func `a move that was killed leaves nothing behind and can be run again`() async throws {
        let url = try await PostgresCluster.emptyURL()
        let (setup, _) = try installation()
        let settings = try PostgresAddress(url: url).settings
        let (driver, gate) = (PostgresDriver(settings), PostgresDriver(settings))
        _ = try Tool.run(["migrate", "--database", url])
        // The move waits in the middle for a lock that this test holds. Its own limit for locks, five seconds, would end it when this
        // test is late.
        for statement in [
            """
            CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS
            $$ BEGIN PERFORM pg_advisory_xact_lock(4242); RETURN NEW; END $$
            """,
            "CREATE TRIGGER wait_here BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION wait_here()",
        ] {
            try await driver.write { _ = try $0.run(statement) }
        }
        try await gate.write { _ = try $0.run("SELECT pg_advisory_lock(4242)") }
        let process = try ChildProcess(
            Tool.executable(), arguments: ["move", "--from", "data", "--to", url], in: setup.folder.url)
        let waiting = """
            SELECT CAST(pid AS BIGINT) AS pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 4242 AND NOT granted
            """
        var isWaiting = false
        for _ in 0..<600 where !isWaiting {
            isWaiting = try await driver.read { try !$0.rows(waiting).isEmpty }
            // Really sleeps: another process has to reach the lock.
            if !isWaiting { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(isWaiting, "the move never reached the table")
        process.send(SIGKILL)
        #expect(process.wait() == .signal(SIGKILL))
        await gate.close()

        // The note cannot be written where a folder lies; the move is finished all the same.
        try FileManager.default.createDirectory(atPath: setup.data + "/moved-to", withIntermediateDirectories: false)
        let again = try setup.folder.run("move", "--from", "data", "--to", url)
        #expect(again.status == 0 && again.output.contains("\nmoved "), "\(again.errors)")
        #expect(again.errors.contains("warning: the move is done, but "), "\(again.errors)")
        let verified = try setup.folder.run("move", "--from", "data", "--to", url)
        #expect(verified.output.contains("nothing is left to move"), "\(verified.errors)")
        await driver.close()
    }

    @Test(
        arguments: [
            (["--from", "data"], 64), (["--from", "nowhere", "--to", "postgresql:///d?host=/nowhere"], 66),
            (["--from", "postgres://h/d", "--to", "data"], 64), (["--from", "data", "--to", "elsewhere"], 65),
            (["--from", "data", "--to", "postgres://u:s3cret@h/d"], 65), ([], 64),
        ] as [([String], Int32)])
    func `wrong arguments move nothing`(options: [String], status: Int32) throws {
        let folder = try ScratchFolder()
        let result = try folder.run(["move"] + options)
        #expect(result.status == status, "\(result.errors)")
        #expect(!result.errors.contains("s3cret"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
