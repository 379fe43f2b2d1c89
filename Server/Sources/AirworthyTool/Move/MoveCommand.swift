import AirworthyPolicy
import ArgumentParser
import Foundation
import Persistence
import PersistencePostgres
import PersistenceSQLite

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move an installation from a data folder (SQLite) to PostgreSQL.",
        discussion: """
            The server must not run. Copies every app, policy, revision, catalog, audit entry \
            and token with its number in one transaction, reads every row back, and compares \
            the digests. The folder stays as it is; do not start a server on it again.

            The database has to be empty, or to have this installation from an earlier run; \
            then the rows are compared again. Any other database is left untouched. After an \
            interruption, run the same command again.

            EXAMPLE
              $ airworthy move --from airworthy-data --to postgresql://app@db.example.com/airworthy
            """)

    @Option(help: ArgumentHelp("The data folder.", valueName: "folder"), completion: .directory)
    var from: String

    @Option(parsing: .unconditional, help: .postgres)
    var to: String?

    @Flag(help: .jsonLine)
    var json = false

    func run() async throws {
        for scheme in ["postgres://", "postgresql://"] where from.hasPrefix(scheme) {
            throw ToolError.usage("--from: an installation can only be moved from a data folder to PostgreSQL")
        }
        let address = try DatabaseAddress.postgres(
            option: to, as: "--to", environment: ProcessInfo.processInfo.environment)
        guard let address else {
            throw ToolError.usage(
                "no database: give --to or set \(DatabaseAddress.variable) to a postgresql:// URL of an empty database")
        }
        let report = try await ProgressLine.during("copying every row to \(address), and comparing it") {
            try await LocalDatabase.withSQLite(DataDirectory(from)) { source in
                try await LocalDatabase.withPostgres(address) { target in
                    if try await Schema.pending(in: target).count == Schema.newest {
                        _ = try await PostgresMigration.run(target, at: WallClock.now())
                    }
                    try await Schema.requireCurrent(target)
                    return try await InstallationMove.run(from: source, to: target)
                }
            }
        }
        do {
            try MovedFolder(DataDirectory(from)).note(address)
        } catch {
            printError(
                "airworthy: warning: the move is done, but \(error); do not start a server on \(from) again".printable)
        }
        try printOutput(json ? [answer(report, at: address).jsonLine] : lines(report, at: address))
    }

    private func lines(_ report: InstallationMove.Report, at address: PostgresAddress) -> [String] {
        var table = Table(["TABLE", "ROWS", "SHA-256"], numbers: [1])
        for content in report.tables {
            table.add([content.table, content.rows.grouped, String(content.digest.prefix(16))])
        }
        let rows = report.tables.reduce(0) { $0 + $1.rows }.counted("row")
        let summary =
            report.isNew
            ? [
                "moved \(rows) to \(address); every row was read back and is equal",
                "start servers with --database \(address) and do not start one on \(from.printable) again",
            ]
            : ["nothing is left to move: \(address) has the same \(rows)"]
        return table.lines(style: .standardOutput, whenEmpty: "") + summary.map(\.printable)
    }

    private func answer(_ report: InstallationMove.Report, at address: PostgresAddress) -> JSONValue {
        let tables = report.tables.map { content in
            JSONValue.object([
                "table": .string(content.table), "rows": .of(content.rows), "digest": .string(content.digest),
            ])
        }
        return .object([
            "moved": .bool(report.isNew), "to": .string(address.description), "tables": .array(tables),
        ])
    }
}

/// The note that `move` leaves in a data folder, so that nobody goes on with its database by mistake.
struct MovedFolder {
    private let directory: DataDirectory
    private var path: String { directory.path + "/moved-to" }

    init(_ directory: DataDirectory) { self.directory = directory }

    /// Notes where the installation is now.
    func note(_ address: PostgresAddress) throws {
        try OutputFile.write(Array("\(address)\n".utf8), to: path)
    }

    /// A sentence with the new database and the way back; `nil` if the installation was not moved.
    var sentence: String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let address = text.prefix(200).trimmingCharacters(in: .whitespacesAndNewlines)
        return
            "\(directory.path): this installation was moved to \(address); to use the folder again all the same, delete "
            + path
    }
}
