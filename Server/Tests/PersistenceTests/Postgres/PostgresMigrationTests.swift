import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation
import PostgresTesting
import Testing

@testable import Persistence
@testable import PersistencePostgres

@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(5)))
struct PostgresMigrationTests {
    @Test func `of two migrations at once one runs, and the other one waits and finds nothing to do`() async throws {
        let settings = try await PostgresCluster.emptyDatabase()
        let drivers = (0..<4).map { _ in PostgresDriver(settings) }
        let ran = try await withThrowingTaskGroup(of: [Migration].self, returning: [[Migration]].self) { group in
            for driver in drivers { group.addTask { try await PostgresMigration.run(driver, at: .sample) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ran.filter { $0 == Schema.migrations }.count == 1)
        #expect(ran.filter(\.isEmpty).count == drivers.count - 1)
        for driver in drivers {
            try await Schema.requireCurrent(driver)
            await driver.close()
        }
    }

    @Test func `a migration waits for another one no longer than it may, and changes nothing`() async throws {
        let settings = try await PostgresCluster.emptyDatabase()
        let (first, second) = (PostgresDriver(settings), PostgresDriver(settings))
        let (isHeld, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = Task {
            try await first.write { sql in
                try PostgresMigration.lock(sql, waiting: .seconds(5))
                isHeld.signal()
                mayEnd.wait()
            }
        }
        await Blocking.wait(for: isHeld)
        await #expect(throws: StoreError.locked) {
            try await PostgresMigration.run(second, waiting: .milliseconds(50), at: .sample)
        }
        #expect(try await Schema.pending(in: second) == Schema.migrations)
        mayEnd.signal()
        try await holder.value
        #expect(try await PostgresMigration.run(second, at: .sample) == Schema.migrations)
        await first.close()
        await second.close()
    }

    @Test func `a database of schema 4 is upgraded with all its data`() async throws {
        let driver = PostgresDriver(try await PostgresCluster.emptyDatabase())
        try await Schema.migrate(driver, upTo: 4, at: .sample)
        let refusal = await #expect(throws: StoreError.self) { try await Schema.requireCurrent(driver) }
        #expect(refusal?.description.contains("run `airworthy migrate` first") == true)
        try await driver.write { sql in
            try Self.insertOldApp(.sample(), in: sql)
            try SQLTransaction(sql).insertHead(Head(app: "hashtags", revision: 7, policyVersion: 1, nextRevision: 8))
            try Self.insertOldPolicy(.sample(), in: sql)
            try SQLTransaction(sql).insertManifest(.sample(7))
            try SQLTransaction(sql).insertAudit(.sample("app.created"))
            try Self.insertOldToken(.sample("a"), in: sql)
        }
        let ran = try await PostgresMigration.run(driver, at: .sample)
        #expect(ran == Array(Schema.migrations.dropFirst(4)))
        try await Schema.requireCurrent(driver)
        let store = SQLStore(driver)
        try await store.read { (transaction: any ReadTransaction) throws in
            #expect(try transaction.apps() == [.sample()])
            #expect(try transaction.policy("hashtags", version: 1) == .sample())
            #expect(try transaction.manifest("hashtags", revision: 7) == .sample(7))
            #expect(try transaction.audit(app: nil, before: nil, limit: 9).map(\.id) == [1])
            #expect(try transaction.tokens() == [.sample("a")])
            #expect(try transaction.storedBytes(of: "hashtags") == 5)
        }
        try await store.write { try $0.insertToken(.sample("b")) }
        await driver.close()
    }

    @Test func `a database of a newer version or of another program is refused`() async throws {
        let driver = PostgresDriver(try await PostgresCluster.emptyDatabase())
        let empty = await #expect(throws: StoreError.self) { try await Schema.requireCurrent(driver) }
        #expect(empty?.description.contains("no tables yet") == true)
        _ = try await PostgresMigration.run(driver, at: .sample)
        try await driver.write {
            _ = try $0.run("INSERT INTO airworthy_migrations (number, name, made_at) VALUES (99, 'hats', 0)")
        }
        await #expect(throws: StoreError.newerSchema("0099 hats")) { try await Schema.requireCurrent(driver) }
        await driver.close()
        let other = PostgresDriver(try await PostgresCluster.emptyDatabase())
        try await other.write { _ = try $0.run("CREATE TABLE hats (id BIGINT)") }
        await #expect(throws: StoreError.self) { try await PostgresMigration.run(other, at: .sample) }
        #expect(try await other.read { try $0.tables().count } == 1)
        await other.close()
    }

    /// Inserts a policy as schema 4 has it.
    private static func insertOldPolicy(_ policy: PolicyRecord, in sql: any SQLSession) throws {
        try sql.run(
            """
            INSERT INTO policies (app, version, digest, base, author, note, created_at, body)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            binding: policy.app, policy.version, policy.digest, policy.base, policy.author, policy.note,
            policy.createdAt, policy.text)
    }

    /// Inserts a token as schema 4 has it.
    private static func insertOldToken(_ token: TokenRecord, in sql: any SQLSession) throws {
        try sql.run(
            """
            INSERT INTO tokens (id, digest, kind, name, rights, created_at, created_by, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            binding: token.id, token.digest, token.kind.rawValue, token.name, token.rights.rawValue, token.createdAt,
            token.createdBy, token.expiresAt)
    }

    /// Inserts an app as schema 4 has it.
    private static func insertOldApp(_ app: App, in sql: any SQLSession) throws {
        let pins = JSONValue.array(app.pins.map { ["key": .string($0.key.base64), "role": .string($0.role.rawValue)] })
        try sql.run(
            """
            INSERT INTO apps (slug, bundle_id, apple_id, platforms, default_language, pins, signing, audience,
                lineage, internal_builds, storefronts, apple_key_id, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            """,
            binding: app.slug, app.bundleID, app.appleID, JSONValue.of(app.platforms.map(\.description)).jsonText(),
            app.defaultLanguage, pins.jsonText(), app.signing.rawValue, app.audience, app.lineage,
            app.internalBuilds.rawValue, JSONValue.of(app.storefronts.map(\.code)).jsonText(), app.appleKeyID,
            app.createdAt)
    }
}
