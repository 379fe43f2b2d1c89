import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Foundation
import Persistence
import PersistencePostgres

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Create or upgrade the tables of a PostgreSQL database.",
        discussion: """
            Run it before you start servers of a new version. Running servers of the previous \
            version keep working meanwhile, because a migration only adds tables, indexes \
            and columns. All missing migrations run or none. Of several calls at once, one \
            runs them and the others wait.

            A data folder (SQLite) needs no migrate: `airworthy serve` backs it up and \
            upgrades it when it starts.

            EXAMPLE
              $ airworthy migrate --database postgresql://app@db.example.com/airworthy --dry-run
              $ AIRWORTHY_DATABASE_URL=postgresql://app:secret@db/airworthy airworthy migrate
            """)

    @OptionGroup var database: DatabaseOption

    @Flag(help: "Print what would run, and change nothing.")
    var dryRun = false

    @Flag(help: .jsonLine)
    var json = false

    func run() async throws {
        guard let address = try database.address() else {
            throw ToolError.usage(
                "no database: give --database or set \(DatabaseAddress.variable) to a postgresql:// URL; the database of a "
                    + "data folder (SQLite) is upgraded by `airworthy serve` when it starts")
        }
        let isDryRun = dryRun
        let migrations = try await ProgressLine.during("upgrading \(address)") {
            try await LocalDatabase.withPostgres(address) { driver in
                let pending = try await Schema.pending(in: driver)
                if isDryRun || pending.isEmpty { return pending }
                return try await PostgresMigration.run(driver, at: WallClock.now())
            }
        }
        try printOutput(json ? [answer(migrations).jsonLine] : lines(migrations))
    }

    private func lines(_ migrations: [Migration]) -> [String] {
        guard !migrations.isEmpty else { return ["up to date: \(Self.current)"] }
        return migrations.map { "\(dryRun ? "would run" : "ran") \($0.title)" }
    }

    private func answer(_ migrations: [Migration]) -> JSONValue {
        let names = JSONValue.array(migrations.map { .string($0.title) })
        return .object([
            "dryRun": .bool(dryRun), "migrations": names, "current": .string(Self.current),
        ])
    }

    /// The newest migration of this version.
    private static var current: String { Schema.migrations.last?.title ?? "" }
}

/// The `--database` of commands that work on PostgreSQL.
struct DatabaseOption: ParsableArguments {
    @Option(parsing: .unconditional, help: .postgres)
    var database: String?

    /// Returns the database; `nil` if none is named.
    func address() throws(ToolError) -> PostgresAddress? {
        try DatabaseAddress.postgres(option: database, environment: ProcessInfo.processInfo.environment)
    }
}
