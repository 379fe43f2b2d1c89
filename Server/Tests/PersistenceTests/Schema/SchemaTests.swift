import ControlPlane
import Foundation
import Testing

@testable import Persistence

@Suite struct SchemaTests {
    /// Changing one of these means that a released migration was edited: add another one instead.
    @Test(arguments: zip(Schema.migrations, frozen))
    func `a migration is frozen`(_ migration: Migration, _ digest: String) {
        let text = ([migration.name] + migration.statements).joined(separator: "\n;\n")
        #expect(Self.fingerprint(text) == digest, "migration \(migration.number) was edited")
    }

    @Test func `migrations are numbered by their place, and every one has its digest`() {
        #expect(Schema.migrations.map(\.number) == Array(1...Schema.migrations.count))
        #expect(Schema.migrations.count == Self.frozen.count)
        #expect(Set(Schema.migrations.map(\.name)).count == Schema.migrations.count)
    }

    @Test(arguments: Backend.engines)
    func `migrating twice is migrating once`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, other in
            let dialect = driver.dialect
            try await Schema.migrate(driver, at: .after(1))
            try await Schema.migrate(other, at: .after(2))
            #expect(try await other.read { try Schema.state(of: $0, dialect: dialect) } == .made(Schema.newest))
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

    @Test(arguments: Backend.engines)
    func `a newer or another schema is refused`(_ backend: Backend) async throws {
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
                let dialect = driver.dialect
                try await driver.write { _ = try $0.run(change) }
                await #expect(throws: expected) { try await Schema.migrate(other, at: .sample) }
                await #expect(throws: expected) { try await other.read { try Schema.state(of: $0, dialect: dialect) } }
            }
        }
    }

    @Test(arguments: Backend.engines)
    func `a database of somebody else is left alone`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, other in
            try await driver.write { _ = try $0.run("ALTER TABLE airworthy_migrations RENAME TO theirs") }
            let error = await #expect(throws: StoreError.self) { try await Schema.migrate(other, at: .sample) }
            #expect(error?.description.contains("is not a database of airworthy") == true)
        }
    }

    @Test(arguments: Backend.engines)
    func `a migration that fails leaves the schema as it was`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let dialect = driver.dialect
            try await driver.write { sql in
                for table in ["airworthy_migrations", "audit", "tokens", "manifests"] {
                    try sql.run("DROP TABLE \(table)")
                }
                for table in ["settings", "catalog_sources", "catalogs", "policies", "heads", "apps"] {
                    try sql.run("DROP TABLE \(table)")
                }
            }
            try await Schema.migrate(driver, upTo: 1, at: .sample)
            // The index that 0002 makes last is in its way.
            try await driver.write { _ = try $0.run("CREATE INDEX manifests_to_prune ON manifests (app)") }
            await #expect(throws: StoreError.self) { try await Schema.migrate(driver, at: .sample) }
            #expect(try await driver.read { try Schema.state(of: $0, dialect: dialect) } == .made(1))
            await #expect(throws: StoreError.self) {
                try await driver.read { _ = try $0.rows("SELECT created_by FROM tokens ORDER BY id") }
            }
            try await driver.write { _ = try $0.run("DROP INDEX manifests_to_prune") }
            try await Schema.migrate(driver, at: .sample)
            #expect(try await driver.read { try Schema.state(of: $0, dialect: dialect) } == .made(Schema.newest))
        }
    }

    /// The digest of each migration's text, in order.
    private static let frozen = ["9015ba7aa5622565", "cb759e9c4afefde8", "da70f44772c581dd"]

    /// FNV-1a of 64 bits: enough to notice an edit.
    private static func fingerprint(_ text: String) -> String {
        String(
            text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }
}
