/// A setting of `serve`. The options, the environment variables and the documentation are generated from these.
struct Setting: Hashable, Sendable {
    /// The name in `--print-config`, such as `http.port`.
    let key: String
    /// The option, such as `--port`, if there is one.
    var option: String?
    /// The default, for the documentation.
    let defaultValue: String
    /// The description, for the documentation.
    let summary: String
    /// Whether `--print-config` shows the value. Secrets are not shown.
    let isShown: Bool

    /// The environment variable, such as `AIRWORTHY_HTTP_PORT`.
    var variable: String {
        var name = "AIRWORTHY_"
        var previous: Character = "."
        for character in key {
            // Like swift-configuration: a word begins where an upper-case letter follows a lower-case one.
            if character.isUppercase, previous.isLowercase { name += "_" }
            name += character == "." ? "_" : character.uppercased()
            previous = character
        }
        return name
    }

    /// The parts of ``key``.
    var components: [String] { key.split(separator: ".").map(String.init) }
}

extension Setting {
    static let host = Setting(
        key: "http.host", option: "--host", defaultValue: "127.0.0.1",
        summary: "The address to listen on. Put a TLS proxy in front before you listen on anything but loopback.",
        isShown: true)
    static let port = Setting(
        key: "http.port", option: "--port", defaultValue: "8080", summary: "The port to listen on; 0 takes a free one.",
        isShown: true)
    static let publicURL = Setting(
        key: "http.publicURL", defaultValue: "none",
        summary:
            "The server's public address, such as `https://updates.example.com`, for absolute links.",
        isShown: true)
    static let trustedProxies = Setting(
        key: "http.trustedProxies", defaultValue: "none",
        summary: "Addresses and networks, separated by commas, whose `X-Forwarded-For` is trusted.", isShown: true)
    static let maxConnections = Setting(
        key: "http.maxConnections", defaultValue: "8192",
        summary: "The maximum number of connections; lowered if the limit of open files is lower.", isShown: true)
    static let maxConnectionsPerAddress = Setting(
        key: "http.maxConnectionsPerAddress", defaultValue: "2048",
        summary:
            "The maximum number of connections of one client address (IPv6: one /48), by default a quarter of "
            + "`http.maxConnections`; further ones are closed at once. Trusted proxies may have more; of one address behind "
            + "them, as many requests are in progress at most, and further ones get 503.",
        isShown: true)
    static let internalHost = Setting(
        key: "http.internalHost", defaultValue: "127.0.0.1", summary: "The address of the second listener.",
        isShown: true)
    static let internalPort = Setting(
        key: "http.internalPort", defaultValue: "none",
        summary:
            "The port of a second listener. If it is set, the admin API and `/metrics` are available there only, and `/metrics` needs no token.",
        isShown: true)
    static let evaluations = Setting(
        key: "evaluation.concurrency", defaultValue: "64",
        summary:
            "The maximum number of decision, feature, release and TestFlight requests that are computed or wait; further "
            + "ones get 503.",
        isShown: true)
    static let adminTimeLimit = Setting(
        key: "admin.timeLimit", defaultValue: "10",
        summary:
            "The maximum seconds for checking, comparing, publishing or importing a document; two run at once, further ones "
            + "wait or get 503.",
        isShown: true)
    static let publishesPerMinute = Setting(
        key: "app.publishesPerMinute", defaultValue: "30",
        summary:
            "The maximum number of revisions of an app that a token, together with those created with it, publishes in a minute "
            + "on one server; further ones get 429.",
        isShown: true)
    static let storage = Setting(
        key: "app.storage", defaultValue: "512",
        summary:
            "The maximum MiB of an app's policies and manifests; further publishes get 507. Rolling back may take a quarter "
            + "more, and what the server renews is never refused.",
        isShown: true)
    static let tokensPerCreator = Setting(
        key: "tokens.perCreator", defaultValue: "500",
        summary:
            "The maximum number of tokens that one token and those created with it may create; further ones get 409. A token "
            + "stops counting a day after it was revoked or has expired.",
        isShown: true)
    static let drain = Setting(
        key: "shutdown.drain", defaultValue: "5",
        summary:
            "The seconds from SIGTERM or SIGINT until the server accepts no more requests. Meanwhile `/health/ready` is 503. A "
            + "second signal stops it at once.",
        isShown: true)
    static let directory = Setting(
        key: "data.directory", option: "--data", defaultValue: "airworthy-data",
        summary:
            "The folder of the database; created if it is missing. Only one server at a time can use it. With PostgreSQL, only "
            + "the first admin token is stored there.",
        isShown: true)
    static let databaseURL = Setting(
        key: "database.url", option: "--database", defaultValue: "none",
        summary:
            "A PostgreSQL database for several servers, as `postgresql://USER@HOST/DATABASE`, instead of SQLite in the data "
            + "folder. A password is accepted in the variable only, or in `PGPASSWORD` or a file that `PGPASSFILE` names.",
        isShown: false)
    static let databaseConnections = Setting(
        key: "database.connections", defaultValue: "8",
        summary:
            "The maximum number of connections to PostgreSQL; two more are open for notifications and for the lead.",
        isShown: true)
    static let maximumPages = Setting(
        key: "data.maximumPages", defaultValue: "none",
        summary: "The maximum size of the database, in pages of 4 KiB.", isShown: true)
    static let signingKeys = Setting(
        key: "signing.key", option: "--signing-key", defaultValue: "none",
        summary:
            "Online keys, separated by commas, each as `file:PATH`, `env:NAME` or `env64:NAME`; the option takes a file and may be "
            + "repeated. Every manifest is signed with all of them.",
        isShown: false)
    static let keyring = Setting(
        key: "signing.keyring", option: "--keyring", defaultValue: "none",
        summary: "A file with the root-signed keyring, which is included in every manifest.", isShown: true)
    static let appleKeys = Setting(
        key: "apple.keys", defaultValue: "none",
        summary:
            "App Store Connect keys, separated by commas, each as `KEYID@ISSUER=env64:NAME`, or `KEYID=file:PATH` for an "
            + "individual key. The first is used for every app that names no other.",
        isShown: false)
    static let appleURL = Setting(
        key: "apple.url", defaultValue: "https://api.appstoreconnect.apple.com",
        summary: "The address of App Store Connect; `none` disables it. Change it for tests and the simulator only.",
        isShown: true)
    static let appleInterval = Setting(
        key: "apple.interval", defaultValue: "300",
        summary: "The minimum seconds between two listings of an app; longer if many apps share a key.", isShown: true)
    static let lookupURL = Setting(
        key: "lookup.url", defaultValue: "https://itunes.apple.com",
        summary: "The address of the App Store lookup; `none` disables it.", isShown: true)
    static let lookupInterval = Setting(
        key: "lookup.interval", defaultValue: "900",
        summary: "The minimum seconds between two lookups of an app in one country.", isShown: true)
    static let webhookSecrets = Setting(
        key: "webhooks.secrets", defaultValue: "none",
        summary:
            "The secrets of App Store Connect's webhooks, separated by commas, each as `APP=file:PATH` or `APP=env:NAME`; "
            + "list an app twice while you replace its secret.",
        isShown: false)
    static let logLevel = Setting(
        key: "log.level", defaultValue: "info",
        summary:
            "The log level on standard error: `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.",
        isShown: true)

