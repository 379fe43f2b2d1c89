package import AirworthyPolicy
package import AirworthyTrust
package import ControlPlane
import Synchronization

/// The keys of apps, as strangers need them to verify a manifest themselves.
///
/// The keyring stands in the envelope, which is read once for each that comes into force.
package final class PublishedKeys: Sendable {
    private struct Remembered: Sendable {
        let app: App
        let digest: String?
        let value: JSONValue
    }

    private let remembered = Mutex<[String: Remembered]>([:])

    package init() {}

    /// The keys of an app.
    package func jsonValue(of served: ServedApp) -> JSONValue {
        let head: LoadedHead? = if case .live(let head) = served.state { head } else { nil }
        let known = remembered.withLock { $0[served.app.slug] }
        if let known, known.digest == head?.digest, known.app == served.app { return known.value }
        let value = Self.read(served.app, head)
        let fresh = Remembered(app: served.app, digest: head?.digest, value: value)
        remembered.withLock { $0[served.app.slug] = fresh }
        return value
    }

    private static func read(_ app: App, _ head: LoadedHead?) -> JSONValue {
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
    /// The key as it stands in answers.
    package var jsonValue: JSONValue {
        ["id": .string(key.id), "role": .string(role.rawValue), "key": .string(key.base64)]
    }
}
