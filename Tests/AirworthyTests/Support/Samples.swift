import Airworthy
import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// Skips tests that need Ed25519 in a build without it.
let needsCrypto = ConditionTrait.enabled(
    if: Ed25519.isAvailable, "this build has no Ed25519; run with --traits SwiftCrypto")

/// Shared keys, policies and answers.
enum Samples {
    static let server = URL(string: "https://updates.example.com")!
    static let configURL = URL(string: "https://files.example.com/config.json")!
    static let host = "updates.example.com"
    static let files = "files.example.com"
    static let appStore = "itunes.apple.com"

    // For tests with `needsCrypto` only.
    static var root: PrivateKey { try! PrivateKey(seed: Array(repeating: 1, count: 32)) }
    static var backup: PrivateKey { try! PrivateKey(seed: Array(repeating: 2, count: 32)) }
    static var stranger: PrivateKey { try! PrivateKey(seed: Array(repeating: 9, count: 32)) }
    static var pins: Pins { Pins(app: "tour", lineage: "tour-1", roots: [root.publicKey, backup.publicKey]) }
    static var serverSetup: Airworthy.Setup { Airworthy.Setup(policy: [.server(server, pins: pins)]) }

    /// A policy that requires an update below 2.0.
    static let block: JSONValue = [
        "schema": 1, "appleID": 42, "rules": [["id": "floor", "when": ["version": "<2.0"], "update": "required"]],
        "features": ["editor": ["default": true]],
    ]
    /// A policy without rules.
    static let calm: JSONValue = ["schema": 1, "appleID": 42, "rules": []]
    /// A catalog with 2.0 in the App Store.
    static let catalog: JSONValue = [
        "schema": 1,
        "releases": [
            [
                "platform": "ios", "version": "2.0",
                "offers": [["channel": "appstore", "publishedAt": "2026-11-01T00:00:00Z"]],
            ]
        ],
    ]

    static func signed(
        _ policy: JSONValue = block, revision: Int = 7, issuedAt: String = "2026-11-20T09:00:00Z",
        expiresAt: String? = "2026-12-20T09:00:00Z", by key: PrivateKey? = nil, app: String = "tour",
        audience: String = "production", lineage: String = "tour-1", refreshEvery: Int = 21_600,
        catalog: JSONValue = Samples.catalog
    ) throws -> [UInt8] {
        let draft = ManifestDraft(
            app: app, audience: audience, lineage: lineage, revision: revision, issuedAt: date(issuedAt),
            refreshEvery: refreshEvery, expiresAt: expiresAt.map(date), policy: policy, catalog: catalog)
        return try SignedManifest.sign(payload: draft.payload, keys: [key ?? root])
    }

    static let config = config(minimum: "2.0")

    static func config(minimum: String) -> [UInt8] {
        Array(
            #"{"url": "https://apps.apple.com/app/id42", "version": "2.0", "minimum_version": "\#(minimum)"}"#.utf8)
    }

    static func lookup(_ version: String, publishedAt: String = "2026-11-01T00:00:00Z") -> [UInt8] {
        Array(
            """
            {"resultCount": 1, "results": [{"kind": "software", "version": "\(version)", "trackId": 42,
            "currentVersionReleaseDate": "\(publishedAt)", "trackViewUrl": "https://apps.apple.com/jp/app/x/id42?uo=4"}]}
            """.utf8)
    }

    static let emptyLookup = Array(#"{"resultCount": 0, "results": []}"#.utf8)
}

/// Returns the events of a client so far.
func reportedEvents(of client: Airworthy) async -> [AirworthyEvent] {
    // An event that marks the end of the earlier ones.
    let events = client.events
    client.didShow(Presentation(.maintenance(until: .distantPast, isRechecking: true)))
    var all: [AirworthyEvent] = []
    for await event in events {
        if case .blocked = event { return all }
        all.append(event)
    }
    return all
}

extension AirworthyEvent {
    /// The code of a refusal.
    var refusal: String? {
        if case .refused(let code, _, _) = self { code } else { nil }
    }
}

/// Yields to other tasks until a condition holds. No time passes; the time limit of the test ends a wait in vain.
func wait(until condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