    static let dashboard = Setting(
        key: "http.dashboard", defaultValue: "on",
        summary:
            "`on` or `off`: pages for people, at the same address as the admin API, so on the second listener if there is one.",
        isShown: true)
    static let logFormat = Setting(
        key: "log.format", defaultValue: "text",
        summary: "The format of the log: `text`, or `json` for one JSON object a line.", isShown: true)
    static let traceEndpoint = Setting(
        key: "otel.endpoint", defaultValue: "none",
        summary:
            "The address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`, that gets traces as OTLP/HTTP in JSON.",
        isShown: true)
    static let backupInterval = Setting(
        key: "backup.every", defaultValue: "none",
        summary:
            "The time between two backups of the database, in hours or as `30m`, `24h` or `7d`; from a minute to 30 days.",
        isShown: true)
    static let backupCount = Setting(
        key: "backup.keep", defaultValue: "7",
        summary: "The number of scheduled backups to keep, from 1 to 1000; older ones are deleted.", isShown: true)
    static let backupDirectory = Setting(
        key: "backup.directory", defaultValue: "DATA/backups",
        summary: "The folder of scheduled backups, by default in the data folder; created if it is missing.",
        isShown: true)

    /// All settings, in the order of the documentation.
    static let all: [Setting] = [
        .host, .port, .publicURL, .trustedProxies, .maxConnections, .maxConnectionsPerAddress, .internalHost,
        .internalPort, .dashboard, .evaluations, .adminTimeLimit, .publishesPerMinute, .storage,
        .tokensPerCreator, .drain, .directory, .databaseURL,
        .databaseConnections, .maximumPages, .signingKeys, .keyring, .appleKeys, .appleURL, .appleInterval, .lookupURL,
        .lookupInterval,
        .webhookSecrets, .logLevel, .logFormat, .traceEndpoint, .backupInterval, .backupCount, .backupDirectory,
    ]

    /// A Markdown table of all settings, for the documentation.
    static var table: String {
        let rows = all.map { setting in
            "| `\(setting.key)` | `\(setting.variable)` | \(setting.option.map { "`\($0)`" } ?? "") "
                + "| \(setting.defaultValue == "none" ? "none" : "`\(setting.defaultValue)`") | \(setting.summary) |"
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
