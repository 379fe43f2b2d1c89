import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation

/// An app of the demo, as its team would have created it. Its releases are in the simulator.
struct DemoApp: Sendable {
    /// Somebody of the team, who publishes.
    static let author = Principal(.server, name: "anna", rights: .all)

    let slug: String
    let bundleID: String
    let appleID: Int?
    let storefronts: [Storefront]
    let policy: [UInt8]

    /// Reads the apps of the demo, `hashtags` and `birthdays`, with the policies in a folder.
    static func all(in folder: String) throws -> [DemoApp] {
        [
            try DemoApp("hashtags", in: folder, storefronts: ["JP", "US"]),
            try DemoApp("birthdays", in: folder, storefronts: ["JP"]),
        ]
    }

    private init(_ slug: String, in folder: String, storefronts: [String]) throws {
        let source = try PolicySource("\(folder)/\(slug).policy.yaml")
        self.slug = slug
        bundleID = source.policy.bundleID ?? "com.example.\(slug)"
        appleID = source.policy.appleID
        policy = source.text
        self.storefronts = storefronts.compactMap { Storefront($0) }
    }

    /// Creates the app, unless it exists.
    func create(on plane: ControlPlane, pins: [PinnedKey]) async throws {
        if (try? await plane.apps.app(slug)) != nil { return }
        _ = try await plane.apps.create(
            App(slug: slug, bundleID: bundleID, appleID: appleID, pins: pins, storefronts: storefronts), by: .server)
    }

    /// Publishes the app's policy, unless one is published.
    func publish(on plane: ControlPlane) async throws {
        if (try? await plane.publishing.currentPolicy(of: slug)) != nil { return }
        _ = try await plane.publishing.publish(
            policy, to: slug, expecting: .nothingPublished, note: "the demo begins", forced: nil, by: Self.author)
    }

    /// Begins a draft that raises the minimum version, so that the dashboard has one to show the effect of.
    func beginDraft(on plane: ControlPlane) async throws {
        let current = try await plane.publishing.currentPolicy(of: slug)
        let text = String(decoding: current.text, as: UTF8.self).replacing("<1.4.0", with: "<2.2.0")
        _ = try await plane.drafts.create(
            .init(
                text: Array(text.utf8), base: current.version, name: "drop 2.1 and older",
                note: "our server drops the old interface"),
            of: slug, by: Self.author)
    }
}

/// The keys of a demo, as `keys new` and `keyring` create them. In production, keep root keys away from the server.
struct DemoKeys {
    let online: String
    let keyring: String
    /// The keys that the apps' builds would pin.
    let pins: [PinnedKey]

    /// Reads the keys in the folder, or creates them.
    init(in folder: String) throws {
        online = folder + "/online.key"
        keyring = folder + "/keyring.json"
        let roots = ["root-primary", "root-backup"].map { "\(folder)/\($0).key" }
        if !FileManager.default.fileExists(atPath: keyring) {
            let keys = try roots.map { try Self.key(file: $0) }
            let envelope = try Keyring(epoch: 1, issuedAt: WallClock.now(), keys: [Self.key(file: online).publicKey])
                .signed(by: [keys[0]])
            try OutputFile.write(envelope.jsonValue.jsonBytes(), to: keyring)
        }
        pins = try roots.map { PinnedKey(try PrivateKey(file: $0).publicKey, role: .root) }
    }

    private static func key(file path: String) throws -> PrivateKey {
        // A demo that was killed during its start may have left some keys and no keyring.
        if FileManager.default.fileExists(atPath: path) { return try PrivateKey(file: path) }
        let key = try PrivateKey.generate()
        try OutputFile.create(path, mode: 0o600, bytes: Array(key.pem.utf8))
        return key
    }
}
