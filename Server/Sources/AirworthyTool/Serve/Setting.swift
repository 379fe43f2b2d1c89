/// One thing about `serve` that can be set: everything that is said of it anywhere is made from this.
struct Setting: Hashable, Sendable {
    /// The name in the code and in `--print-config`, e.g. `http.port`.
    let key: String
    /// The option that sets it, if there is one, e.g. `--port`.
    var option: String?
    /// What the default is, for people.
    let standard: String
    /// What it does, for people.
    let summary: String
    /// Whether `--print-config` may show the value. Only what is marked here is shown.
    let isShown: Bool

    /// The environment variable that sets it, e.g. `AIRWORTHY_HTTP_PORT`.
    var variable: String {
        var name = "AIRWORTHY_"
        var previous: Character = "."
        for character in key {
            // As swift-configuration derives it: a word begins where an upper-case letter follows a lower-case one.
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
        key: "http.host", option: "--host", standard: "127.0.0.1",
        summary: "The address to listen on. Put a proxy with TLS in front before this is anything but loopback.",
        isShown: true)
    static let port = Setting(
        key: "http.port", option: "--port", standard: "8080", summary: "The port to listen on; 0 takes a free one.",
        isShown: true)
    static let publicURL = Setting(
        key: "http.publicURL", standard: "none",
        summary:
            "The address callers use, e.g. `https://updates.example.com`. Absolute links are made from nothing else.",
        isShown: true)
    static let trustedProxies = Setting(
        key: "http.trustedProxies", standard: "none",
        summary: "Addresses and networks, separated by commas, whose `X-Forwarded-For` is believed.", isShown: true)
    static let maxConnections = Setting(
        key: "http.maxConnections", standard: "8192",
        summary: "The most connections at once; lowered to what the limit of open files allows.", isShown: true)
    static let internalHost = Setting(
        key: "http.internalHost", standard: "127.0.0.1", summary: "The address of the second listener.", isShown: true)
    static let internalPort = Setting(
        key: "http.internalPort", standard: "none",
        summary: "The port of a second listener. With it the admin API and `/metrics` are there and nowhere else.",
        isShown: true)
    static let evaluations = Setting(
        key: "evaluation.concurrency", standard: "64",
        summary: "How many decisions, features and releases are evaluated or wait for it; further ones get 503.",
        isShown: true)
    static let directory = Setting(
        key: "data.directory", option: "--data", standard: "airworthy-data",
        summary: "The folder of the database; created if it is missing. One server at a time uses it.", isShown: true)
    static let maximumPages = Setting(
        key: "data.maximumPages", standard: "none",
        summary: "How large the database may become, in pages of 4 KiB.", isShown: true)
    static let signingKeys = Setting(
        key: "signing.key", option: "--signing-key", standard: "none",
        summary:
            "Online keys, separated by commas, each as `file:PATH` or `env:NAME`; the option takes a file and may be "
            + "repeated. Every manifest is signed with all of them.",
        isShown: false)
    static let keyring = Setting(
        key: "signing.keyring", option: "--keyring", standard: "none",
        summary: "A file with the root-signed keyring that goes with every manifest.", isShown: true)
    static let appleKeys = Setting(
        key: "apple.keys", standard: "none",
        summary:
            "App Store Connect keys, separated by commas, each as `KEYID@ISSUER=file:PATH`, or `KEYID=env:NAME` for the "
            + "key of one person. The first is that of every app which names no other.",
        isShown: false)
    static let appleURL = Setting(
        key: "apple.url", standard: "https://api.appstoreconnect.apple.com",
        summary: "Where App Store Connect is; `none` asks nobody. Anything else is for tests and the simulator.",
        isShown: true)
    static let appleInterval = Setting(
        key: "apple.interval", standard: "300",
        summary: "Seconds between two listings of an app, at least; more where many apps share a key.", isShown: true)
    static let lookupURL = Setting(
        key: "lookup.url", standard: "https://itunes.apple.com",
        summary: "Where the App Store lookup is; `none` asks nobody.", isShown: true)
    static let lookupInterval = Setting(
        key: "lookup.interval", standard: "900",
        summary: "Seconds between two lookups of an app in one country, at least.", isShown: true)
    static let webhookSecrets = Setting(
        key: "webhooks.secrets", standard: "none",
        summary:
            "The secrets of App Store Connect's webhooks, separated by commas, each as `APP=file:PATH` or `APP=env:NAME`; "
            + "an app twice while its secret is being replaced.",
        isShown: false)
    static let logLevel = Setting(
        key: "log.level", standard: "info",
        summary:
            "What is logged on standard error: `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.",
        isShown: true)

    /// Every setting, in the order in which people read them.
    static let all: [Setting] = [
        .host, .port, .publicURL, .trustedProxies, .maxConnections, .internalHost, .internalPort, .evaluations,
        .directory, .maximumPages, .signingKeys, .keyring, .appleKeys, .appleURL, .appleInterval, .lookupURL,
        .lookupInterval, .webhookSecrets, .logLevel,
    ]

    /// A Markdown table of every setting, for the documentation.
    static var table: String {
        let rows = all.map { setting in
            "| `\(setting.key)` | `\(setting.variable)` | \(setting.option.map { "`\($0)`" } ?? "") "
                + "| \(setting.standard == "none" ? "none" : "`\(setting.standard)`") | \(setting.summary) |"
        }
        return
            (["| Setting | Environment | Option | Default | What it does |", "| --- | --- | --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }
}
