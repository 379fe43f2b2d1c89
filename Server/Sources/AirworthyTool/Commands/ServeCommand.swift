import AirworthyServer
import ArgumentParser
import ControlPlane
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server: publish, sign, serve, decide.",
        discussion: """
            Prints `listening on http://HOST:PORT` on standard output once it answers, and \
            logs on standard error. Everything is kept in one folder, which is created if \
            it is missing; copy it with `airworthy backup`. Ctrl-C or SIGTERM finishes what \
            runs and stops.

            The first start makes an admin token: it is shown on a terminal, else it is in \
            the file first-admin-token of the data folder.

            Every setting can be given in the environment too; --print-settings lists \
            them. Keys are only ever named, as a file or as a variable, never given.

            EXAMPLE
              $ airworthy serve --data data --signing-key keys/online.key --keyring keyring.json
              $ AIRWORTHY_SIGNING_KEY=env:ONLINE_KEY airworthy serve --host 0.0.0.0
            """)

    @Option(help: ArgumentHelp("The address to listen on. (default: 127.0.0.1)", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("The port to listen on; 0 takes a free one. (default: 8080)", valueName: "port"))
    var port: String?

    @Option(
        help: ArgumentHelp("The folder to keep everything in. (default: airworthy-data)", valueName: "folder"),
        completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp("An online key to sign with. May be repeated.", valueName: "file"),
        completion: .file(extensions: ["key"]))
    var signingKey: [String] = []

    @Option(help: ArgumentHelp("The keyring to send along.", valueName: "file"), completion: .file())
    var keyring: String?

    @Flag(help: "Print every setting as a table, and stop.")
    var printSettings = false

    @Flag(help: "Print the settings in effect, without secrets, and stop.")
    var printConfig = false

    func run() async throws {
        if printSettings { return try printOutput(Setting.table) }
        let environment = ProcessInfo.processInfo.environment
        var settings = try await ServeSettings(SettingReader(options: options, environment: environment))
        if printConfig { return try printOutput(settings.listing) }

        let logger = Self.logger(settings.logLevel)
        for name in EnvironmentCheck.unknown(in: environment) {
            logger.warning("setting.unknown", metadata: ["variable": .string(name.printable)])
        }
        let wanted = settings.maxConnections
        settings.maxConnections = OpenFiles.makeRoom(for: wanted)
        if settings.maxConnections < wanted {
            logger.warning(
                "connections.limited", metadata: ["wanted": "\(wanted)", "possible": "\(settings.maxConnections)"])
        }
        for url in settings.apple.strangers {
            logger.warning("apple.other-host", metadata: ["url": .string(url.printable)])
        }
        let composed = try await Compose(settings, environment: environment, logger: logger)
        if settings.signingKeys.isEmpty {
            printError(
                "airworthy: warning: no signing key is configured, so nothing can be published for apps this server "
                    + "signs; see --signing-key")
        }
        do {
            try await composed.plane.housekeeping.load()
            try await FirstToken.handOut(
                by: composed.plane.tokens, directory: settings.directory, isTerminal: isatty(2) == 1)
        } catch {
            try? await composed.close()
            throw error is ToolError ? error : ToolError(.unavailable, "\(settings.directory.printable): \(error)")
        }
        try await ServerRun(settings, composed, logger: logger).run()
    }

    /// What was given on the command line, by setting.
    private var options: [Setting: [String]] {
        var options: [Setting: [String]] = [:]
        options[.host] = host.map { [$0] }
        options[.port] = port.map { [$0] }
        options[.directory] = data.map { [$0] }
        options[.keyring] = keyring.map { [$0] }
        if !signingKey.isEmpty { options[.signingKeys] = signingKey.map { "file:\($0)" } }
        return options
    }

    private static func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "airworthy") { _ in LineLogHandler() }
        logger.logLevel = level
        return logger
    }
}
