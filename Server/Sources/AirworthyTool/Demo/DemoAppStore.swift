import AirworthyPolicy
import AppStoreConnect
import AppStoreSimulator
import ControlPlane
import Foundation
import ReleaseCatalog
import ReleaseSources
import ServerSupport

/// The simulator of Apple in a demo, and the settings with which the server queries it.
struct DemoAppStore: Sendable {
    /// The variables with the key and the secret. They are passed to the server in memory and never really set.
    private static let (keyVariable, secretVariable) = ("DEMO_APPLE_KEY", "DEMO_WEBHOOK_SECRET")
    /// The seconds between two queries; short, so that changes show soon.
    private static let interval: Duration = .seconds(10)

    let simulator: AppStoreSimulator
    /// The file with the offset of the clock, so that a demo on the same folder does not go back in time.
    private let clockFile: String
    /// The seconds that the demo's clock is ahead.
    private let offset: Replaceable<Double>
    private let secret = SecureRandom.bytes(24).map { String($0, radix: 16) }.joined()

    /// Creates the simulator. Its releases keep their age if the folder was used by an earlier demo.
    init(in folder: String) throws {
        let file = folder + "/simulator-began"
        var began = WallClock.now().roundedToSeconds
        if let bytes = try? InputFile(file).bytes, let date = Timestamp.parse(String(decoding: bytes, as: UTF8.self)) {
            began = date
        } else {
            try OutputFile.write(Array(Timestamp.format(began).utf8), to: file)
        }
        simulator = AppStoreSimulator(began: began, now: WallClock.now)
        clockFile = folder + "/clock-offset"
        if let bytes = try? InputFile(clockFile).bytes, let offset = Double(String(decoding: bytes, as: UTF8.self)) {
            simulator.travel(offset)
        }
        offset = Replaceable(simulator.clockOffset)
    }

    /// The clock of the server: that of the simulator, which `POST /_simulator/clock` moves on.
    var now: @Sendable () -> Date { { [offset] in Date().addingTimeInterval(offset.value) } }

    /// Follows the clock of the simulator until the task is cancelled. `live` lets what happens until a date happen,
    /// before the server's clock shows that date; `confirm` tells the server that its clock is right, although it
    /// jumped.
    func followClock(live: (Date) async throws -> Void, confirm: (Date) async throws -> Void) async throws {
        while true {
            // The simulator does not announce that its clock was moved.
            try await Task.sleep(for: .milliseconds(200))
            let seconds = simulator.clockOffset
            guard seconds != offset.value else { continue }
            try OutputFile.write(Array("\(seconds)".utf8), to: clockFile)
            try await live(Date().addingTimeInterval(seconds))
            offset.value = seconds
            try await confirm(now())
        }
    }

    /// Makes a server query the simulator, and returns the environment with the secrets that the settings name.
    func configure(_ settings: inout ServeSettings, url: String) -> [String: String] {
        let key = simulator.key
        settings.appleKeys = ["\(key.id)@\(key.issuerID ?? "")=env:\(Self.keyVariable)"].compactMap {
            AppleKeySetting($0)
        }
        settings.webhookSecrets = ["hashtags", "birthdays"].compactMap {
            WebhookSecretSetting("\($0)=env:\(Self.secretVariable)")
        }
        (settings.appleURL, settings.lookupURL) = (url, url)
        (settings.polling.connectInterval, settings.polling.lookupInterval) = (Self.interval, Self.interval)
        settings.polling.callsPerAppAndHour = 3_600
        return [Self.keyVariable: key.privateKeyPEM ?? "", Self.secretVariable: secret]
    }

    /// Queries the releases of every app once, so that the server has them before its first request.
    func learnReleases(of components: ServerComponents) async throws {
        let now = WallClock.now()
        for target in components.plane.catalogs.targets {
            for source in components.connections.sources {
                let since = now - PollingSettings().buildAge
                let answer = try await source.listing(target, since, .operator)
                try await components.plane.catalogs.record(.connect(answer.listing), for: target.slug, at: now)
            }
            guard let lookup = components.connections.lookup, let id = target.appleID else { continue }
            for storefront in target.storefronts {
                let answer = try await lookup.lookup(ids: [id], storefront: storefront)
                let releases = answer.releases(
                    bundleID: target.bundleID, appleID: id, platforms: target.platforms)
                for release in releases {
                    try await components.plane.catalogs.record(.lookup(storefront, release), for: target.slug, at: now)
                }
            }
        }
    }

    /// Registers the server's webhooks with the simulator.
    func registerWebhooks(of apps: [DemoApp], server: String, appStoreURL: String) async throws {
        let key = try APIKey(
            pem: simulator.key.privateKeyPEM ?? "", keyID: simulator.key.id, issuerID: simulator.key.issuerID)
        try await withHTTPTransport { transport in
            let client = try AppStoreConnectClient(
                key: key, baseURL: appStoreURL, transport: transport, budget: CallBudget(now: WallClock.now),
                now: WallClock.now)
            for app in apps {
                guard let appleID = app.appleID else { continue }
                _ = try await client.createWebhook(
                    app: "\(appleID)", name: "airworthy demo",
                    url: "\(server)/hooks/app-store-connect/\(app.slug)", secret: secret)
            }
        }
    }
}
