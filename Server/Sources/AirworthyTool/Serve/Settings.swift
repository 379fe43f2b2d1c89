import AirworthyServer
import AppStoreConnect
import ControlPlane
import Logging
import PersistencePostgres
import ReleaseCatalog
import ReleaseSources
import ServerSupport

/// The settings of `serve`, in the order of the documentation. Each is declared here only: the variables, the table of
/// `--print-settings`, the values of ``ServeSettings`` and their listing follow from these rows.
struct Settings: Sendable {
    let host = Setting(
        "http.host", as: .text, option: "--host", default: "127.0.0.1",
        help: "The address to listen on. Put a TLS proxy in front before you listen on anything but loopback.")
    let port = Setting(
        "http.port", as: .number(in: 0...65_535), option: "--port", default: 8_080,
        help: "The port to listen on; 0 takes a free one.")
    let publicURL = Setting(
        "http.publicURL", as: .address(example: "https://updates.example.com"),
        help: "The server's public address, such as `https://updates.example.com`, for absolute links.")
    let trustedProxies = Setting(
        "http.trustedProxies", as: .proxies, default: .none,
        help: "Addresses and networks, separated by commas, whose `X-Forwarded-For` and `traceparent` are trusted.")
    let maxConnections = Setting(
        "http.maxConnections", as: .number(in: 1...1_000_000), default: ServerLimits().connections,
        help: "The maximum number of connections; lowered if the limit of open files is lower.")
    let maxConnectionsPerAddress = Setting(
        "http.maxConnectionsPerAddress", as: .number(in: 1...1_000_000), default: ServerLimits().addressShare,
        help: "The maximum number of connections of one client address (IPv6: one /48), by default a quarter of "
            + "`http.maxConnections`; further ones are closed at once. Trusted proxies may have more; of one "
            + "address behind them, as many requests are in progress at most, and further ones get 503."
    ).derived { $0.limits.addressShare }
    let internalHost = Setting(
        "http.internalHost", as: .text, default: "127.0.0.1", help: "The address of the second listener.")
    let internalPort = Setting(
        "http.internalPort", as: .number(in: 0...65_535),
        help: "The port of a second listener. If it is set, the admin API and `/metrics` are available there only, "
            + "and `/metrics` needs no token.")
    let hasDashboard = Setting(
        "http.dashboard", as: .onOrOff, default: true,
        help: "`on` or `off`: pages for people, at the same address as the admin API, so on the second listener if "
            + "there is one.")
    let evaluations = Setting(
        "evaluation.concurrency", as: .number(in: 1...100_000), default: ServerLimits().evaluations,
        help: "The maximum number of decision, feature, release and TestFlight requests that are computed or wait; "
            + "further ones get 503.")
    let adminTimeLimit = Setting(
        "admin.timeLimit", as: .seconds(in: 1...600), default: ServerLimits().adminWork,
        help: "The maximum seconds for checking, comparing, publishing or importing a document; two run at once, "
            + "further ones wait or get 503.")
    let publishesPerMinute = Setting(
        "app.publishesPerMinute", as: .number(in: 1...1_000_000), default: 30,
        help: "The maximum number of revisions of an app that a token, together with those created with it, "
            + "publishes in a minute on one server; further ones get 429.")
    let storage = Setting(
        "app.storage", as: .number(in: 1...1_000_000, unit: 1 << 20), default: 512 << 20,
        help: "The maximum MiB of an app's policies and manifests; further publishes get 507. Rolling back may take "
            + "a quarter more, and what the server renews is never refused.")
    let tokensPerCreator = Setting(
        "tokens.perCreator", as: .number(in: 1...1_000_000), default: 500,
        help: "The maximum number of tokens that one token and those created with it may create; further ones get "
            + "409. A token stops counting \(TokenService.countedAfterwards.words) after it was revoked or has expired."
    )
    let drain = Setting(
        "shutdown.drain", as: .seconds(in: 0...300), default: .seconds(5),
        help: "The seconds from SIGTERM or SIGINT until the server accepts no more requests. Meanwhile "
            + "`/health/ready` is 503. A second signal stops it at once.")
    let directory = Setting(
        "data.directory", as: .text, option: "--data", default: "airworthy-data",
        help: "The folder of the database; created if it is missing. Only one server at a time can use it. With "
            + "PostgreSQL, only the first admin token is stored there.")
    let database = Setting(
        "database.url", as: .database, option: DatabaseAddress.option, default: nil,
        help: "A PostgreSQL database for several servers, as `postgresql://USER@HOST/DATABASE`, instead of SQLite "
            + "in the data folder. A password is accepted in the variable only, or in `PGPASSWORD` or a file that "
            + "`PGPASSFILE` names.")
    let databaseConnections = Setting(
        "database.connections", as: .number(in: 1...64), default: 8,
        help: "The maximum number of connections to PostgreSQL; two more are open for notifications and for the "
            + "lead.")
    let slowStatement = Setting(
        "database.slowStatement", as: .number(in: 0...600_000), default: 1_000,
        help: "The milliseconds from which on a statement of the database is logged, without its values; 0 logs none.")
    let maximumPages = Setting(
        "data.maximumPages", as: .number(in: 64...Int.max), help: "The maximum size of the database, in pages of 4 KiB."
    )
    let signingKeys = Setting(
        "signing.key",
        as: .references(
            { SecretReference($0) },
            refusal: "write file:PATH, env:NAME or env64:NAME for each key, separated by commas; never a key itself"),
        option: "--signing-key", default: [],
        help: "Online keys, separated by commas, each as `file:PATH`, `env:NAME` or `env64:NAME`; the option takes "
            + "a file and may be repeated. Every manifest is signed with all of them.")
    let keyring = Setting(
        "signing.keyring", as: .text, option: "--keyring",
        help: "A file with the root-signed keyring, which is included in the manifests of the apps that pin the root.")
    let appleKeys = Setting(
        "apple.keys",
        as: .references(
            { AppleKeySetting($0) },
            refusal:
                "write KEYID@ISSUER=env64:NAME or KEYID=file:PATH for each key, separated by commas; never a key itself"
        ), default: [],
        help: "App Store Connect keys, separated by commas, each as `KEYID@ISSUER=env64:NAME`, or `KEYID=file:PATH` "
            + "for an individual key. The first is used for every app that names no other.")
    let appleURL = Setting(
        "apple.url", as: .addressOrNone(example: AppStoreConnectClient.host), default: AppStoreConnectClient.host,
        help: "The address of App Store Connect; `none` disables it. Change it for tests and the simulator only.")
    let appleInterval = Setting(
        "apple.interval", as: .seconds(in: 1...86_400), default: PollingSettings.connectInterval,
        help: "The minimum seconds between two listings of an app; longer if many apps share a key.")
    let lookupURL = Setting(
        "lookup.url", as: .addressOrNone(example: LookupClient.host), default: LookupClient.host,
        help: "The address of the App Store lookup; `none` disables it.")
    let lookupInterval = Setting(
        "lookup.interval", as: .seconds(in: 1...86_400), default: PollingSettings.lookupInterval,
        help: "The minimum seconds between two lookups of an app in one country.")
    let webhookSecrets = Setting(
        "webhooks.secrets",
        as: .references(
            { WebhookSecretSetting($0) },
            refusal: "write APP=file:PATH or APP=env:NAME for each secret, separated by commas; never a secret itself"),
        default: [],
        help: "The secrets of App Store Connect's webhooks, separated by commas, each as `APP=file:PATH` or "
            + "`APP=env:NAME`; list an app twice while you replace its secret.")
    let logLevel = Setting(
        "log.level",
        as: .named(
            refusal: "is not a level; write one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))"),
        default: Logger.Level.info,
        help: "The log level on standard error: `trace`, `debug`, `info`, `notice`, `warning`, `error` or "
            + "`critical`.")
    let logFormat = Setting(
        "log.format", as: .named(refusal: "is not a format; write text or json"), default: LogFormat.text,
        help: "The format of the log: `text`, or `json` for one JSON object a line.")
    let traceEndpoint = Setting(
        "otel.endpoint", as: .address(example: "http://127.0.0.1:4318"),
        help: "The address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`, that gets traces as "
            + "OTLP/HTTP in JSON.")
    let traceHeaders = Setting(
        "otel.headers",
        as: .references(
            { SecretReference($0) },
            refusal: "write file:PATH, env:NAME or env64:NAME, never the headers themselves, which may hold a key"),
        default: [],
        help:
            "The place of header fields for the collector, such as a key, as `file:PATH`, `env:NAME` or `env64:NAME`; "
            + "there `name=value`, separated by commas, as in `OTEL_EXPORTER_OTLP_HEADERS`.")
    let sampling = Setting(
        "otel.sampling", as: .ratio, default: 1,
        help: "The share of traces to record, from 0 to 1. A trace that a trusted proxy began is recorded if the proxy "
            + "says so.")
    let backupInterval = Setting(
        "backup.every", as: .interval, default: nil,
        help: "The time between two backups of the database, in hours or as `30m`, `24h` or `7d`.")
    let backupCount = Setting(
        "backup.keep", as: .number(in: 1...1_000), default: 7,
        help: "The number of scheduled backups to keep, from 1 to 1000; older ones are deleted.")
    let backupDirectory = Setting(
        "backup.directory", as: .text, default: "DATA/backups",
        help: "The folder of scheduled backups, by default in the data folder; created if it is missing."
    ).derived { $0.directory + "/backups" }
}

