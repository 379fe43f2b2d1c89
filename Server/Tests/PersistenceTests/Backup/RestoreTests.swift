import ControlPlane
import Foundation
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite(.timeLimit(.minutes(5))) struct RestoreTests {
    @Test func `after a restore, revisions continue above every published one`() async throws {
        try await withScratchFolder { folder in
            let backup = folder.path + "/backup.sqlite"
            try await folder.withDatabase { database in
                try await database.store.insert(revision: 3)
                try await database.store.insert(.sample("empty"))
                try await database.store.insert(.sample("gone"), revision: 5)
                try await database.store.insert(.sample("ahead"), revision: 4_000_000_000)
                try await database.store.write { try $0.deleteApp("gone", at: .sample) }
                _ = try database.backup(to: backup)
                try await database.store.write { transaction in
                    for revision in 4...9 {
                        #expect(
                            try transaction.advanceHead(
                                from: revision - 1, to: Head(app: "hashtags", revision: revision)))
                    }
                    _ = try transaction.insertApp(.sample("later"))
                }
            }
            let lock = try ProcessLock(folder)
            let report = try await SQLiteRestore.run(backup, into: lock, at: .sample)
            lock.release()
            let seconds = 1_763_632_800
            #expect(report.floor == seconds)
            #expect(report.reissued == ["ahead", "hashtags"])
            #expect(report.replaced == "airworthy.replaced-20251120T100000Z.sqlite")
            #expect(report.backup.apps == 3)
            try await folder.withDatabase { database in
                let heads = try await database.store.read { transaction in
                    try ["hashtags", "empty", "gone", "ahead", "later"].map { try transaction.head($0) }
                }
                #expect(
                    heads == [
                        Head(
                            app: "hashtags", revision: 3, policyVersion: 1, nextRevision: seconds + 1,
                            needsReissue: true),
                        Head(app: "empty", nextRevision: seconds + 1),
                        Head(app: "gone", revision: 5, policyVersion: 1, nextRevision: seconds + 1),
                        Head(
                            app: "ahead", revision: 4_000_000_000, policyVersion: 1, nextRevision: 4_000_000_001,
                            needsReissue: true), nil,
                    ])
                let entry = try await database.store.read { try $0.audit(app: nil, before: nil, limit: 1).first }
                #expect(entry?.action == "database.restored")
                #expect(entry?.detail == "from \"backup.sqlite\"; revisions go on above \(seconds)")
            }
        }
    }

    @Test func `a restore ends all sessions and keeps the tokens`() async throws {
        try await withScratchFolder { folder in
            let backup = folder.path + "/backup.sqlite"
            try await folder.withDatabase { database in
                try await database.store.write { transaction in
                    try transaction.insertToken(.sample("a"))
                    try transaction.insertSession(.sample("1", token: "a"))
                }
                _ = try database.backup(to: backup)
            }
            let lock = try ProcessLock(folder)
            _ = try await SQLiteRestore.run(backup, into: lock, at: .sample)
            lock.release()
            try await folder.withDatabase { database in
                let (token, session) = try await database.store.read { (try $0.token("a"), try $0.session("1")) }
                #expect(token == .sample("a") && session == nil)
            }
        }
    }

    @Test func `a restore keeps the previous database with its log`() async throws {
        try await withScratchFolder { folder in
            let backup = folder.path + "/backup.sqlite"
            try await folder.leaveAsKilled()
            _ = try SQLiteBackup.write(from: folder, to: backup)
            for name in ["airworthy.replaced-20251120T100000Z", "airworthy.replaced-20251120T100000Z-2"] {
                let lock = try ProcessLock(folder)
                let report = try await SQLiteRestore.run(backup, into: lock, at: .sample)
                lock.release()
                #expect(report.replaced == name + ".sqlite")
                for file in try folder.files where file.hasPrefix("airworthy.") {
                    #expect(try rights(of: folder.path + "/" + file) == 0o600, "\(file)")
                }
                let driver = try SQLiteDriver(path: "\(folder.path)/\(name).sqlite")
                try await SQLStore(driver).expectRevisions(1...3)
                try driver.close()
            }
            #expect(try folder.files.filter { $0.contains("restoring") || $0.hasSuffix("-wal") } == [])
        }
    }

    @Test func `a restore keeps a damaged database unchanged`() async throws {
        try await withScratchFolder { folder in
            let backup = folder.path + "/backup.sqlite"
            try await folder.withDatabase { database in
                try await database.store.insert()
                for revision in 1...20 { try await database.store.publish(revision) }
                _ = try database.backup(to: backup)
            }
            try folder.damage()
            let damaged = try Data(contentsOf: URL(fileURLWithPath: folder.database))
            let lock = try ProcessLock(folder)
            let report = try await SQLiteRestore.run(backup, into: lock, at: .sample)
            lock.release()
            let kept = folder.path + "/" + (report.replaced ?? "")
            #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == damaged)
            try await folder.withDatabase { try await $0.store.expectRevisions(1...20) }
        }
    }

    @Test func `a log that a reader keeps open is kept and not used for the restored database`()
        async throws
    {
        try await withScratchFolder { folder in
            let backup = folder.path + "/backup.sqlite"
            try await folder.withDatabase { database in
                try await database.store.insert()
                try await database.store.publish(1)
                _ = try database.backup(to: backup)
            }
            let stray = try SQLiteDriver(path: folder.database)
            let store = SQLStore(stray)
            let report = try await stray.read { sql in
                _ = try sql.rows("SELECT slug FROM apps ORDER BY slug")
                return try Blocking.run {
                    try await store.publish(2)
                    try await store.publish(3)
                    let lock = try ProcessLock(folder)
                    defer { lock.release() }
                    return try await SQLiteRestore.run(backup, into: lock, at: .sample)
                }
            }
            try await folder.withDatabase { try await $0.store.expectRevisions(1...1) }
            let kept = try SQLiteDriver(path: folder.path + "/" + (report.replaced ?? ""))
            try await SQLStore(kept).expectRevisions(1...3)
            try kept.close()
            try stray.close()
        }
    }

    @Test func `restoring upgrades a backup of an older version`() async throws {
        try await withScratchFolder { folder in
            let old = DataDirectory(folder.path + "/old")
            try old.create()
            try await StoredSchema.load("schema-0001", into: old)
            let backup = folder.path + "/backup.sqlite"
            _ = try SQLiteBackup.write(from: old, to: backup)
            let data = DataDirectory(folder.path + "/data")
            let lock = try ProcessLock(data)
            let report = try await SQLiteRestore.run(backup, into: lock, atLeast: 1_763_719_200, at: .sample)
            lock.release()
            #expect(report.replaced == nil && report.backup.schema == 1 && report.floor == 1_763_719_199)
            #expect(try data.files == ["airworthy.lock", "airworthy.sqlite"])
            try await data.withDatabase { database in
                #expect(database.upgrade == nil)
                let gone = try await database.store.read { try $0.head("birthdays") }
                #expect(gone == Head(app: "birthdays", revision: 9, nextRevision: 1_763_719_200))
                try await UpgradeTests.expectEverything(in: database.store)
            }
        }
    }

    @Test func `a revision that none could follow is rejected before the folder is touched`() async throws {
        try await withScratchFolder { folder in
            let backup = folder.path + "/backup.sqlite"
            try await folder.withDatabase { database in
                try await database.store.insert(revision: 3)
                _ = try database.backup(to: backup)
            }
            let before = try folder.files
            let lock = try ProcessLock(folder)
            let error = await #expect(throws: BackupError.self) {
                _ = try await SQLiteRestore.run(backup, into: lock, atLeast: .max - 2, at: .sample)
            }
            lock.release()
            #expect(error == .revisionTooHigh(.max - 2, highest: 1_763_719_200))
            #expect(try folder.files == before)
        }
    }

    @Test(arguments: ["missing", "empty", "text", "newer"])
    func `restoring an unusable file changes nothing`(_ kind: String) async throws {
        try await withScratchFolder { folder in
            let backup = folder.path + "/backup.sqlite"
            try await folder.withDatabase { database in
                try await database.store.insert(revision: 3)
                if kind == "newer" {
                    _ = try database.backup(to: backup)
                    let driver = try SQLiteDriver(path: backup)
                    try await driver.write {
                        _ = try $0.run(
                            "INSERT INTO airworthy_migrations (number, name, made_at) VALUES (99, 'hats', 0)")
                    }
                    try driver.close()
                }
            }
            if kind == "empty" { try Data().write(to: URL(fileURLWithPath: backup)) }
            if kind == "text" { try Data(repeating: 0x61, count: 9_000).write(to: URL(fileURLWithPath: backup)) }
            let before = try folder.files.filter { $0.hasPrefix("airworthy") }
            let lock = try ProcessLock(folder)
            let error = await #expect(throws: BackupError.self) {
                _ = try await SQLiteRestore.run(backup, into: lock, at: .sample)
            }
            #expect(lock.isHeld, "the lock stays with the caller")
            lock.release()
            guard case .unusable = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try folder.files.filter { $0.hasPrefix("airworthy") } == before)
            try await folder.withDatabase { database in
                let revision = try await database.store.read { try $0.head("hashtags")?.revision }
                #expect(revision == 3)
            }
        }
    }

    @Test func `a restore fails while a server runs`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { _ in
                #expect(throws: StoreError.self) { _ = try ProcessLock(folder) }
            }
        }
    }
}
