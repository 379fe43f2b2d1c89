import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite(.timeLimit(.minutes(5))) struct UpgradeTests {
    @Test func `a database of schema 1 is upgraded with all its data`() async throws {
        try await withUpgradedDatabase(from: 1) { database in
            try await Self.expectEverything(in: database.store)
            let gone = try await database.store.read { try $0.head("birthdays") }
            #expect(gone == Head(app: "birthdays", revision: 9, nextRevision: 10))
            try await database.store.write { try $0.insertToken(.sample("c", createdAt: .after(9))) }
            #expect(try await database.store.read { try $0.tokens().last?.createdBy } == "Ada")
        }
    }

    @Test func `a database of schema 2 is upgraded, and its imported catalog becomes a source`() async throws {
        try await withUpgradedDatabase(from: 2) { database in
            let (app, catalog, sources, marks) = try await database.store.read { transaction in
                (
                    try transaction.app("hashtags"), try transaction.catalog("hashtags"),
                    try transaction.sources("hashtags"), try transaction.sourceMarks()
                )
            }
            #expect(app == .live(.sample()))
            #expect(App.sample().storefronts.map(\.code) == ["US"] && App.sample().appleKeyID == nil)
            let asOf = Date(timeIntervalSince1970: 1_795_132_800)
            #expect(sources.map(\.source) == [.manual])
            #expect(sources.first?.checkedAt == asOf && sources.first?.changedAt == .sample)
            #expect(sources.first?.author == "Ada")
            #expect(sources.first?.body == catalog?.text)
            #expect(marks.map(\.app) == ["hashtags"] && marks.map(\.checkedAt) == [asOf])
            #expect(marks.map(\.content.changedAt) == [.sample])
            // The merged catalog is the same as before.
            let releaseData = ReleaseData(app: "hashtags", records: sources)
            #expect(releaseData.problems.isEmpty)
            let merged = releaseData.merged(for: App.sample().target, at: asOf)
            #expect(merged.catalog.releases == CatalogReader.read(json: catalog?.text ?? []).catalog?.releases)
            #expect(merged.asOf == asOf)
            let tokens = try await database.store.read { try $0.tokens() }
            #expect(tokens.map(\.createdBy) == ["Ada", "airworthy"])
        }
    }

    @Test func `a database of schema 3 is upgraded, and its audit names no token`() async throws {
        try await withUpgradedDatabase(from: 3) { database in
            let (apps, audit, sources) = try await database.store.read { transaction in
                (
                    try transaction.apps(), try transaction.audit(app: nil, before: nil, limit: 9),
                    try transaction.sources("hashtags")
                )
            }
            #expect(apps.map(\.appleKeyID) == ["2X9R4HXF34"] && sources.map(\.source) == [.manual])
            #expect(audit.map(\.action) == ["token.revoked", "policy.published", "app.created"])
            #expect(audit.allSatisfy { $0.tokenID == nil && $0.requestID == nil })
            let entry = AuditEntry(
                at: .sample, actor: "Ada", tokenID: "a", requestID: "r", action: "app.updated", app: "hashtags",
                revision: 9)
            try await database.store.write { try $0.insertAudit(entry) }
            let stored = try await database.store.read { try $0.audit(app: "hashtags", revisions: 9...9) }
            #expect(stored.map(\.tokenID) == ["a"] && stored.map(\.requestID) == ["r"])
        }
    }

    @Test func `a database of schema 4 is upgraded, and its changes are counted from 0`() async throws {
        try await withUpgradedDatabase(from: 4) { database in
            let (apps, audit, changes) = try await database.store.read { transaction in
                (
                    try transaction.apps(), try transaction.audit(app: "hashtags", before: nil, limit: 9),
                    try transaction.changes()
                )
            }
            #expect(apps.map(\.slug) == ["calendar", "hashtags"])
            #expect(audit.map(\.tokenID) == ["a", nil] && audit.map(\.requestID) == ["r-1", nil])
            #expect(changes == StoredChanges())
            try await database.store.write { try $0.insertToken(.sample("c", createdAt: .after(9))) }
            #expect(try await database.store.read { try $0.changes() } == StoredChanges(tokens: 1))
        }
    }

    @Test func `a database of schema 4 is upgraded, and apps with full details still publish all notes`() async throws {
        try await withUpgradedDatabase(from: 4) { database in
            let apps = try await database.store.read { try $0.apps() }
            #expect(apps.map(\.slug) == ["calendar", "hashtags"])
            #expect(apps.map(\.internalBuilds) == [.facts, .full])
            #expect(apps.map(\.testFlightNotes) == [.external, .all])
        }
    }

    /// The name of the backup before an upgrade to the newest schema.
    private static func backup(_ suffix: String = "") -> String {
        "airworthy.before-\(Migration.digits(Schema.newest))\(suffix).sqlite"
    }

    /// Loads the dump of a schema, checks that opening it upgrades it once, and passes the database to `body`.
    private func withUpgradedDatabase(
        from schema: Int, _ body: (SQLiteDatabase) async throws -> Void
    ) async throws {
        try await withScratchFolder { folder in
            try await StoredSchema.load("schema-000\(schema)", into: folder)
            try await folder.withDatabase { database in
                #expect(
                    database.upgrade
                        == SQLiteDatabase.Upgrade(
                            from: schema, to: Schema.newest, backup: Self.backup()))
                try await body(database)
            }
            try await folder.withDatabase { #expect($0.upgrade == nil) }
        }
    }

    @Test func `each upgrade keeps a backup of its own`() async throws {
        try await withScratchFolder { folder in
            for name in [Self.backup(), Self.backup("-2")] {
                try await StoredSchema.load("schema-0001", into: folder)
                try await folder.withDatabase { #expect($0.upgrade?.backup == name) }
                let backup = folder.path + "/" + name
                #expect(try rights(of: backup) == 0o600)
                let report = try SQLiteBackup.verify(backup)
                #expect(report.schema == 1 && report.apps == 1)
                try FileManager.default.removeItem(atPath: folder.database)
            }
        }
    }

    @Test func `a damaged database is not upgraded, because its backup fails`() async throws {
        try await withScratchFolder { folder in
            try await StoredSchema.load("schema-0001", into: folder)
            let driver = try SQLiteDriver(path: folder.database)
            try await driver.write { sql in
                try sql.run("PRAGMA writable_schema = ON")
                try sql.run("UPDATE sqlite_master SET sql = replace(sql, 'base INTEGER', 'base TEXT')")
            }
            try driver.close()
            let error = await #expect(throws: StoreError.self) {
                _ = try await SQLiteDatabase.open(ProcessLock(folder), at: .sample)
            }
            #expect(error?.description.contains("no backup before the upgrade") == true)
            #expect(try await folder.schema() == .made(1))
            #expect(try folder.files == ["airworthy.lock", "airworthy.sqlite"])
        }
    }

    @Test func `a newer database that lets this program work is opened as it is`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                try await database.driver.write { sql in
                    _ = try sql.run(
                        """
                        INSERT INTO airworthy_migrations (number, name, made_at, oldest_program) VALUES ($1, 'hats', 0, $2)
                        """, binding: Schema.newest + 1, Schema.newest)
                }
            }
            try await folder.withDatabase { database in
                #expect(database.upgrade == nil)
                _ = try await database.store.write { try $0.insertApp(.sample()) }
            }
            #expect(try folder.files == ["airworthy.lock", "airworthy.sqlite"])
        }
    }

    @Test func `a newer database is rejected and unchanged`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                try await database.driver.write {
                    _ = try $0.run("INSERT INTO airworthy_migrations (number, name, made_at) VALUES (99, 'hats', 0)")
                }
            }
            await #expect(throws: StoreError.newerSchema("0099 hats")) {
                _ = try await SQLiteDatabase.open(ProcessLock(folder), at: .sample)
            }
            #expect(try folder.files == ["airworthy.lock", "airworthy.sqlite"])
            _ = try ProcessLock(folder)
        }
    }

    /// The content of `Fixtures/schema-0001.sql`.
    static func expectEverything(in store: any Store) async throws {
        try await store.read { transaction in
            let deleted = try transaction.deletedApps()
            #expect(deleted == ["birthdays"])
            #expect(try transaction.apps() == [.sample()])
            #expect(try transaction.app("birthdays") == .deleted)
            #expect(
                try transaction.heads() == [
                    Head(
                        app: "hashtags", revision: .max - 1, policyVersion: 2, nextRevision: .max, needsReissue: true,
                        catalogDigest: "catalog-digest", catalogPublishedAt: .sample)
                ])
            #expect(try transaction.policy("hashtags", version: 1) == .sample(1, text: Array(0...255)))
            #expect(
                try transaction.policy("hashtags", version: 2)
                    == PolicyRecord(
                        app: "hashtags", text: Array("{}".utf8),
                        summary: PolicySummary(
                            version: 2, digest: "digest-2", base: 1, author: "Zoë", note: "ヘッダー 'quoted'",
                            rollbackOf: 1, forced: "because",
                            createdAt: Storable.date(milliseconds: 1_763_632_800_124))))
            #expect(try transaction.manifest("hashtags", revision: 1) == .sample(1))
            #expect(try transaction.manifest("hashtags", revision: .max - 1)?.bytes == [0, 255, 0, 10])
            #expect(try transaction.manifest("hashtags", revision: .max - 1)?.cause == .rollback)
            #expect(try transaction.manifest("birthdays", revision: 9)?.bytes == nil)
            #expect(try transaction.catalog("hashtags") == .sample())
            let audit = try transaction.audit(app: nil, before: nil, limit: 9).filter { $0.id <= 3 }
            #expect(audit.map(\.action) == ["token.revoked", "policy.published", "app.created"])
            #expect(try transaction.audit(app: "hashtags", before: nil, limit: 9).map(\.id) == [2, 1])
            let tokens = try transaction.tokens()
            #expect(tokens.map(\.id) == ["a", "b"])
            #expect(tokens.map(\.createdBy) == ["airworthy", "airworthy"])
            #expect(tokens.map(\.apps) == [["hashtags"], nil])
            #expect(tokens.map(\.rights) == [[.read, .publish], .all])
            #expect(tokens.last?.revokedAt == .after(100))
            #expect(try transaction.setting("first-token") == "b")
        }
    }
}

extension DataDirectory {
    /// The schema of the database.
    func schema() async throws -> Schema.State {
        let driver = try SQLiteDriver(path: database)
        let state = try await driver.read { try Schema.state(of: $0) }
        try driver.close()
        return state
    }
}
