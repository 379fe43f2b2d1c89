public import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A list of online keys, signed by a root key.
///
/// A keyring with a higher epoch replaces the online keys of the earlier keyring and the pinned online keys. Publish
/// one to revoke a stolen online key. A keyring without keys leaves only the roots trusted.
///
/// ```swift
/// let keyring = Keyring(app: "hashtags", epoch: 2, issuedAt: .now, keys: [onlineKey.publicKey])
/// let envelope = try keyring.signed(by: [rootKey])
/// let bytes = try SignedManifest.sign(payload: draft.payload, keys: [onlineKey], keyring: envelope)
/// ```
public struct Keyring: Hashable, Sendable {
    /// The version of the format, 1.
    public static let currentSchema = 1
    /// The payload type of a keyring's envelope.
    public static let payloadType = "application/vnd.airworthy.keyring+json"
    /// The highest number of keys a keyring may have.
    public static let maximumKeys = 16

    /// The slug of the app; `nil` for every app that pins the root.
    public var app: String?
    /// The number of the keyring, from 1. Increase it with every change of the keys.
    public var epoch: Int
    /// The date of the signature; informational.
    public var issuedAt: Date?
    /// The online keys.
    public var keys: [PublicKey]

    /// Creates a keyring.
    /// - Parameters:
    ///   - app: The slug of the app; `nil` for every app that pins the root.
    ///   - epoch: The number of the keyring, from 1.
    ///   - issuedAt: The date of the signature.
    ///   - keys: The online keys, at most 16.
    public init(app: String? = nil, epoch: Int, issuedAt: Date? = nil, keys: [PublicKey]) {
        self.app = app
        self.epoch = epoch
        self.issuedAt = issuedAt
        self.keys = keys
    }

    /// Reads a keyring's envelope from a file and checks its form, but not its signatures.
    /// - Parameter json: The file, UTF-8. The caller limits the size.
    /// - Returns: The keyring and its envelope.
    /// - Throws: ``VerificationError``.
    public static func read(json: [UInt8]) throws(VerificationError) -> (keyring: Keyring, envelope: Envelope) {
        let root = try DocumentNode.strict(json) { .malformedKeyring($0) }
        let envelope = try envelope(root.jsonValue)
        return (try Keyring(payload: envelope.payload), envelope)
    }

    /// Verifies a keyring's signature and reads it.
    /// - Parameters:
    ///   - envelope: The keyring's envelope.
    ///   - pins: The pinned keys of the app.
    /// - Returns: The keyring.
    /// - Throws: ``VerificationError``: `untrustedKeyring` unless a pinned root signed it, `wrongApp`, or an error of the
    ///   form.
    public static func verify(_ envelope: Envelope, pins: Pins) throws(VerificationError) -> Keyring {
        do throws(VerificationError) {
            _ = try envelope.verify(with: pins.roots)
        } catch {
            if error == .cryptoUnavailable { throw error }
            throw .untrustedKeyring(keyIDs: envelope.signatures.compactMap(\.keyID))
        }
        let keyring = try Keyring(payload: envelope.payload)
        if let app = keyring.app, app != pins.app { throw .wrongApp(expected: pins.app, got: app) }
        return keyring
    }

    // MARK: JSON

    /// The payload to sign, without absent parts.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["schema": .of(Self.currentSchema)]
        object["app"] = app.map(JSONValue.string)
        object["epoch"] = .of(epoch)
        object["issuedAt"] = issuedAt.map { .of($0) }
        object["keys"] = .array(keys.map { ["key": .string($0.base64), "keyid": .string($0.id)] })
        return .object(object)
    }

    /// Reads a payload. Unknown members are ignored, and so are key ids, because a key determines its id.
    package init(payload: [UInt8]) throws(VerificationError) {
        let json = try DocumentNode.strict(payload) { .malformedKeyring($0) }.jsonValue
        guard let schema = json["schema"]?.intValue, schema > 0 else {
            throw .malformedKeyring("\"schema\" is missing or not a positive integer")
        }
        guard schema <= Self.currentSchema else { throw .schemaTooNew(schema, supported: Self.currentSchema) }
        guard let epoch = json["epoch"]?.intValue, epoch > 0 else {
            throw .malformedKeyring("\"epoch\" is missing or not a positive integer")
        }
        guard let entries = json["keys"]?.arrayValue, entries.count <= Self.maximumKeys else {
            throw .malformedKeyring("\"keys\" is missing or has more than \(Self.maximumKeys) entries")
        }
        let app = json["app"] ?? .null
        guard app.isNull || app.stringValue != nil else { throw .malformedKeyring("\"app\" is not a string") }
        let keys = entries.compactMap { $0["key"]?.stringValue.flatMap(PublicKey.init(base64:)) }
        guard keys.count == entries.count else {
            throw .malformedKeyring("a key in \"keys\" is not base64 of 32 bytes")
        }
        self.init(
            app: app.stringValue, epoch: epoch, issuedAt: json["issuedAt"]?.stringValue.flatMap(Timestamp.parse),
            keys: keys)
    }

    /// Reads a keyring's envelope. An error of its form names the keyring, not the manifest.
    package static func envelope(_ json: JSONValue, path: String = "") throws(VerificationError) -> Envelope {
        do throws(VerificationError) {
            return try Envelope(json, path: path, accepting: payloadType)
        } catch {
            guard case .malformedEnvelope(let reason) = error else { throw error }
            throw .malformedKeyring(reason)
        }
    }
}
