import ArgumentParser
import Foundation

/// The options of commands that can open a server's database themselves.
struct LocalOptions: ParsableArguments {
    @Flag(help: "Open the database itself instead of asking a server.")
    var local = false

    @Option(
        help: ArgumentHelp(
            "With --local: the folder of the server's database; the server must not run. "
                + "(default: \(Settings.rows.directory.defaultText))",
            valueName: "folder"), completion: .directory)
    var data: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --local: the PostgreSQL database; by default that of AIRWORTHY_DATABASE_URL.", valueName: "url"))
    var database: String?

    func validate() throws {
        guard data == nil || database == nil else {
            throw ValidationError("--data and --database cannot be given together; name one database.")
        }
        guard local || data == nil && database == nil else {
            throw ValidationError("--data and --database need --local; without it the command asks a server.")
        }
    }

    /// Returns the database: that of an option, else that of the environment, else the default folder.
    func address(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ToolError) -> DatabaseAddress {
        if let data { return .folder(data) }
        if let address = try DatabaseAddress.postgres(option: database, environment: environment) {
            return .postgres(address)
        }
        return .folder(Settings.rows.directory.defaultValue)
    }
}
