import AirworthyPolicy
import AppStoreConnect
import Foundation
import ReleaseCatalog
import ReleaseSources
import ServerSupport

/// The check of Apple: are the addresses reachable, and does Apple accept the keys?
struct AppleCheck {
    /// The time limit for one answer, in seconds.
    private static let timeout: Duration = .seconds(10)

    let settings: ServeSettings
    let environment: [String: String]
    let isOffline: Bool
    let now: @Sendable () -> Date

    /// Runs the check. Sends one request for each key, and one lookup. The offset is the seconds that this machine's
    /// clock is ahead of Apple's, if an answer told.
    func run() async -> (results: [CheckResult], clockOffset: Double?) {
        let (results, offset) = await connectResults()
        return (results + secretResults() + [await lookupResult()], offset)
    }

    private func connectResults() async -> ([CheckResult], Double?) {
        guard !settings.appleKeys.isEmpty else {
            return ([.skipped(.apple, "no App Store Connect key is configured")], nil)
        }
        var results: [CheckResult] = []
        var offset: Double?
        for setting in settings.appleKeys {
            let key: APIKey
            do throws(ToolError) {
                key = try setting.load(environment: environment)
            } catch {
                results.append(.failed(.apple, error.description, advice: "the server does not start without this key"))
                continue
            }
            results += FilePermissions.warnings(about: setting.reference, subject: .apple, secret: "this key")
            guard settings.usesConnect else {
                results.append(
                    .skipped(.apple, "\(Settings.rows.appleURL.key) is none, so App Store Connect is not asked"))
                continue
            }
            guard !isOffline else {
                results.append(.skipped(.apple, "--offline: App Store Connect was not asked about \(key)"))
                continue
            }
            let (result, difference) = await ask(with: key)
            results.append(result)
            offset = offset ?? difference
        }
        return (results, offset)
    }

    private func ask(with key: APIKey) async -> (CheckResult, Double?) {
        do {
            return try await withHTTPTransport(timeout: Self.timeout) { transport -> (CheckResult, Double?) in
                let client = try AppStoreConnectClient(
                    key: key, baseURL: settings.appleURL, transport: transport, budget: CallBudget(now: now),
                    userAgent: "airworthy/\(toolVersion)", now: now)
                // One small answer, whatever the number of apps.
                _ = try await client.counting(as: .operator).apps(id: "1")
                return (.ok(.apple, "App Store Connect accepts \(key)"), client.clockOffset?.seconds)
            }
        } catch let error as AppStoreConnectError {
            return (.failed(.apple, error.toolError(host: settings.appleURL, key: key).description), nil)
        } catch {
            return (.failed(.apple, "\(error)"), nil)
        }
    }

    private func secretResults() -> [CheckResult] {
        settings.webhookSecrets.flatMap { secret -> [CheckResult] in
            do throws(ToolError) {
                let text = try secret.load(environment: environment)
                let warnings = FilePermissions.warnings(
                    about: secret.reference, subject: .apple, secret: "the webhook secret of \(secret.app)")
                guard text.utf8.count < WebhookSignature.shortestSecret else { return warnings }
                return warnings + [
                    .warning(
                        .apple, "the webhook secret of \(secret.app) is short",
                        advice: "\(WebhookSecretSetting.advice), here and at Apple")
                ]
            } catch {
                return [.failed(.apple, error.description, advice: "the server does not start without this secret")]
            }
        }
    }

    private func lookupResult() async -> CheckResult {
        guard settings.usesLookup else {
            return .skipped(.apple, "\(Settings.rows.lookupURL.key) is none, so the App Store lookup is not asked")
        }
        guard !isOffline, let storefront = Storefront("US") else {
            return .skipped(.apple, "--offline: the App Store lookup was not asked")
        }
        do {
            return try await withHTTPTransport(timeout: Self.timeout) { transport -> CheckResult in
                let client = LookupClient(baseURL: settings.lookupURL, transport: transport, now: now)
                // Apple answers with an empty list about an id without an app.
                _ = try await client.lookup(ids: [1], storefront: storefront)
                return .ok(.apple, "the App Store lookup answers")
            }
        } catch let error as SourceError {
            let advice = "until it answers, the server knows no App Store versions"
            return .warning(.apple, error.toolError(host: settings.lookupURL).description, advice: advice)
        } catch {
            return .warning(.apple, "\(error)", advice: "check the network of this machine")
        }
    }
}
