import Foundation
import Testing
import ToolTesting

/// A set-up that an app can choose. In each one version 2.2.0 is required or recommended to be updated to 2.2.1.
enum StartUp: String, CaseIterable, Sendable {
    case server, manifest, config, json, custom, bundled
    case appStore = "the App Store's lookup"
    case rules = "rules in code with the lookup"
    case several = "a manifest, a bundled manifest and the lookup"

    /// The screen of version 2.2.0.
    var screen: String { self == .appStore ? "prompt" : "gate" }

    /// The screen of version 2.2.0 at its first launch, before any source has answered.
    var firstScreen: String { self == .bundled ? "gate" : "nothing" }

    /// The version that the screen offers; `nil` if no source knows the releases.
    var update: String? { [.config, .json, .custom].contains(self) ? nil : "2.2.1" }

    /// Whether the client asks a source for anything.
    var asks: Bool { self != .bundled }
}

/// A device with a set-up, and everything that its sources need.
final class StartUpScene {
    let phone: Device
    private let world: World?
    private let server: Backend?
    private let files: ScratchFolder
    private let ownSource: URL

    /// Starts the sources.
    /// - Parameter startUp: The set-up.
    /// - Throws: The error of starting a server or of signing.
    init(_ startUp: StartUp) throws {
        files = try ScratchFolder()
        ownSource = files.url.appendingPathComponent("own.json")
        guard startUp != .server else {
            let server = try Backend()
            try server.publish(Author.badVersion)
            (self.server, world) = (server, nil)
            phone = try server.device()
            return
        }
        let asksAppStore = [.appStore, .rules, .several].contains(startUp)
        let world = try World(appStore: asksAppStore ? listing : nil)
        (self.world, server) = (world, nil)
        var setup: [String] = []
        switch startUp {
        case .server, .appStore: break
        case .manifest:
            let author = try Author()
            world.files.put(try author.sign(Author.badVersion, revision: 2), at: "/manifest.json")
            setup = author.manifestSetup
        case .config:
            world.files.put(
                #"{"url": "https://apps.apple.com/app/id6504763618", "minimum_version": "2.2.1"}"#, at: "/config.json")
            setup = ["--source", "config=https://files.example.com/config.json"]
        case .json:
            world.files.put(
                #"{"oldest": "2.2.1", "store": "https://apps.apple.com/app/id6504763618"}"#, at: "/own.json")
            setup = ["--source", "json=https://files.example.com/own.json"]
        case .custom: setup = ["--source", "custom=\(try files.write(Self.rules(with: Self.url), to: "own.json"))"]
        case .rules: setup = ["--source", "rules=\(try files.write(Self.rules(), to: "rules.json"))"]
        case .bundled:
            let author = try Author()
            let path = try files.write(author.sign(Author.badVersion, revision: 2), to: "bundled.json")
            setup = ["--source", "bundled=\(path)"] + author.pins
        case .several:
            let author = try Author()
            let path = try files.write(author.sign(Author.calm, revision: 1), to: "bundled.json")
            world.files.put(try author.sign(Author.badVersion, revision: 2), at: "/manifest.json")
            setup = author.manifestSetup + ["--source", "bundled=\(path)"]
        }
        if asksAppStore { setup += ["--app-store", "6504763618"] }
        phone = try world.device(setup)
    }

    /// Lets so much time pass that the lookup is due again. The server's clock cannot be changed.
    func waitForLookup() async throws {
        try await phone.quit()
        try await world?.pass(hours: 7)
    }

    /// Stops all sources.
    func goOffline() throws {
        world?.stop()
        server?.stop()
        try? FileManager.default.removeItem(at: ownSource)
    }

    private static let url = #", "url": "https://apps.apple.com/app/id6504763618""#

    /// Returns rules of the app's own. Without release data the update needs a URL.
    private static func rules(with url: String = "") -> String {
        #"{"schema": 1, "appleID": 6504763618, "rules": ["#
            + #"{"id": "bad", "when": {"version": "2.2.0"}, "update": "required"\#(url)}]}"#
    }
}
