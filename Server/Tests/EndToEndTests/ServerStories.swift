import Foundation
import Testing
import ToolTesting

/// A server that is stopped, restarted or restored.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ServerStories {
    @Test func `devices keep their last policy while the server is down`() async throws {
        let server = try Backend()
        try server.publish(Author.badVersion)
        let phone = try server.device()
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate")
        server.stop()

        try await phone.launch()
        #expect(phone.firstScreen.shows == "gate")
        #expect(phone.screen.shows == "gate")
        #expect(phone.has("sync") == true)
        #expect(phone.events == ["blocked", "unreachable", "blocked"])
        try await phone.checkForUpdate()
        #expect(phone.check.outcome == "available 2.2.1")

        // A new installation has no policy, so nothing blocks.
        let other = try server.device()
        try await other.launch("2.2.0 (300)")
        #expect(other.decision.status == "ok")
        #expect(other.screen.shows == "nothing")
        #expect(other.has("sync") == nil)
        try await other.checkForUpdate()
        #expect(other.check.outcome == "undetermined")

        // The server returns with another policy.
        try server.start()
        try server.publish(Author.calm)
        (phone.hosts, other.hosts) = (server.hosts, server.hosts)
        try await phone.launch()
        #expect(phone.firstScreen.shows == "gate")
        #expect(phone.screen.shows == "nothing")
        try await other.launch()
        #expect(other.has("sync") == true)
        server.stop()
    }

    @Test func `an offline update unblocks at once and may bundle a newer manifest`() async throws {
        let server = try Backend()
        try server.publish(Author.badVersion)
        let phone = try server.device()
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate")
        let id = phone.installID
        server.stop()

        try await phone.launch("2.2.1 (310)")
        #expect(phone.firstScreen.shows == "nothing")
        #expect(phone.screen.shows == "nothing")
        #expect(phone.decision.rule == nil)
        #expect(phone.installID == id)
        #expect(phone.has("sync") == true)
        #expect(phone.events == ["updated", "unreachable"])
        try await phone.launch("2.2.0 (300)")
        #expect(phone.firstScreen.shows == "gate")

        // The manifest in the next version is newer than the stored one.
        let revision = try #require(phone.decision.revision) + 1_000_000
        let later = Author.policy("", features: #"{"sync": {"default": false}}"#)
        let bundled = try server.author.sign(later, revision: revision, at: Self.now)
        phone.setup += ["--source", "bundled=\(try phone.folder.write(bundled, to: "bundled.json"))"]
        try await phone.launch("2.3.0 (320)")
        #expect(phone.decision.revision == revision)
        #expect(phone.has("sync") == false)
        #expect(phone.events == ["updated", "unreachable"])
    }

    @Test func `devices accept a server restored by the command but not a copied database`() async throws {
        let server = try Backend()
        try server.publish(Author.badVersion)
        try server.run("backup", "before.backup", "--data", "data")
        try server.publish(Author.calm)
        let phone = try server.device()
        try await phone.launch("2.2.0 (300)")
        #expect(phone.decision.status == "ok")
        let revision = try #require(phone.decision.revision)
        server.stop()

        // A copied database repeats revisions, which the phone takes for an outdated cache.
        let data = server.author.kit.folder.url.appendingPathComponent("data")
        try FileManager.default.removeItem(at: data.appendingPathComponent("airworthy.sqlite"))
        for name in ["airworthy.sqlite-wal", "airworthy.sqlite-shm"] {
            try? FileManager.default.removeItem(at: data.appendingPathComponent(name))
        }
        try FileManager.default.copyItem(
            at: server.author.kit.folder.url.appendingPathComponent("before.backup"),
            to: data.appendingPathComponent("airworthy.sqlite"))
        try server.start()
        phone.hosts = server.hosts
        try await phone.launch()
        #expect(phone.decision.status == "ok")
        #expect(phone.decision.revision == revision)
        #expect(phone.events == ["refused stale-copy"])
        server.stop()

        // The restore command continues above all published revisions.
        try server.run("restore", "before.backup", "--data", "data")
        try server.start()
        phone.hosts = server.hosts
        try await phone.launch()
        #expect(phone.decision.rule == "bad")
        #expect(phone.screen.shows == "gate")
        #expect(try #require(phone.decision.revision) > revision)
        #expect(phone.events == ["blocked"])
        server.stop()
    }

    private static var now: String { ISO8601DateFormatter().string(from: Date()) }
}
