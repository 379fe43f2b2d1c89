import AirworthyServer
import ControlPlane
import Logging
import PersistencePostgres
import ReleaseCatalog

/// The settings of a server, read and checked once.
struct ServeSettings: Sendable {
    var host: String
    var port: Int
    var publicURL: String?
    var trustedProxies: TrustedProxies
    var trustedProxyTexts: [String]
    var maxConnections: Int
    var maxConnectionsPerAddress: Int?
    var internalHost: String
    var internalPort: Int?
    var hasDashboard: Bool
    var evaluations: Int
    var adminTimeLimit: Int
    var publishesPerMinute: Int
    /// The most that an app may store, in MiB.
    var storage: Int
    var tokensPerCreator: Int
    var directory: String
    /// The PostgreSQL database; `nil` for SQLite in ``directory``.
    var database: PostgresAddress?
    var databaseConnections: Int
    var maximumPages: Int?
    var signingKeys: [SecretReference]
    var keyring: String?
    var apple: AppleSettings
    var logLevel: Logger.Level
    var logFormat: LogFormat
    var traceEndpoint: String?
    var drain: Duration
    var backup: BackupSettings

    /// Reads all settings. Opens no file.
    /// - Throws: ``ToolError`` with status 65 for the first setting that cannot be used.
    init(_ reader: SettingReader) async throws(ToolError) {
        host = try await reader.text(.host) ?? "127.0.0.1"
        port = try await reader.number(.port, in: 0...65_535) ?? 8_080
        publicURL = try await Self.publicURL(reader)
        trustedProxyTexts = try await reader.list(.trustedProxies)
        let (proxies, wrong) = TrustedProxies.parse(trustedProxyTexts)
        guard let proxies else {
            let text = (wrong ?? "").printable
            throw reader.error(
                for: .trustedProxies,
                "`\(text)` is not an address or network; write for example 10.0.0.0/8 or 2001:db8::1")
        }
        trustedProxies = proxies
        maxConnections = try await reader.number(.maxConnections, in: 1...1_000_000) ?? 8_192
        maxConnectionsPerAddress = try await reader.number(.maxConnectionsPerAddress, in: 1...1_000_000)
        internalHost = try await reader.text(.internalHost) ?? "127.0.0.1"
        internalPort = try await reader.number(.internalPort, in: 0...65_535)
        hasDashboard = try await Self.dashboard(reader)
        evaluations = try await reader.number(.evaluations, in: 1...100_000) ?? 64
        adminTimeLimit = try await reader.number(.adminTimeLimit, in: 1...600) ?? 10
        publishesPerMinute = try await reader.number(.publishesPerMinute, in: 1...1_000_000) ?? 30
        storage = try await reader.number(.storage, in: 1...1_000_000) ?? 512
        tokensPerCreator = try await reader.number(.tokensPerCreator, in: 1...1_000_000) ?? 500
        directory = try await reader.text(.directory) ?? "airworthy-data"
        database = try await reader.database()
        databaseConnections = try await reader.number(.databaseConnections, in: 1...64) ?? 8
        maximumPages = try await reader.number(.maximumPages, in: 64...Int.max)
        signingKeys = try await Self.signingKeys(reader)
        keyring = try await reader.text(.keyring)
        apple = try await AppleSettings(reader)
        logLevel = try await Self.logLevel(reader)
        logFormat = try await Self.logFormat(reader)
        traceEndpoint = try await reader.address(.traceEndpoint, example: "http://127.0.0.1:4318")
        drain = .seconds(try await reader.number(.drain, in: 0...300) ?? 5)
        backup = try await BackupSettings(reader, data: directory)
        if let internalPort, internalPort != 0, internalPort == port, internalHost == host {
            throw reader.error(for: .internalPort, "the first listener uses this port; choose another one")
        }
    }

    private static func publicURL(_ reader: SettingReader) async throws(ToolError) -> String? {
        try await reader.address(.publicURL, example: "https://updates.example.com")
    }

    private static func signingKeys(_ reader: SettingReader) async throws(ToolError) -> [SecretReference] {
        var keys: [SecretReference] = []
        for text in try await reader.list(.signingKeys) {
            guard let key = SecretReference(text) else {
                throw reader.error(
                    for: .signingKeys,
                    "write file:PATH, env:NAME or env64:NAME for each key, separated by commas; never a key itself")
            }
            keys.append(key)
        }
        return keys
    }

