import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Persistence

/// Copies a server's database.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy a server's database to one file.",
        discussion: """
            The server may run meanwhile. The file is consistent, checked after it was \
            written, and readable by you alone. It holds no signing keys: they are not in \
            the database.

            EXAMPLE
              $ airworthy backup airworthy-2026-11-21.backup --data airworthy-data
            """)

    @Argument(help: "The file to make; one that is there is not replaced.", completion: .file())
    var file: String

    @OptionGroup var data: DataOption

    @Flag(help: "Print one line of JSON.")
    var json = false

    func run() throws {
        let report = try LocalStore.explaining { try SQLiteBackup.write(from: data.directory, to: file) }
        try printOutput(
            json
                ? LocalStore.json(["file": .string(file), "apps": .count(report.apps), "bytes": .count(report.size)])
                : "\(file.printable): \(LocalStore.count(report.apps, "app")), \(Share.grouped(report.size)) bytes")
    }
}
