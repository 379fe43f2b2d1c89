import ControlPlane
import Foundation
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(5))) struct SchemaTests {
    /// A changed digest means that a released migration was edited: add another one instead.
    @Test(arguments: zip(Schema.migrations, frozen))
    func `a released migration is unchanged`(migration: Migration, digest: String) {
        let text = ([migration.name] + migration.statements).joined(separator: "\n;\n")
        #expect(Self.fingerprint(text) == digest, "migration \(migration.number) was edited")
    }

    @Test func `migrations are numbered by position, and each has a digest`() {
        #expect(Schema.migrations.map(\.number) == Array(1...Schema.migrations.count))
        #expect(Schema.migrations.count == Self.frozen.count)
        #expect(Set(Schema.migrations.map(\.name)).count == Schema.migrations.count)
    }

    @Test(arguments: Backend.engines)
    func `a second migration changes nothing`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, other in
            try await Schema.migrate(driver, at: .after(1))
            try await Schema.migrate(other, at: .after(2))
            #expect(try await other.read { try Schema.state(of: $0) } == .made(Schema.newest))
            let ledger = try await driver.read { sql in
                try sql.rows("SELECT number, name, made_at FROM airworthy_migrations ORDER BY number").map {
                    (try $0.integer("number"), try $0.text("name"), try $0.date("made_at"))
                }
            }
            #expect(ledger.map(\.0) == Schema.migrations.map(\.number))
            #expect(ledger.map(\.1) == Schema.migrations.map(\.name))
            #expect(ledger.allSatisfy { $0.2 == .sample })
        }
    }

    @Test(
        arguments: Backend.engines,
        [(Schema.newest, true), (1, true), (Schema.newest + 1, false), (nil, false)] as [(Int?, Bool)])
    func `a newer migration is accepted if it says that this program works with it`(
        _ backend: Backend, row: (oldest: Int?, isAccepted: Bool)
    ) async throws {
        try await backend.withTwoDrivers { driver, other in
            let title = "\(Migration.digits(Schema.newest + 1)) hats"
            try await driver.write { sql in
                try sql.run("CREATE TABLE hats (id BIGINT)")
                try sql.run(
                    """
                    INSERT INTO airworthy_migrations (number, name, made_at, oldest_program) VALUES ($1, 'hats', 0, $2)
                    """, binding: Schema.newest + 1, row.oldest)
            }
            guard row.isAccepted else {
                await #expect(throws: StoreError.newerSchema(title)) { try await Schema.requireCurrent(other) }
                return
            }
            try await Schema.requireCurrent(other)
            #expect(try await other.read { try Schema.newer(in: $0) } == [title])
            #expect(try await Schema.migrate(other, at: .sample).isEmpty, "there is nothing left to run")
            #expect(try await other.read { try Schema.state(of: $0) } == .made(Schema.newest))
            #expect(try await other.read { try DatabaseInspection($0).newer } == [title])
        }
    }

    @Test(arguments: Backend.engines)
    func `each migration notes the oldest program that works with it`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let noted = try await driver.read { sql in
                try sql.rows("SELECT oldest_program FROM airworthy_migrations WHERE number >= 17 ORDER BY number")
                    .map { try $0.optionalInteger("oldest_program") }
            }
            #expect(noted == Schema.migrations.dropFirst(16).map(\.oldestProgram))
            #expect(Schema.migrations.allSatisfy { $0.oldestProgram <= $0.number })
        }
    }

    @Test(arguments: Backend.engines)
    func `a newer or unknown schema is rejected`(_ backend: Backend) async throws {
        let next = Schema.newest + 1
        let changes: [(String, StoreError)] = [
            (
                "INSERT INTO airworthy_migrations (number, name, made_at) VALUES (\(next), 'hats', 0)",
                .newerSchema("\(Migration.digits(next)) hats")
            ),
            ("UPDATE airworthy_migrations SET name = 'hats' WHERE number = 2", .newerSchema("0002 hats")),
            ("DELETE FROM airworthy_migrations WHERE number = 1", .newerSchema("0002 origins")),
        ]
        for (change, expected) in changes {
            try await backend.withTwoDrivers { driver, other in
                try await driver.write { _ = try $0.run(change) }
                await #expect(throws: expected) { try await Schema.migrate(other, at: .sample) }
                await #expect(throws: expected) { try await other.read { try Schema.state(of: $0) } }
            }
        }
    }

    @Test(arguments: Backend.engines)
    func `a database of another program is rejected and unchanged`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, other in
            try await driver.write { _ = try $0.run("ALTER TABLE airworthy_migrations RENAME TO theirs") }
            let error = await #expect(throws: StoreError.self) { try await Schema.migrate(other, at: .sample) }
            #expect(error?.description.contains("is not a database of airworthy") == true)
        }
    }

    @Test(arguments: Backend.engines)
    func `a failed migration does not change the schema`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            try await driver.write { sql in
                for table in [
                    "airworthy_migrations", "audit", "sessions", "tokens", "manifests", "changes", "apple_keys",
                    "adoption_cells",
                    "adoption_days", "adoption_outcomes", "adoption_batches", "adoption_imported_cells",
                    "adoption_imports", "adoption_summaries", "predictions", "drafts",
                ] {
                    try sql.run("DROP TABLE \(table)")
                }
                for table in ["settings", "catalog_sources", "catalogs", "policies", "heads", "apps"] {
                    try sql.run("DROP TABLE \(table)")
                }
            }
            try await Schema.migrate(driver, upTo: 1, at: .sample)
            // The last index of 0002 exists already, so 0002 fails.
            try await driver.write { _ = try $0.run("CREATE INDEX manifests_to_prune ON manifests (app)") }
            await #expect(throws: StoreError.self) { try await Schema.migrate(driver, at: .sample) }
            #expect(try await driver.read { try Schema.state(of: $0) } == .made(1))
            await #expect(throws: StoreError.self) {
                try await driver.read { _ = try $0.rows("SELECT created_by FROM tokens ORDER BY id") }
            }
            try await driver.write { _ = try $0.run("DROP INDEX manifests_to_prune") }
            try await Schema.migrate(driver, at: .sample)
            #expect(try await driver.read { try Schema.state(of: $0) } == .made(Schema.newest))
        }
    }

    @Test(arguments: Backend.engines)
    func `audit entries of schema 3 are kept, without a token and a request`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, other in
            try await driver.write { sql in
                for table in [
                    "airworthy_migrations", "audit", "sessions", "tokens", "manifests", "settings", "catalog_sources",
                    "catalogs", "policies", "heads", "adoption_cells", "adoption_days", "adoption_outcomes",
                    "adoption_batches", "adoption_imported_cells", "adoption_imports", "adoption_summaries",
                    "predictions", "drafts", "apps", "changes", "apple_keys",
                ] {
                    try sql.run("DROP TABLE \(table)")
                }
            }
            try await Schema.migrate(driver, upTo: 3, at: .sample)
            try await driver.write { sql in
                for action in ["policy.published", "catalog.alert"] {
                    try sql.run(
                        "INSERT INTO audit (done_at, actor, action, app, revision, detail) VALUES ($1, $2, $3, $4, $5, $6)",
                        binding: 5, "Ada", action, "hashtags", 7, "why")
                }
            }
            try await Schema.migrate(driver, at: .sample)
            let store = SQLStore(other)
            let signed = AuditEntry(
                at: .sample, actor: "Ada", tokenID: "abc", requestID: "r-1", action: "manifest.bumped", app: "hashtags",
                revision: 8)
            try await store.write { try $0.insertAudit(signed) }
            let entries = try await store.read { try $0.audit(app: "hashtags", before: nil, limit: 9) }
            #expect(entries.map(\.action) == ["manifest.bumped", "catalog.alert", "policy.published"])
            #expect(entries.map(\.tokenID) == ["abc", nil, nil])
            #expect(entries.map(\.requestID) == ["r-1", nil, nil])
            #expect(entries.map(\.detail) == [nil, "why", "why"])
        }
    }

    /// The digest of each migration's text, in order.
    private static let frozen = [
        "9015ba7aa5622565", "cb759e9c4afefde8", "da70f44772c581dd", "d7c321a254e05be2", "8eb238b28e3d329",
        "158a15f6b40efb53", "c93a2bcf2344b99d", "8bc71807b75ab724", "33bd9778c9a60c0b", "adea8f62fe95235f",
        "a1bc0ed71f2f9dfc", "adfb6224fb990719", "60fb7ce53199f4b9", "9540fd9b91f11be9", "3217bf2f59d6a685",
        "aef2efe2046da4f7", "ec9da61b607a898e", "9356f543b829e9f7",
    ]

    /// FNV-1a of 64 bits detects an edit.
    private static func fingerprint(_ text: String) -> String {
        String(
            text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }
}
