import ControlPlane
import Foundation
import PostgresTesting
import Testing

@testable import Persistence
@testable import PersistencePostgres
@testable import PersistenceSQLite

@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(5)))
struct InstallationMoveTests {
    /// Runs `body` with a filled SQLite database and a migrated PostgreSQL database.
    private func withDatabases(_ body: (SQLiteDriver, PostgresDriver) async throws -> Void) async throws {
        let target = PostgresDriver(try await PostgresCluster.emptyDatabase())
        _ = try await PostgresMigration.run(target, at: .sample)
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                try await Self.fill(database.store)
                try await body(database.driver, target)
            }
        }
        await target.close()
    }

    /// Two apps, one of them deleted, with more rows than one page has.
    private static func fill(_ store: any Store) async throws {
        try await store.insert(.sample(), revision: 3)
        try await store.insert(.sample("birthdays"))
        try await store.write { transaction in
            for version in 1...120 {
                try transaction.insertPolicy(.sample(version, text: Array("ヘッダー \(version)".utf8) + [0, 255]))
            }
            for revision in 1...3 {
                try transaction.insertManifest(.sample(revision, bytes: revision == 1 ? nil : [UInt8](0...255)))
            }
            try transaction.replaceCatalog(.sample())
            try transaction.replaceSource(.sample())
            let cells = (1...120).map { AdoptionCell(platform: "ios", version: "\($0)", channel: "appstore") }
            try transaction.replaceAdoptionImport(
                AdoptionImport(
                    app: "hashtags", origin: "a.csv", importedAt: .sample,
                    rows: cells.map { AdoptionRow(cell: $0, count: 7) }))
            let draft = Draft(
                app: "hashtags", id: "d", author: "Ada", authorTokenID: nil, base: 3, createdAt: .sample,
                updatedAt: .sample)
            try transaction.insertDraft(DraftRecord(draft: draft, text: Array("{ ヘッダー".utf8)))
            try transaction.insertPrediction(
                Prediction(app: "hashtags", revision: 1, madeAt: .sample, impact: #"{"days":28}"#))
            try transaction.setObservation("{}", of: "hashtags", revision: 1, window: .after7d)
            for number in 1...70 {
                try transaction.insertAudit(.sample("a\(number)", app: number == 5 ? nil : "hashtags"))
            }
            try transaction.insertToken(.sample("a", apps: ["hashtags"]))
            try transaction.insertToken(.sample("b"))
            try transaction.insertSession(.sample("1", token: "a"))
            _ = try transaction.claimSetting("first-admin", value: "a")
            try transaction.deleteApp("birthdays", at: .sample)
        }
    }

    @Test func `a move copies every row with its number, and the second one verifies`() async throws {
        try await withDatabases { source, target in
            let before = try await target.read { try $0.row("SELECT apps FROM changes")?.integer("apps") }
            let report = try await InstallationMove.run(from: source, to: target)
            #expect(report.isNew)
            #expect(report.tables.map(\.table) == MovedTable.names)
            let rows = Dictionary(uniqueKeysWithValues: report.tables.map { ($0.table, $0.rows) })
            #expect(rows["apps"] == 2 && rows["policies"] == 120 && rows["audit"] == 70 && rows["tokens"] == 2)
            let (old, new) = (SQLStore(source), SQLStore(target))
            let compared: @Sendable (any ReadTransaction) throws -> [String] = { transaction in
                let manifests = try (1...3).map { try transaction.manifest("hashtags", revision: $0) }
                let policies = try transaction.policies("hashtags", before: nil, limit: 999)
                let policy = try transaction.policy("hashtags", version: 77)
                let (catalog, sources) = (try transaction.catalog("hashtags"), try transaction.sources("hashtags"))
                let (audit, tokens) = (
                    try transaction.audit(app: nil, before: nil, limit: 999), try transaction.tokens()
                )
                let setting = try transaction.setting("first-admin")
                let imported = try transaction.adoptionImport(of: "hashtags")
                let predictions = try transaction.predictions(of: "hashtags", revisions: 1...9)
                let (apps, deleted) = (try transaction.apps(), try transaction.deletedApps())
                let parts: [Any] = [
                    apps, deleted, try transaction.heads(), policies, policy as Any, manifests, catalog as Any, sources,
                    audit, tokens, setting as Any, imported as Any, predictions,
                    try transaction.draft("d", of: "hashtags") as Any,
                ]
                return parts.map { "\($0)" }
            }
            let (expected, found) = (try await old.read(compared), try await new.read(compared))
            for (old, new) in zip(expected, found) { #expect(old == new) }
            #expect(try await new.read { try $0.session("1") } == nil, "browsers sign in again")
            let after = try await target.read { try $0.row("SELECT apps FROM changes")?.integer("apps") }
            #expect(after == before.map { $0 + 1 })

            let again = try await InstallationMove.run(from: source, to: target)
            #expect(!again.isNew && again.tables == report.tables)

            try await new.write { try $0.insertAudit(.sample("next")) }
            #expect(try await new.read { try $0.audit(app: nil, before: nil, limit: 1).map(\.id) } == [71])
        }
    }

    @Test(arguments: [
        "UPDATE policies SET body = decode('00', 'hex') WHERE version = 90", "DELETE FROM audit WHERE id = 1",
        "UPDATE heads SET revision = 4", "UPDATE manifests SET note = '' WHERE revision = 2",
        "INSERT INTO settings (name, value) VALUES ('a', 'b')", "DELETE FROM tokens",
    ])
    func `a database with other content is refused and stays as it is`(change: String) async throws {
        try await withDatabases { source, target in
            _ = try await InstallationMove.run(from: source, to: target)
            try await target.write { _ = try $0.run(change) }
            let contents: @Sendable (any SQLSession) throws -> [Int] = { sql in
                try MovedTable.names.map { try sql.row("SELECT COUNT(*) AS n FROM \($0)")?.integer("n") ?? 0 }
            }
            let before = try await target.read(contents)
            let error = await #expect(throws: MoveError.self) {
                _ = try await InstallationMove.run(from: source, to: target)
            }
            guard case .otherInstallation = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await target.read(contents) == before)
        }
    }

    @Test func `a failure in the middle leaves nothing behind`() async throws {
        try await withDatabases { source, target in
            for statement in [
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$",
                "CREATE TRIGGER refuse BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION refuse()",
            ] {
                try await target.write { _ = try $0.run(statement) }
            }
            await #expect(throws: StoreError.self) { _ = try await InstallationMove.run(from: source, to: target) }
            #expect(try await SQLStore(target).read { try $0.apps().isEmpty })
            try await target.write { _ = try $0.run("DROP TRIGGER refuse ON tokens") }
            #expect(try await InstallationMove.run(from: source, to: target).isNew)
        }
    }

    @Test func `every table is either moved, or known to begin empty in a new database`() async throws {
        try await withDatabases { source, _ in
            let tables = try await source.read { try $0.tables() }
            #expect(
                Set(tables)
                    == Set(MovedTable.names).union([
                        "airworthy_migrations", "changes", "apple_keys", "adoption_batches", "sessions",
                    ]))
        }
    }

    @Test func `rows that only look alike have different digests`() {
        let rows: [[SQLValue]] = [
            [.text("a"), .text("b")], [.text("ab"), .text("")], [.text("1"), .null], [.integer(1), .null],
            [.blob([0x31]), .null], [.null, .text("1")], [], [.null], [.null, .null], [.text("")],
        ]
        let digests = rows.map { row in
            var content = InstallationMove.Content(table: "a")
            content.add(row)
            return content.digest
        }
        #expect(Set(digests).count == rows.count)
    }
}
