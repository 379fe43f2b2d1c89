import AirworthyServer
import ArgumentParser
import ControlPlane
import Foundation
import Logging

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server: publish, sign, serve, decide.",
        discussion: """
            Prints `listening on http://HOST:PORT` on standard output when it is ready, and \
            logs on standard error. All data is in one folder, which is created if it is \
            missing; back it up with `airworthy backup`. With --database, several servers \
            share a PostgreSQL database instead; create its tables with `airworthy migrate`.

            Ctrl-C or SIGTERM stops the server: it serves for `shutdown.drain` seconds more, \
            then finishes running requests. A second signal stops it at once. SIGHUP reads the \
            keys, the keyring and the secrets again.

            The first start creates an admin token: it is shown on a terminal, otherwise it \
            is in the file first-admin-token of the data folder.

            Every setting can also be given in the environment; --print-settings lists them. \
            Keys are never given themselves, only the names of their files or variables.

            EXAMPLE
              $ airworthy serve --data data --signing-key keys/online.key --keyring keyring.json
              $ airworthy serve --database postgresql://airworthy@db.example.com/airworthy
              $ AIRWORTHY_SIGNING_KEY=env:ONLINE_KEY airworthy serve --host 0.0.0.0
            """)

    @OptionGroup var options: ServeOptions

    @Flag(help: "Print all settings as a table, and exit.")
    var printSettings = false

    @Flag(help: "Print the current settings, without secrets, and exit.")
    var printConfig = false

    func run() async throws {
        if printSettings { return try printOutput(Settings.table) }
        let environment = ProcessInfo.processInfo.environment
        var settings = try await ServeSettings(SettingReader(options: options.texts, environment: environment))
        if printConfig { return try printOutput(settings.listing) }

        let logger = settings.logFormat.logger(level: settings.logLevel)
        defer { LogWriter.standardError.flush() }
        Self.warn(about: &settings, environment: environment, logger: logger)
        let components = try await ServerComponents(settings: settings, environment: environment, logger: logger)
        if settings.signingKeys.isEmpty {
            settings.logFormat.show(
                "airworthy: warning: no signing key is configured, so nothing can be published for apps that this "
                    + "server signs; see --signing-key", event: "start.warning", level: .warning, in: logger)
        }
        let run = ServerRun(
            settings: settings, components: components, logger: logger, environment: environment,
            load: { [settings] in try await Self.load(components, settings: settings, logger: logger) })
        try await run.run()
    }

    /// Hands out the first token and loads the state.
    static func load(_ components: ServerComponents, settings: ServeSettings, logger: Logger) async throws {
        do {
            // First, because who has seen that the server is ready reads the token.
            try await FirstToken.handOut(
                by: components.plane.tokens, directory: settings.directory,
                // A log in JSON may be stored, so it never holds the token.
                isTerminal: settings.logFormat == .text && isatty(2) == 1,
                show: { settings.logFormat.show($0, event: "first-token", level: .notice, in: logger) })
            try await components.plane.housekeeping.load()
        } catch {
            guard !(error is ToolError), !(error is CancellationError) else { throw error }
            throw ToolError.unavailable("\(settings.place): \(error)")
        }
    }

    /// Logs suspicious settings, and lowers the number of connections to the limit of open files.
    private static func warn(about settings: inout ServeSettings, environment: [String: String], logger: Logger) {
        for name in Settings.unknownVariables(in: environment) {
            logger.warning("setting.unknown", metadata: ["variable": .string(name.printable)])
        }
        let wanted = settings.maxConnections
        settings.maxConnections = OpenFileLimit.raise(for: wanted)
        if settings.maxConnections < wanted {
            logger.warning(
                "connections.limited", metadata: ["wanted": "\(wanted)", "possible": "\(settings.maxConnections)"])
        }
        for case .file(let path) in settings.signingKeys {
            guard let warning = warningIfReadableByOthers(path, holding: "this signing key") else { continue }
            settings.logFormat.show(warning, event: "start.warning", level: .warning, in: logger)
        }
        if let problem = warningIfOthersMayChange(settings.directory) {
            settings.logFormat.show(
                "airworthy: warning: \(problem); run chmod 700 on it", event: "start.warning", level: .warning,
                in: logger)
        }
        for url in settings.otherHosts {
            logger.warning("apple.other-host", metadata: ["url": .string(url.printable)])
        }
    }
}

/// The options with settings of a server.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address to listen on. (default: \(Settings.rows.host.defaultText))", valueName: "address"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The port to listen on; 0 selects a free one. (default: \(Settings.rows.port.defaultText))",
            valueName: "port"))
    var port: String?

    @Option(
        help: ArgumentHelp(
            "The folder for all data. (default: \(Settings.rows.directory.defaultText))", valueName: "folder"),
        completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "A PostgreSQL database instead of a data folder, as postgresql://USER@HOST/DATABASE, without a password.",
            valueName: "url"))
    var database: String?

    @Option(
        help: ArgumentHelp("An online key to sign with. May be repeated.", valueName: "file"),
        completion: .file(extensions: ["key"]))
    var signingKey: [String] = []

    @Option(help: ArgumentHelp("The keyring to include in manifests.", valueName: "file"), completion: .file())
    var keyring: String?

    /// The texts that are given, by the key of their setting.
    var texts: [String: [String]] {
        let rows = Settings.rows
        let single = [
            rows.host.key: host, rows.port.key: port, rows.directory.key: data, rows.database.key: database,
            rows.keyring.key: keyring,
        ]
        var texts = single.compactMapValues { $0.map { [$0] } }
        if !signingKey.isEmpty { texts[rows.signingKeys.key] = signingKey.map { "file:\($0)" } }
        return texts
    }
}
