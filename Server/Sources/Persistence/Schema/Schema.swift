import ControlPlane
package import Foundation

/// The schema and its ledger: one table, the same for every engine, that says which migrations were made.
package enum Schema {
    /// Every migration, in order; the number of each is its place from 1.
    package static let migrations: [Migration] = [.everything, .origins, .sources]

    /// The number of the newest one.
    package static var newest: Int { migrations.count }

    /// What a database has of it.
    package enum State: Hashable, Sendable {
        /// There are no tables at all.
        case empty
        /// The migrations up to this number were made.
        case made(Int)
    }

    /// Looks which migrations were made.
    /// - Throws: ``StoreError`` `newerSchema` if one of them is not known here, `unavailable` if the database belongs
    ///   to something else.
    package static func state(_ sql: any SQL, _ dialect: Dialect) throws -> State {
        let tables = try sql.rows(dialect.tables).map { row in try row.text("name") }
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

    /// Makes the migrations that are missing, all of them or none, in one transaction.
    /// - Parameters:
    ///   - driver: The database.
    ///   - last: The number to stop after; older schemas are for tests.
    ///   - now: What the ledger notes as the time.
    /// - Throws: ``StoreError``; see ``state(_:_:)``.
    package static func migrate(_ driver: any Driver, upTo last: Int = newest, at now: Date) async throws {
        let dialect = driver.dialect
        try await driver.write { sql in
            var made = 0
            switch try state(sql, dialect) {
            case .made(let count): made = count
            case .empty: try sql.run(dialect.spelled(createLedger))
            }
            for migration in migrations.dropFirst(made).prefix(while: { $0.number <= last }) {
                for statement in migration.statements { try sql.run(dialect.spelled(statement)) }
                try sql.run(
                    "INSERT INTO \(ledger) (number, name, made_at) VALUES ($1, $2, $3)", migration.number,
                    migration.name, now)
            }
        }
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