extension Settings {
    static let rows = Settings()

    /// All settings, in the order of their declarations.
    static let all = Mirror(reflecting: rows).children.compactMap { $0.value as? any AnySetting }

    /// A Markdown table of all settings, for the documentation.
    static var table: String {
        let rows = all.map { setting in
            "| `\(setting.key)` | `\(setting.variable)` | \(setting.option.map { "`\($0)`" } ?? "") "
                + "| \(setting.defaultText == "none" ? "none" : "`\(setting.defaultText)`") | \(setting.help) |"
        }
        return
            (["| Setting | Environment | Option | Default | Description |", "| --- | --- | --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }

    /// The variables of other commands and of the project's scripts.
    private static let otherVariables: Set<String> = [
        "AIRWORTHY_SERVER", "AIRWORTHY_TOKEN", "AIRWORTHY_CACHE", "AIRWORTHY_REFERENCE", "AIRWORTHY_KILLS",
        "AIRWORTHY_STRICT", "AIRWORTHY_APPLE_KEY_FILE", "AIRWORTHY_APPLE_KEY_ID", "AIRWORTHY_APPLE_ISSUER",
    ]

    /// Returns the variables that look like settings but are not, sorted. They are probably misspelt.
    static func unknownVariables(in environment: [String: String]) -> [String] {
        let known = Set(all.map(\.variable)).union(otherVariables)
        return environment.keys.filter { $0.hasPrefix("AIRWORTHY_") && !known.contains($0) }.sorted()
    }
}
