import AirworthyPolicy
import ArgumentParser
import ControlPlane
import Foundation
import Persistence

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the server's configuration, database, keys, clock, disk and access to Apple.",
        discussion: """
            Takes the settings of `airworthy serve`, from the same options and the environment. \
            Prints one line for each check: ok, warning, failed or skipped, the finding, and \
            what to do. Changes nothing, and may run while servers run. Exits with 1 if a \
            check failed.

            EXAMPLE
              $ airworthy doctor --data airworthy-data --signing-key keys/online.key
              $ airworthy doctor --database postgresql://app@db.example.com/airworthy --json
            """)

    @OptionGroup
    var options: ServeOptions

    @Flag(help: "Send no requests to Apple.")
    var offline = false

    @Flag(help: .jsonLine)
    var json = false

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let examination = Examination(environment: environment, isOffline: offline)
        let results = await ProgressLine.during("checking") { await examination.results(options: options.texts) }
        let report = DoctorReport(results: results)
        try printOutput(json ? [report.json.jsonLine] : report.lines)
        if report.hasFailed { throw ExitCode(1) }
    }
}

/// All checks, in the order of the report.
struct Examination {
    let environment: [String: String]
    let isOffline: Bool
    var now: @Sendable () -> Date = WallClock.now
    var disk: @Sendable (String) -> DiskCheck.Space? = DiskCheck.space(of:)

    /// Runs all checks. One that fails does not stop the others, except that unreadable settings leave nothing to check.
    func results(options: [String: [String]]) async -> [CheckResult] {
        let settings: ServeSettings
        do throws(ToolError) {
            settings = try await ServeSettings(SettingReader(options: options, environment: environment))
        } catch {
            let others = CheckResult.Subject.allCases.filter { $0 != .configuration }
            return [.failed(.configuration, error.description)]
                + others.map { .skipped($0, "the configuration cannot be read") }
        }
        let (database, content) = await DatabaseCheck(settings: settings, now: now).run()
        let keys = KeyCheck(
            settings: settings, environment: environment, apps: content?.apps, keyrings: content?.keyrings ?? [:]
        ).run()
        let (apple, offset) = await AppleCheck(
            settings: settings, environment: environment, isOffline: isOffline, now: now
        ).run()
        let clock = ClockCheck(
            now: now(), manifests: content?.manifests ?? [], notes: content?.clock ?? ClockNotes(),
            database: content?.databaseClock, appleOffset: offset)
        let configuration = ConfigurationCheck(
            settings: settings, environment: environment, hiddenClients: content?.hiddenClients, today: UTCDay(now()))
        return configuration.run() + database + keys
            + ManifestCheck(now: now(), content: content).run() + clock.run()
            + DiskCheck(directory: settings.directory, usesPostgres: settings.database != nil, space: disk).run()
            + apple
    }
}

/// The check of settings that are valid but suspicious.
struct ConfigurationCheck {
    let settings: ServeSettings
    let environment: [String: String]
    /// The last day on which a proxy seemed to hide the installations that check in.
    let hiddenClients: UTCDay?
    let today: UTCDay

    func run() -> [CheckResult] {
        var results = Settings.unknownVariables(in: environment).map { name in
            CheckResult.warning(
                .configuration, "\(name): the server has no such setting",
                advice: "correct or remove it; `airworthy serve --print-settings` lists all")
        }
        results += settings.otherHosts.map { url -> CheckResult in
            .warning(.configuration, "\(url) is not an address of Apple", advice: "use it for tests only")
        }
        if !["127.0.0.1", "::1", "localhost"].contains(settings.host), settings.publicURL == nil {
            results.append(
                .warning(
                    .configuration, "the server listens on \(settings.host), and http.publicURL is not set",
                    advice: "set \(Settings.rows.publicURL.variable) to the https address of the proxy in front"))
        }
        if let hiddenClients, hiddenClients >= today.adding(days: -1) {
            results.append(
                .warning(
                    .configuration,
                    "on \(hiddenClients.text) a long row of check-ins came from one private address, so that all devices share "
                        + "the limit of one",
                    advice: "if that is a proxy, name it in \(Settings.rows.trustedProxies.variable)"))
        }
        results += traceHeaders
        return results.isEmpty ? [.ok(.configuration, "\(Settings.all.count) settings are valid")] : results
    }

    /// The findings about the header fields for the collector of traces.
    private var traceHeaders: [CheckResult] {
        do throws(ToolError) {
            _ = try TraceHeaders(settings.traceHeaders, environment: environment)
        } catch {
            return [.failed(.configuration, error.description, advice: "the server does not start without them")]
        }
        var results = settings.traceHeaders.flatMap { reference in
            FilePermissions.warnings(
                about: reference, subject: .configuration, secret: "the headers for the collector of traces")
        }
        if !settings.traceHeaders.isEmpty, settings.traceEndpoint == nil {
            results.append(
                .warning(
                    .configuration, "\(Settings.rows.traceHeaders.key) is set, but no collector gets traces",
                    advice: "set \(Settings.rows.traceEndpoint.variable), too"))
        }
        return results
    }
}
