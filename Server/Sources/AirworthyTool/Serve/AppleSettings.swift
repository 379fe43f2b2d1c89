import AppStoreConnect
import ReleaseCatalog

/// How Apple is to be asked.
struct AppleSettings: Sendable {
    /// Where the App Store lookup is.
    static let lookupHost = "https://itunes.apple.com"

    /// The keys, the one of most apps first.
    var keys: [AppleKeySetting]
    /// Where App Store Connect is; `none` if nobody is asked.
    var url: String
    /// Where the lookup is; `none` if nobody is asked.
    var lookupURL: String
    /// The secrets of webhooks.
    var secrets: [WebhookSecretSetting]
    /// How often.
    var learner = PollingSettings()

    /// Reads them.
    /// - Throws: ``ToolError`` with status 65 that names the first one that cannot be used.
    init(_ reader: SettingReader) async throws(ToolError) {
        keys = []
        for text in try await reader.list(.appleKeys) {
            guard let key = AppleKeySetting(text) else {
                throw reader.wrong(
                    .appleKeys,
                    "write KEYID@ISSUER=file:PATH or KEYID=env:NAME for each key, separated by commas; never "
                        + "a key itself")
            }
            keys.append(key)
        }
        guard Set(keys.map(\.keyID)).count == keys.count else {
            throw reader.wrong(.appleKeys, "names a key twice; name it once")
        }
        url = try await Self.address(.appleURL, reader) ?? AppStoreConnectClient.host
        lookupURL = try await Self.address(.lookupURL, reader) ?? Self.lookupHost
        secrets = []
        for text in try await reader.list(.webhookSecrets) {
            guard let secret = WebhookSecretSetting(text) else {
                throw reader.wrong(
                    .webhookSecrets,
                    "write APP=file:PATH or APP=env:NAME for each secret, separated by commas; never a "
                        + "secret itself")
            }
            secrets.append(secret)
        }
        if let seconds = try await reader.number(.appleInterval, in: 1...86_400) {
            learner.connectInterval = .seconds(seconds)
            // Whoever asks for more may have more; the budget of the key stays.
            learner.callsPerAppAndHour = max(learner.callsPerAppAndHour, 3_600 / Double(seconds) * 4)
        }
        if let seconds = try await reader.number(.lookupInterval, in: 1...86_400) {
            learner.lookupInterval = .seconds(seconds)
        }
    }

    private static func address(_ setting: Setting, _ reader: SettingReader) async throws(ToolError) -> String? {
        if try await reader.text(setting) == "none" { return "none" }
        return try await reader.address(setting, such: setting.standard)
    }

    /// Whether App Store Connect is asked.
    var asksConnect: Bool { url != "none" && !keys.isEmpty }
    /// Whether the lookup is asked.
    var asksLookup: Bool { lookupURL != "none" }

    /// The addresses that are not Apple's.
    var strangers: [String] {
        [(asksConnect, url, AppStoreConnectClient.host), (asksLookup, lookupURL, Self.lookupHost)]
            .filter { $0.0 && $0.1 != $0.2 }.map(\.1)
    }
}
