import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Persistence

/// Puts a backup in place of a server's database.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in place of a server's database.",
        discussion: """
            The server must not run. What was there is kept in the same folder under \
            another name.

            Devices refuse a revision below one they have seen, so revisions go on above \
            everything that may have been published since the backup was made: above the \
            backup's own, above --at-least, and above the time in seconds. The next start of \
            the server issues what is in force anew under such a number.

            EXAMPLE
              $ airworthy restore airworthy-2026-11-21.backup --data airworthy-data
            """)

    @Argument(help: "The backup.", completion: .file())
    var file: String

    @OptionGroup var data: DataOption

    @Option(help: ArgumentHelp("The lowest number the next revisions may have.", valueName: "n"))
    var atLeast: Int?

    @Flag(help: "Print one line of JSON.")
    var json = false

    func validate() throws {
        if let atLeast, atLeast < 1 { throw ValidationError("--at-least: write a number from 1") }
    }

    func run() async throws {
        let (file, atLeast, directory) = (file, atLeast, data.directory)
        let report = try await LocalStore.explaining {
            try directory.create()
            let lock = try ProcessLock(directory)
            defer { lock.release() }
            return try await SQLiteRestore.run(file, into: lock, atLeast: atLeast, at: Clock.now())
        }
        guard !json else {
            return try printOutput(
                LocalStore.json([
                    "apps": .count(report.backup.apps), "above": .count(report.floor),
                    "replaced": report.replaced.map(JSONValue.string) ?? .null,
                    "reissued": .array(report.reissued.map(JSONValue.string)),
                ]))
        }
        try printOutput("restored \(LocalStore.count(report.backup.apps, "app")) from \(file.printable)")
        if let replaced = report.replaced { try printOutput("what was there is in \(replaced.printable)") }
        try printOutput("revisions go on above \(report.floor)")
        if !report.reissued.isEmpty {
            try printOutput("issued anew at the next start: \(report.reissued.joined(separator: ", "))")
        }
    }
}
