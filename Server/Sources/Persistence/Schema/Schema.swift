import ControlPlane
package import Foundation

/// The schema and its ledger: a table, the same for every engine, with the migrations that were run.
///
/// Nodes of two versions share a PostgreSQL database while an operator replaces one after the other. So the migrations of
/// a release may only add: tables, indexes, and columns that are nullable or have a default. The nodes of the previous
/// version ignore the additions, keep working, and start again: the ledger notes the oldest program that may. A release removes or
/// renames only what the release before it no longer uses: expand in one release, contract in the next.
package enum Schema {
    /// Every migration, in order; the number of each is its position from 1.
    package static let migrations: [Migration] = [
        .everything, .origins, .sources, .actors, .changes, .notes, .listedChanges, .appleKeys, .adoption,
        .adoptionImports, .predictions, .dashboard, .adoptionPruning,
        .unknownVersions, .daysOfCells, .shares, .compatibility, .tokenUses,
    ]

    package static var newest: Int { migrations.count }

    /// The migrations that a database has.
    package enum State: Hashable, Sendable {
        /// The database has no tables.
        case empty
        /// The migrations up to this number were run, and perhaps newer ones that this program works with; see
        /// ``Schema/newer(in:)``.
        case made(Int)
    }

    /// Returns the migrations that a database has.
    /// - Throws: ``StoreError`` `newerSchema` if it has a migration that shuts this version out, `unavailable` if
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
            let isKnown = place <= newest && name == migrations[place - 1].name
            guard number == place, isKnown || place > newest else {
                throw StoreError.newerSchema("\(Migration.digits(number)) \(name)")
            }
        }
        if let closed = try newer(in: sql, made: made.count).first(where: { !$0.isOpen }) {
            throw StoreError.newerSchema(closed.title)
        }
        return .made(min(made.count, newest))
    }

    /// Returns the numbers and names of the migrations that a database has and this version does not know, in order. It works with
    /// all of them; see ``state(of:)``.
    package static func newer(in sql: any SQLSession) throws -> [String] {
        try newer(in: sql, made: .max).map(\.title)
    }

    private static func newer(
        in sql: any SQLSession, made count: Int
    ) throws -> [(title: String, isOpen: Bool)] {
        // The ledger of an older database lacks the column.
        guard count > newest else { return [] }
        return try sql.rows(
            "SELECT number, name, oldest_program FROM \(ledger) WHERE number > $1 ORDER BY number", binding: newest
        ).map { row in
            let title = "\(Migration.digits(try row.integer("number"))) \(try row.text("name"))"
            return (title, try row.optionalInteger("oldest_program").map { $0 <= newest } ?? false)
        }
    }

    /// Runs the missing migrations, all of them or none, in one transaction, and returns those that ran. It begins with
    /// the lock, where several processes may migrate at once. The ledger notes `now`; older schemas than the newest are
    /// for tests.
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
            guard migration.number >= Migration.compatibility.number else { continue }
            try sql.run(
                "UPDATE \(ledger) SET oldest_program = $2 WHERE number = $1", binding: migration.number,
                migration.oldestProgram)
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

/// One step of the schema. A released migration is never edited, only followed by another one.
///
/// Statements name no Swift type, add before they remove, and differ between engines only by ``Dialect``.
package struct Migration: Hashable, Sendable {
    /// The position in the order, from 1.
    package let number: Int
    /// A short name for the change.
    package let name: String
    /// The number of the newest migration of the oldest program that works with the database afterwards. A migration that only adds
    /// tables, indexes, and columns that are nullable or have a default keeps that of the migration before; `number` shuts all
    /// older programs out.
    package let oldestProgram: Int
    /// The statements to run, in this order.
    package let statements: [String]

    init(number: Int, name: String, oldestProgram: Int? = nil, statements: [String]) {
        self.number = number
        self.name = name
        self.oldestProgram = oldestProgram ?? number
        self.statements = statements
    }

    /// Returns a migration's number as file names have it, such as `0001`.
    package static func digits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension Schema {
    /// Returns the migrations that a database lacks, in order.
    package static func pending(in driver: any Driver) async throws -> [Migration] {
        let made = try await driver.read { try state(of: $0) }
        return Array(migrations.dropFirst(made.count))
    }

    /// Checks that a database has exactly the tables of this version.
    /// - Throws: ``StoreError``: `newerSchema`; `unavailable` if the database lacks migrations or belongs to another
    ///   program.
    package static func requireCurrent(_ driver: any Driver) async throws {
        let pending = try await pending(in: driver)
        guard let first = pending.first else { return }
        throw StoreError.unavailable(
            first.number == 1
                ? "it has no tables yet; run `airworthy migrate` first"
                : "its tables are those of an older version (the migration \"\(first.title)\" is missing); run "
                    + "`airworthy migrate` first")
    }
}

extension Schema.State {
    /// The number of migrations that were run.
    package var count: Int {
        switch self {
        case .empty: 0
        case .made(let count): count
        }
    }
}

extension Migration {
    /// The number and the name, such as `0002 origins`.
    package var title: String { "\(Self.digits(number)) \(name)" }
}
