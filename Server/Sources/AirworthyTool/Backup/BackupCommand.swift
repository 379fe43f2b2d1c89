import AirworthyPolicy
import ArgumentParser
import ControlPlane
import PersistenceSQLite

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy a server's database to one file.",
        discussion: """
            The server may keep running. The file is consistent, is verified after it was \
            written, and can be read by you only. It contains no signing keys, because the \
            database contains none.

            EXAMPLE
              $ airworthy backup airworthy-2026-11-21.backup --data airworthy-data
            """)

    @Argument(help: "The file to create; an existing file is not replaced.", completion: .file())
    var file: String

    @OptionGroup var data: DataOption

    @Flag(help: .jsonLine) var json = false

    func run() async throws {
        if let sentence = MovedFolder(data.directory).sentence {
            printError("airworthy: warning: this is the state before the move. \(sentence)".printable)
        }
        let report = try await ProgressLine.during("copying the database") {
            try await LocalDatabase.run { try SQLiteBackup.write(from: data.directory, to: file) }
        }
        let answer = JSONValue.object([
            "file": .string(file), "apps": .of(report.apps), "bytes": .of(report.size),
        ])
        try printOutput(
            json
                ? answer.jsonLine
                : "\(file.printable): \(report.apps.counted("app")), \(report.size.grouped) bytes")
    }
}
