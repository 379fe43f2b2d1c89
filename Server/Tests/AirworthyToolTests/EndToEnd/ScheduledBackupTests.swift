import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Persistence
import Testing
import ToolTesting

/// Scheduled backups of a real server, and the rehearsal of a restore.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ScheduledBackupTests {
    private static func policy(_ number: Int) -> String {
        #"{"schema": 1, "app": "a", "rules": [{"id": "n\#(number)", "when": {"version": "0.0.\#(number)"}, "#
            + #""update": "recommended", "url": "https://example.com/get"}]}"#
    }

    private func metrics(_ setup: ServeSetup, _ server: ServeProcess) throws -> [String: Double] {
        let text = try setup.send("GET", to: "/metrics", on: server).body
        let pairs = text.split(separator: "\n").compactMap { line -> (String, Double)? in
            let parts = line.split(separator: " ")
            guard parts.count == 2, let value = Double(parts[1]) else { return nil }
            return (String(parts[0]), value)
        }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    @Test func `a scheduled backup restores what was served when it was written`() throws {
        let setup = try ServeSetup()
        let before = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: before)
        let first = try setup.publish(Self.policy(1), on: before)
        #expect(first.status == 201, "\(first.body)")
        #expect(try metrics(setup, before)["airworthy_backup_failures_total"] == 0)
        #expect(try metrics(setup, before)["airworthy_backup_age_seconds"] == nil)
        #expect(before.stop().status == 0)

        // No backup is there yet, so the first one is due at once.
        let log = Pipe()
        let server = try ServeProcess(
            ["--signing-key", setup.folder.url.path + "/online.key"], data: setup.data,
            environment: ["AIRWORTHY_BACKUP_EVERY": "24h", "AIRWORTHY_BACKUP_KEEP": "2"], standardError: log)
        while let line = log.fileHandleForReading.line(), !line.contains("backup.written") {}
        let names = try FileManager.default.contentsOfDirectory(atPath: setup.data + "/backups")
        #expect(names.count == 1)
        let name = try #require(names.first)
        #expect(name.wholeMatch(of: /airworthy-[0-9]{8}T[0-9]{6}Z\.backup/) != nil)
        let path = "\(setup.data)/backups/\(name)"
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let measured = try metrics(setup, server)
        #expect((measured["airworthy_backup_age_seconds"] ?? -1) >= 0)
        #expect(measured["airworthy_backup_interval_seconds"] == 86_400)
        #expect((measured["airworthy_backup_bytes"] ?? 0) > 4_096)
        #expect((measured[#"airworthy_database_bytes{file="database"}"#] ?? 0) > 4_096)
        #expect(measured[#"airworthy_database_bytes{file="wal"}"#] != nil)
        #expect(measured["airworthy_schema_version"] == Double(Schema.newest))
        #expect((measured["airworthy_database_disk_free_bytes"] ?? 0) > 0)
        #expect((measured[#"airworthy_store_transaction_seconds_count{operation="read"}"#] ?? 0) > 0)
        let atBackup = try setup.served(by: server).manifest
        #expect(try setup.publish(Self.policy(2), on: server, over: first.entityTag).status == 201)
        #expect(server.stop().status == 0)

        // The rehearsal: restore into another folder and compare the heads.
        let restored = try setup.folder.run("restore", "data/backups/\(name)", "--data", "other")
        #expect(restored.status == 0, "\(restored.errors)")
        let other = try ServeProcess(
            ["--signing-key", setup.folder.url.path + "/online.key"], data: setup.folder.url.path + "/other")
        let head = try setup.verified(other.send("GET", to: "/v1/apps/a/manifest").body).manifest
        #expect(head.policy == atBackup.policy && head.catalog == atBackup.catalog)
        #expect((head.revision ?? 0) > (atBackup.revision ?? 0), "the next start issues it under a higher number")
        #expect(other.stop().status == 0)
    }

    @Test func `a backup that fails is logged and counted, and the server goes on`() throws {
        let setup = try ServeSetup()
        let log = Pipe()
        let server = try ServeProcess(
            data: setup.data,
            environment: ["AIRWORTHY_BACKUP_EVERY": "1", "AIRWORTHY_BACKUP_DIRECTORY": "/dev/null/backups"],
            standardError: log)
        var failed: String?
        while failed == nil, let line = log.fileHandleForReading.line() {
            if line.contains("backup.failed") { failed = line }
        }
        #expect(failed?.contains("next-attempt-seconds=60") == true, "\(failed ?? "")")
        #expect(try metrics(setup, server)["airworthy_backup_failures_total"] == 1)
        #expect(try server.send("GET", to: "/health/ready").status == 200)
        #expect(server.stop().status == 0)
    }
}
