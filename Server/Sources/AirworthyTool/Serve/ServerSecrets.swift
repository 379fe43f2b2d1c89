import AirworthyAuthoring
import AirworthyTrust
import AppStoreConnect
import ControlPlane
import Logging

/// The keys and secrets of a server, read from the files and variables that its settings name.
struct ServerSecrets: Sendable {
    let signingKeys: [PrivateKey]
    /// The root-signed keyring, if one is configured.
    let keyring: Envelope?
    let appleKeys: [APIKey]
    let webhooks: [String: [String]]
    let traceHeaders: TraceHeaders

    /// Reads all of them. An error names the file or variable and contains nothing of the secret.
    init(settings: ServeSettings, environment: [String: String]) throws(ToolError) {
        var webhooks: [String: [String]] = [:]
        for setting in settings.webhookSecrets {
            webhooks[setting.app, default: []].append(try setting.load(environment: environment))
        }
        var appleKeys: [APIKey] = []
        for setting in settings.appleKeys { appleKeys.append(try setting.load(environment: environment)) }
        var signingKeys: [PrivateKey] = []
        for reference in settings.signingKeys {
            signingKeys.append(try reference.signingKey(environment: environment))
        }
        self.webhooks = webhooks
        self.appleKeys = appleKeys
        self.signingKeys = signingKeys
        traceHeaders = try TraceHeaders(settings.traceHeaders, environment: environment)
        keyring = try Self.keyring(settings.keyring)
    }

    private static func keyring(_ path: String?) throws(ToolError) -> Envelope? {
        guard let path else { return nil }
        let file = try InputFile(regular: path)
        do throws(VerificationError) {
            return try Keyring.read(json: file.bytes).envelope
        } catch {
            throw file.refusal(error)
        }
    }

    /// The number of each, for the log.
    var counts: Logger.Metadata {
        [
            "signing-keys": .stringConvertible(signingKeys.count),
            "keyrings": .stringConvertible(keyring == nil ? 0 : 1),
            "apple-keys": .stringConvertible(appleKeys.count),
            "trace-headers": .stringConvertible(traceHeaders.fields.count),
            "webhook-secrets": .stringConvertible(webhooks.values.map(\.count).reduce(0, +)),
        ]
    }
}

extension ServerComponents {
    /// Reads all keys and secrets again and uses them from now on, as a start would. If one cannot be used, all stay as they
    /// were, and the log says which one and why.
    func reloadSecrets(settings: ServeSettings, environment: [String: String], logger: Logger) async {
        let secrets: ServerSecrets
        do throws(ToolError) {
            secrets = try ServerSecrets(settings: settings, environment: environment)
        } catch {
            logger.error("secrets.not-reloaded", metadata: ["problem": .string(error.description)])
            return
        }
        connections.replace(secrets)
        traces?.replace(secrets.traceHeaders)
        await plane.housekeeping.replaceSigner(keys: secrets.signingKeys, keyring: secrets.keyring)
        logger.notice("secrets.reloaded", metadata: secrets.counts)
    }
}
