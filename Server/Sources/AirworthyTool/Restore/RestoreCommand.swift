import AirworthyPolicy
import ArgumentParser
import ControlPlane
import PersistenceSQLite

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace a server's database with a backup.",
        discussion: """
            The server must not run. The previous database is kept in the same folder under \
            another name.

            Devices reject a revision below one they have accepted. So the next revision \
            will be higher than every revision that may have been published since the \
            backup: higher than the backup's own, than --at-least, and than the time in \
            seconds. At its next start the server reissues the published policies with such \
            revisions.

            --at-least may exceed the time in seconds (as of 1970) by \(RevisionLimit.margin), and no \
            more: a number that no revision can follow would freeze every app.

            EXAMPLE
              $ airworthy restore airworthy-2026-11-21.backup --data airworthy-data
            """)

    @Argument(help: "The backup.", completion: .file())
    var file: String

    @OptionGroup var data: DataOption

    @Option(help: ArgumentHelp("The next revision is this number or higher.", valueName: "n"))
    var atLeast: Int?

    @Flag(help: .jsonLine) var json = false

    func validate() throws {
        if let atLeast, atLeast < 1 { throw ValidationError("--at-least: write a number from 1") }
    }

    func run() async throws {
        let (file, atLeast, directory) = (file, atLeast, data.directory)
        let report = try await ProgressLine.during("replacing the database") {
            try await LocalDatabase.run {
                try directory.create()
                let lock = try ProcessLock(directory)
                defer { lock.release() }
                return try await SQLiteRestore.run(file, into: lock, atLeast: atLeast, at: WallClock.now())
            }
        }
        if json {
            let answer = JSONValue.object([
                "apps": .of(report.backup.apps), "above": .of(report.floor), "replaced": .text(report.replaced),
                "reissued": .of(report.reissued),
            ])
            return try printOutput(answer.jsonLine)
        }
        var lines = ["restored \(report.backup.apps.counted("app")) from \(file.printable)"]
        if let replaced = report.replaced { lines.append("the previous database is in \(replaced.printable)") }
        lines.append("the next revision will be above \(report.floor)")
        if !report.reissued.isEmpty {
            lines.append("reissued at the next start: \(report.reissued.joined(separator: ", "))")
        }
        try printOutput(lines)
    }
}
