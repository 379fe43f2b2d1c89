import AirworthyServer
import AppStoreConnect
import ControlPlane
import Foundation
import PersistencePostgres
import ReleaseCatalog
import ReleaseSources
import ServerSupport

/// The settings of a server, read and checked once. Each row of ``Settings`` is a property with its value.
@dynamicMemberLookup
struct ServeSettings: Sendable {
    /// The values that are given, by key.
    private var values: [String: any Sendable]
    /// The intervals and limits of requests to Apple.
    var polling = PollingSettings()
    /// The folder from which the templates of pages are read again for each page; `nil` for those in the program. For the demo only.
    var templates: URL?

    /// Reads all settings. Opens no file.
    init(_ reader: SettingReader) async throws(ToolError) {
        values = try await reader.values()
        guard Set(self.appleKeys.map(\.keyID)).count == self.appleKeys.count else {
            throw reader.error(for: Settings.rows.appleKeys, "a key appears twice; name it once")
        }
        if let port = self.internalPort, port != 0, port == self.port, self.internalHost == self.host {
            throw reader.error(for: Settings.rows.internalPort, "the first listener uses this port; choose another one")
        }
        polling.lookupInterval = self.lookupInterval
        if let interval = given(Settings.rows.appleInterval) {
            polling.connectInterval = interval
            // A short interval needs a higher limit per app. The limit of the key stays.
            polling.callsPerAppAndHour = max(polling.callsPerAppAndHour, 3_600 / interval.seconds * 4)
        }
    }

    subscript<Value>(dynamicMember row: KeyPath<Settings, Setting<Value>>) -> Value {
        get { value(of: Settings.rows[keyPath: row]) }
        set { values[Settings.rows[keyPath: row].key] = newValue }
    }

    /// Returns the value of a setting: the given one or the default.
    func value<Value>(of setting: Setting<Value>) -> Value { given(setting) ?? setting.defaultValue(in: self) }

    /// Returns the value of a setting; `nil` if it is not given.
    private func given<Value>(_ setting: Setting<Value>) -> Value? { values[setting.key].flatMap { $0 as? Value } }

    /// The database or the folder, for messages.
    var place: String { (self.database.map(\.description) ?? self.directory).printable }

    var limits: ServerLimits {
        var limits = ServerLimits()
        limits.connections = self.maxConnections
        limits.connectionsPerAddress = given(Settings.rows.maxConnectionsPerAddress)
        limits.evaluations = self.evaluations
        limits.adminWork = self.adminTimeLimit
        return limits
    }

    /// The limits of what tokens may store.
    var storageLimits: StorageLimits {
        StorageLimits(
            revisionsPerMinute: self.publishesPerMinute, bytesOfApp: self.storage,
            tokensOfCreator: self.tokensPerCreator)
    }

    /// The listeners, the public one first.
    var listeners: [Listener] {
        guard let internalPort = self.internalPort else { return [Listener(host: self.host, port: self.port)] }
        return [
            Listener(host: self.host, port: self.port, parts: [.public, .health]),
            Listener(
                host: self.internalHost, port: internalPort, parts: .internal,
                connections: OpenFileLimit.reserve / 2),
        ]
    }

    var usesConnect: Bool { self.appleURL != "none" && !self.appleKeys.isEmpty }
    var usesLookup: Bool { self.lookupURL != "none" }

    /// The addresses in use that are not Apple's.
    var otherHosts: [String] {
        [(usesConnect, self.appleURL, AppStoreConnectClient.host), (usesLookup, self.lookupURL, LookupClient.host)]
            .filter { $0.0 && $0.1 != $0.2 }.map(\.1)
    }

    /// One line for each setting with its value. Secrets are not shown.
    var listing: String {
        Settings.all.map { "\($0.key) = \($0.text(in: self))" }.joined(separator: "\n")
    }
}
