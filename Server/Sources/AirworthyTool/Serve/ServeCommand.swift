import AirworthyServer
import ArgumentParser
import ControlPlane
import Foundation
import Logging

/// Runs the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server: publish, sign, serve, decide.",
        discussion: """
            Prints `listening on http://HOST:PORT` on standard output when it is ready, and \
            logs on standard error. All data is in one folder, which is created if it is \
            missing; back it up with `airworthy backup`. With --database, several servers \
            share a PostgreSQL database instead; create its tables with `airworthy migrate`. \
            Ctrl-C or SIGTERM finishes running requests and stops the server.

            The first start creates an admin token: it is shown on a terminal, otherwise it \
            is in the file first-admin-token of the data folder.

            Every setting can also be given in the environment; --print-settings lists them. \
            Keys are never given themselves, only the names of their files or variables.

            EXAMPLE
              $ airworthy serve --data data --signing-key keys/online.key --keyring keyring.json
              $ airworthy serve --database postgresql://airworthy@db.example.com/airworthy
              $ AIRWORTHY_SIGNING_KEY=env:ONLINE_KEY airworthy serve --host 0.0.0.0
            """)

    @OptionGroup
    var options: ServeOptions

    @Flag(help: "Print all settings as a table, and exit.")
    var printSettings = false

    @Flag(help: "Print the current settings, without secrets, and exit.")
    var printConfig = false

    func run() async throws {
        if printSettings { return try printOutput(Setting.table) }
        let environment = ProcessInfo.processInfo.environment
        var settings = try await ServeSettings(SettingReader(options: options.values, environment: environment))
        if printConfig { return try printOutput(settings.listing) }

        let logger = LineLogHandler.logger(level: settings.logLevel)
        defer { LogWriter.standardError.flush() }
        Self.warn(about: &settings, environment: environment, logger: logger)
        let components = try await ServerComponents(settings: settings, environment: environment, logger: logger)
        if settings.signingKeys.isEmpty {
            printError(
                "airworthy: warning: no signing key is configured, so nothing can be published for apps that this "
                    + "server signs; see --signing-key")
        }
        do {
            try await components.plane.housekeeping.load()
            try await FirstToken.handOut(
                by: components.plane.tokens, directory: settings.directory, isTerminal: isatty(2) == 1)
        } catch {
            try? await components.close()
            throw error is ToolError ? error : ToolError.unavailable("\(settings.place): \(error)")
        }
        try await ServerRun(settings: settings, components: components, logger: logger).run()
    }

    /// Logs suspicious settings, and lowers the number of connections to the limit of open files.
    private static func warn(about settings: inout ServeSettings, environment: [String: String], logger: Logger) {
        for name in Setting.unknownVariables(in: environment) {
            logger.warning("setting.unknown", metadata: ["variable": .string(name.printable)])
        }
        let wanted = settings.maxConnections
        settings.maxConnections = OpenFileLimit.raise(for: wanted)
        if settings.maxConnections < wanted {
            logger.warning(
                "connections.limited", metadata: ["wanted": "\(wanted)", "possible": "\(settings.maxConnections)"])
        }
        for case .file(let path) in settings.signingKeys { warnIfReadableByOthers(path, holding: "this signing key") }
        for url in settings.apple.otherHosts {
            logger.warning("apple.other-host", metadata: ["url": .string(url.printable)])
        }
    }
}
