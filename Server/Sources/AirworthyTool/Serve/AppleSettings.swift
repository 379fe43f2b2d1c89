import AppStoreConnect
import ReleaseCatalog

/// The settings for App Store Connect, the App Store lookup and webhooks.
struct AppleSettings: Sendable {
    /// The address of the App Store lookup.
    private static let lookupHost = "https://itunes.apple.com"

    /// The keys. An app whose settings name no key uses the first one.
    var keys: [AppleKeySetting]
    /// The address of App Store Connect; `none` to send no requests.
    var url: String
    /// The address of the lookup; `none` to send no requests.
    var lookupURL: String
    /// The secrets of webhooks.
    var secrets: [WebhookSecretSetting]
    /// The intervals and limits of requests.
    var polling = PollingSettings()

    /// Reads the settings.
    /// - Throws: ``ToolError`` with status 65 for the first setting that cannot be used.
    init(_ reader: SettingReader) async throws(ToolError) {
        keys = []
        for text in try await reader.list(.appleKeys) {
            guard let key = AppleKeySetting(text) else {
                throw reader.error(
                    for: .appleKeys,
                    "write KEYID@ISSUER=env64:NAME or KEYID=file:PATH for each key, separated by commas; never "
                        + "a key itself")
            }
            keys.append(key)
        }
        guard Set(keys.map(\.keyID)).count == keys.count else {
            throw reader.error(for: .appleKeys, "a key appears twice; name it once")
        }
        url = try await Self.address(.appleURL, from: reader) ?? AppStoreConnectClient.host
        lookupURL = try await Self.address(.lookupURL, from: reader) ?? Self.lookupHost
        secrets = []
        for text in try await reader.list(.webhookSecrets) {
            guard let secret = WebhookSecretSetting(text) else {
                throw reader.error(
                    for: .webhookSecrets,
                    "write APP=file:PATH or APP=env:NAME for each secret, separated by commas; never a "
                        + "secret itself")
            }
            secrets.append(secret)
        }
        if let seconds = try await reader.number(.appleInterval, in: 1...86_400) {
            polling.connectInterval = .seconds(seconds)
            // A short interval needs a higher limit per app. The limit of the key stays.
            polling.callsPerAppAndHour = max(polling.callsPerAppAndHour, 3_600 / Double(seconds) * 4)
        }
        if let seconds = try await reader.number(.lookupInterval, in: 1...86_400) {
            polling.lookupInterval = .seconds(seconds)
        }
    }

    private static func address(_ setting: Setting, from reader: SettingReader) async throws(ToolError) -> String? {
        if try await reader.text(setting) == "none" { return "none" }
        return try await reader.address(setting, example: setting.defaultValue)
    }

    /// Whether App Store Connect is queried.
    var usesConnect: Bool { url != "none" && !keys.isEmpty }
    /// Whether the lookup is queried.
    var usesLookup: Bool { lookupURL != "none" }

    /// The addresses in use that are not Apple's.
    var otherHosts: [String] {
        [(usesConnect, url, AppStoreConnectClient.host), (usesLookup, lookupURL, Self.lookupHost)]
            .filter { $0.0 && $0.1 != $0.2 }.map(\.1)
    }
}