    private static func dashboard(_ reader: SettingReader) async throws(ToolError) -> Bool {
        switch try await reader.text(.dashboard)?.lowercased() {
        case nil, "on": return true
        case "off": return false
        case let text?: throw reader.error(for: .dashboard, "`\(text.printable)` is neither on nor off")
        }
    }

    private static func logLevel(_ reader: SettingReader) async throws(ToolError) -> Logger.Level {
        guard let text = try await reader.text(.logLevel) else { return .info }
        guard let level = Logger.Level(rawValue: text.lowercased()) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw reader.error(for: .logLevel, "`\(text.printable)` is not a level; write one of \(levels)")
        }
        return level
    }

    /// The database or the folder, for messages.
    var place: String { (database.map(\.description) ?? directory).printable }
    private static func logFormat(_ reader: SettingReader) async throws(ToolError) -> LogFormat {
        guard let text = try await reader.text(.logFormat) else { return .text }
        guard let format = LogFormat(rawValue: text.lowercased()) else {
            throw reader.error(for: .logFormat, "`\(text.printable)` is not a format; write text or json")
        }
        return format
    }

    /// The limits for requests and connections.
    var limits: ServerLimits {
        var limits = ServerLimits()
        limits.connections = maxConnections
        limits.connectionsPerAddress = maxConnectionsPerAddress
        limits.evaluations = evaluations
        limits.adminWork = .seconds(adminTimeLimit)
        return limits
    }

    /// The limits of what tokens may store.
    var storageLimits: StorageLimits {
        StorageLimits(
            revisionsPerMinute: publishesPerMinute, bytesOfApp: storage << 20, tokensOfCreator: tokensPerCreator)
    }

    /// The listeners, the public one first.
    var listeners: [Listener] {
        guard let internalPort else { return [Listener(host: host, port: port)] }
        return [
            Listener(host: host, port: port, parts: [.public, .health]),
            Listener(host: internalHost, port: internalPort, parts: .internal, connections: OpenFileLimit.reserve / 2),
        ]
    }

    /// One line for each setting with its value. Secrets are not shown.
    var listing: String {
        Setting.all.map { setting in
            let value = value(of: setting)
            return "\(setting.key) = \(setting.isShown || value == nil ? value ?? "none" : "(set, not shown)")"
        }.joined(separator: "\n")
    }

    private func value(of setting: Setting) -> String? {
        switch setting {
        case .host: host
        case .port: "\(port)"
        case .publicURL: publicURL
        case .trustedProxies: trustedProxyTexts.isEmpty ? nil : trustedProxyTexts.joined(separator: ",")
        case .maxConnections: "\(maxConnections)"
        case .maxConnectionsPerAddress: "\(limits.addressShare)"
        case .internalHost: internalHost
        case .internalPort: internalPort.map(String.init)
        case .dashboard: hasDashboard ? "on" : "off"
        case .evaluations: "\(evaluations)"
        case .adminTimeLimit: "\(adminTimeLimit)"
        case .publishesPerMinute: "\(publishesPerMinute)"
        case .storage: "\(storage)"
        case .tokensPerCreator: "\(tokensPerCreator)"
        case .directory: directory
        case .databaseURL: database.map(\.description)
        case .databaseConnections: "\(databaseConnections)"
        case .maximumPages: maximumPages.map(String.init)
        case .signingKeys: signingKeys.isEmpty ? nil : "\(signingKeys)"
        case .keyring: keyring
        case .appleKeys: apple.keys.isEmpty ? nil : "\(apple.keys)"
        case .appleURL: apple.url
        case .appleInterval: "\(apple.polling.connectInterval.components.seconds)"
        case .lookupURL: apple.lookupURL
        case .lookupInterval: "\(apple.polling.lookupInterval.components.seconds)"
        case .webhookSecrets: apple.secrets.isEmpty ? nil : "\(apple.secrets)"
        case .logLevel: logLevel.rawValue
        case .logFormat: logFormat.rawValue
        case .traceEndpoint: traceEndpoint
        case .drain: "\(drain.components.seconds)"
        case .backupInterval: backup.intervalText
        case .backupCount: "\(backup.count)"
        case .backupDirectory: backup.directory
        default: nil
        }
    }
}
