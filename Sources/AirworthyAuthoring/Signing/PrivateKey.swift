public import AirworthyTrust

/// An Ed25519 private key. Printing it never shows the secret; only ``pem`` returns it.
///
/// ```swift
/// let key = try PrivateKey.generate()
/// let signed = try SignedManifest.sign(payload: draft.payload, keys: [key])
/// ```
public struct PrivateKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let seed: [UInt8]
    /// The public key of the pair.
    public let publicKey: PublicKey

    /// Creates a key from its secret.
    /// - Parameter seed: The 32 secret bytes of RFC 8032.
    /// - Throws: ``KeyError/wrongLength(_:)`` unless there are 32 bytes, ``KeyError/cryptoUnavailable`` in a build
    ///   without Ed25519.
    public init(seed: [UInt8]) throws(KeyError) {
        let bytes: [UInt8]?
        do throws(CryptoUnavailable) {
            bytes = try Ed25519.publicKey(seed: seed)
        } catch {
            throw .cryptoUnavailable
        }
        guard let publicKey = bytes.flatMap(PublicKey.init(rawValue:)) else { throw .wrongLength(seed.count) }
        self.seed = seed
        self.publicKey = publicKey
    }

    /// Creates a random key with the crypto library's generator.
    /// - Returns: The key.
    /// - Throws: ``KeyError/cryptoUnavailable`` in a build without Ed25519.
    public static func generate() throws(KeyError) -> PrivateKey {
        guard let seed = try? Ed25519.newSeed() else { throw .cryptoUnavailable }
        return try PrivateKey(seed: seed)
    }

    func sign(_ message: [UInt8]) throws(CryptoUnavailable) -> [UInt8] {
        // The initialiser accepted the seed, so `nil` is only possible without a crypto library.
        guard let signature = try Ed25519.signature(of: message, seed: seed) else { throw CryptoUnavailable() }
        return signature
    }

    /// The id of the public key, never the secret.
    public var description: String { "private key of \(publicKey.id)" }

    /// The id of the public key, never the secret.
    public var debugDescription: String { description }

    /// A mirror without the secret, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}
