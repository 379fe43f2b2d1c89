import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Synchronization

/// The public keys of apps, for callers that verify manifests themselves. The result is cached per app.
final class PublishedKeys: Sendable {
    private struct Entry: Sendable {
        let app: App
        let digest: String?
        let answer: PreparedAnswer
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Returns the answer with the keys of an app.
    func answer(of served: ServedApp, caching: CacheControl) -> PreparedAnswer {
        let (app, head) = (served.app, served.liveHead)
        if let known = entries.withLock({ $0[app.slug] }), known.digest == head?.digest, known.app == app {
            return known.answer
        }
        let answer = PreparedAnswer(json: Self.jsonValue(of: app, head: head).jsonBytes(), caching: caching)
        entries.withLock { $0[app.slug] = Entry(app: app, digest: head?.digest, answer: answer) }
        return answer
    }

    func forget(_ app: String) { entries.withLock { $0[app] = nil } }

    /// Returns the JSON of the keys of an app.
    static func jsonValue(of app: App, head: LoadedHead?) -> JSONValue {
        let envelope = head.flatMap { try? SignedManifest(json: $0.envelope).keyring }
        let keyring = envelope.flatMap { try? Keyring.verify($0, pins: app.trustPins) }
        let online = keyring?.keys ?? app.pins.filter { $0.role == .online }.map(\.key)
        return [
            "app": .string(app.slug), "audience": .string(app.audience), "lineage": .string(app.lineage),
            "signing": .string(app.signing.rawValue), "keys": .array(app.pins.map(\.jsonValue)),
            "keyring": keyring == nil ? .null : envelope?.jsonValue ?? .null,
            "onlineKeys": .array(online.map { ["id": .string($0.id), "key": .string($0.base64)] }),
            "epoch": .of(keyring?.epoch ?? 0),
        ]
    }
}

extension PinnedKey {
    /// The key as JSON.
    var jsonValue: JSONValue {
        ["id": .string(key.id), "role": .string(role.rawValue), "key": .string(key.base64)]
    }
}
