import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The online keys of the day, signed by a root.
///
/// A keyring of a higher epoch replaces the online keys of the one before and also those that were pinned: that is how
/// a stolen online key is revoked. One without keys leaves only the roots.
public struct Keyring: Hashable, Sendable {
    /// The version of the format, 1.
    public static let currentSchema = 1
    /// What a keyring's envelope says it holds.
    public static let payloadType = "application/vnd.airworthy.keyring+json"
    /// The most keys a keyring may hold.
    public static let maximumKeys = 16

    /// The app it is for; `nil`: every app that pins its root.
    public var app: String?
    /// Its number, from 1. Raise it with every change of the keys.
    public var epoch: Int
    /// When it was signed; for people only.
    public var issuedAt: Date?
    /// The online keys.
    public var keys: [PublicKey]

    /// Makes a keyring.
    /// - Parameters:
    ///   - app: The app it is for; `nil`: every app that pins its root.
    ///   - epoch: Its number, from 1.
    ///   - issuedAt: When it is signed.
    ///   - keys: The online keys, at most 16.
    public init(app: String? = nil, epoch: Int, issuedAt: Date? = nil, keys: [PublicKey]) {
        self.app = app
        self.epoch = epoch
        self.issuedAt = issuedAt
        self.keys = keys
    }

    /// Signs the keyring.
    /// - Parameter roots: One to eight root keys. Whether clients trust them is not judged here.
    /// - Returns: The envelope, which `SignedManifest.sign` takes and which a file can hold (its `jsonValue`).
    /// - Throws: ``SigningError``.
    public func signed(by roots: [PrivateKey]) throws(SigningError) -> Envelope {
        let payload = jsonValue.jsonBytes()
        do throws(VerificationError) {
            _ = try Keyring(payload: payload)
        } catch {
            throw .invalidContent(error)
        }
        return try Envelope.sign(payload, as: Self.payloadType, with: roots)
    }

    /// Reads a keyring's envelope from a file and checks that its form is right, not who signed it.
    /// - Parameter json: The file, UTF-8. The caller limits the size.
    /// - Returns: The keyring and its envelope.
    /// - Throws: ``VerificationError``.
    public static func read(json: [UInt8]) throws(VerificationError) -> (keyring: Keyring, envelope: Envelope) {
        let root = try DocumentNode.strict(json) { .malformedKeyring($0) }
        let envelope = try envelope(root.jsonValue)
        return (try Keyring(payload: envelope.payload), envelope)
    }

    /// Checks who signed a keyring, then reads it.
    /// - Parameters:
    ///   - envelope: The keyring's envelope.
    ///   - pins: What the app insists on.
    /// - Returns: The keyring.
    /// - Throws: ``VerificationError``: `untrustedKeyring` unless a pinned root signed it, `wrongApp`, and what reading finds.
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
}
