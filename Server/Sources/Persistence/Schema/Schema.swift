import ControlPlane
package import Foundation

/// The schema and its ledger: a table, the same for every engine, with the migrations that were run.
///
/// Nodes of two versions share a PostgreSQL database while an operator replaces one after the other. So the migrations of
/// a release may only add: tables, indexes, and columns that are nullable or have a default. The nodes of the previous
/// version ignore the additions and keep working. A release removes or renames only what the release before it no
/// longer uses: expand in one release, contract in the next.
package enum Schema {
    /// Every migration, in order; the number of each is its position from 1.
    package static let migrations: [Migration] = [
        .everything, .origins, .sources, .actors, .changes, .notes, .listedChanges, .appleKeys, .adoption,
        .adoptionImports, .predictions, .dashboard, .adoptionPruning,
        .unknownVersions, .daysOfCells, .shares,
    ]

    /// The number of the newest migration.
    package static var newest: Int { migrations.count }

    /// The migrations that a database has.
    package enum State: Hashable, Sendable {
        /// The database has no tables.
        case empty
        /// The migrations up to this number were run.
        case made(Int)
    }

    /// Returns the migrations that a database has.
    /// - Throws: ``StoreError`` `newerSchema` if it has a migration that this version does not know, `unavailable` if
    ///   the database belongs to another program.
    package static func state(of sql: any SQLSession) throws -> State {
        let tables = try sql.tables()
        guard tables.contains(ledger) else {
            guard tables.isEmpty else {
                throw StoreError.unavailable(
                    "it holds tables (\"\(tables[0])\") but is not a database of airworthy; name another one")
            }
            return .empty
        }
        let made = try sql.rows("SELECT number, name FROM \(ledger) ORDER BY number")
        for (row, place) in zip(made, 1...) {
            let (number, name) = (try row.integer("number"), try row.text("name"))
            guard place <= newest, number == place, name == migrations[place - 1].name else {
                throw StoreError.newerSchema("\(Migration.digits(number)) \(name)")
            }
        }
        return .made(made.count)
    }

    /// Runs the missing migrations, all of them or none, in one transaction, and returns those that ran. It begins with
    /// the lock, where several processes may migrate at once. The ledger notes `now`; older schemas than the newest are
    /// for tests.
    /// - Throws: ``StoreError``; see ``state(of:)``.
    @discardableResult
    package static func migrate(
        _ driver: any Driver, upTo last: Int = newest, at now: Date,
        holding lock: @escaping @Sendable (any SQLSession) throws -> Void = { _ in }
    ) async throws -> [Migration] {
        try await driver.write { sql in
            try lock(sql)
            return try migrate(in: sql, upTo: last, at: now)
        }
    }

    /// Runs the missing migrations in a transaction; see ``migrate(_:upTo:at:holding:)``.
    package static func migrate(in sql: any SQLSession, upTo last: Int = newest, at now: Date) throws -> [Migration] {
        let made = try state(of: sql)
        if made == .empty { try sql.run(sql.dialect.spelled(createLedger)) }
        let missing = migrations.dropFirst(made.count).prefix { $0.number <= last }
        for migration in missing {
            for statement in sql.dialect.spelled(migration.statements) { try sql.run(statement) }
            try sql.run(
                "INSERT INTO \(ledger) (number, name, made_at) VALUES ($1, $2, $3)",
                binding: migration.number, migration.name, now)
        }
        return Array(missing)
    }

    private static let ledger = "airworthy_migrations"
    private static let createLedger = """
        CREATE TABLE \(ledger) (
            number {integer} NOT NULL PRIMARY KEY,
            name {text} NOT NULL,
            made_at {integer} NOT NULL
        ){strict}
        """
}
