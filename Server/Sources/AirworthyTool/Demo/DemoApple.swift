import AirworthyPolicy
import AppStoreConnect
import AppStoreSimulator
import ControlPlane
import Foundation
import ReleaseCatalog
import ServerSupport

/// The Apple of a demo: a simulator on a port of its own, and what the server has to know to ask it.
struct DemoApple: Sendable {
    /// The variables that hold the key and the secret. Nobody else sees them: they are never really set.
    private static let (keyName, secretName) = ("DEMO_APPLE_KEY", "DEMO_WEBHOOK_SECRET")
    /// Seconds between two questions, so that age and staleness are soon seen.
    private static let interval: Duration = .seconds(10)

    let simulator: AppStoreSimulator
    private let secret = SecureRandom.bytes(24).map { String($0, radix: 16) }.joined()

    /// Takes the simulator up where the last demo on the folder left it: its betas are as old as they were then.
    /// - Parameter folder: The folder of the demo.
    /// - Throws: ``ToolError`` if it cannot be written to.
    init(in folder: String) throws {
        let file = folder + "/simulator-began"
        var began = Clock.now().roundedToSeconds
        if let bytes = try? InputFile(file).bytes, let date = Timestamp.parse(String(decoding: bytes, as: UTF8.self)) {
            began = date
        } else {
            try OutputFile.write(Array(Timestamp.format(began).utf8), to: file)
        }
        simulator = AppStoreSimulator(began: began, now: Clock.now)
    }

    /// What the server is to ask.
    /// - Parameter url: Where the simulator is.
    /// - Returns: The settings, and the environment their secrets are in.
    /// - Throws: Nothing but what reading the defaults would.
    func settings(_ url: String) async throws -> (apple: AppleSettings, environment: [String: String]) {
        let key = simulator.key
        var apple = try await AppleSettings(SettingReader(options: [:], environment: [:]))
        apple.keys = ["\(key.id)@\(key.issuerID ?? "")=env:\(Self.keyName)"].compactMap { AppleKeySetting($0) }
        apple.secrets = ["hashtags", "birthdays"].compactMap { WebhookSecretSetting("\($0)=env:\(Self.secretName)") }
        (apple.url, apple.lookupURL) = (url, url)
        (apple.learner.connectInterval, apple.learner.lookupInterval) = (Self.interval, Self.interval)
        apple.learner.callsPerAppAndHour = 3_600
        return (apple, [Self.keyName: key.privateKeyPEM ?? "", Self.secretName: secret])
    }

    /// Asks once about every app, so that the first answers are there before anybody can ask for them.
    func learn(_ composed: Compose) async throws {
        let now = Clock.now()
        for target in composed.plane.catalogs.targets {
            for source in composed.asking.sources {
                let since = now - PollingSettings().buildAge
                let answer = try await source.listing(target, since, .operator)
                try await composed.plane.catalogs.learn(target.slug, .connect(answer.listing), at: now)
            }
            guard let lookup = composed.asking.lookup, let id = target.appleID else { continue }
            for storefront in target.storefronts {
                let answer = try await lookup.lookup(ids: [id], storefront: storefront)
                let releases = answer.releases(
                    bundleID: target.bundleID, appleID: id, platforms: target.platforms)
                for release in releases {
                    try await composed.plane.catalogs.learn(target.slug, .lookup(storefront, release), at: now)
                }
            }
        }
    }

    /// Has the simulator tell the server what changes.
    /// - Parameters:
    ///   - server: Where the server is.
    ///   - apps: The apps by their numbers in the App Store.
    ///   - url: Where the simulator is.
    /// - Throws: `AppStoreConnectError` if the simulator will not have it.
    func register(_ server: String, _ apps: [(slug: String, appleID: Int)], _ url: String) async throws {
        let key = try APIKey(
            pem: simulator.key.privateKeyPEM ?? "", keyID: simulator.key.id, issuerID: simulator.key.issuerID)
        let connection = HTTPTransport.asyncHTTPClient()
        let client = Result {
            try AppStoreConnectClient(
                key: key, baseURL: url, transport: connection.transport,
                budget: CallBudget(now: Clock.now), now: Clock.now)
        }
        var failure: (any Error)?
        do {
            for app in apps {
                _ = try await client.get().createWebhook(
                    app: "\(app.appleID)", name: "airworthy demo",
                    url: "\(server)/hooks/app-store-connect/\(app.slug)", secret: secret)
            }
        } catch { failure = error }
        await connection.close()
        if let failure { throw failure }
    }
}
