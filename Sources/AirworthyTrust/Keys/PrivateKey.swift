/// An Ed25519 private key. Nothing prints its secret; only ``pem`` gives it out.
public struct PrivateKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let seed: [UInt8]
    /// The public half.
    public let publicKey: PublicKey

    /// Takes the 32 secret bytes, as RFC 8032 defines them.
    /// - Parameter seed: The 32 secret bytes.
    /// - Throws: ``KeyError/wrongLength(_:)`` unless there are 32, ``KeyError/cryptoUnavailable`` in a build without
    ///   Ed25519.
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

    /// Makes a new random key. The one place of this module with randomness; the crypto library provides it.
    /// - Returns: The key.
    /// - Throws: ``KeyError/cryptoUnavailable`` in a build without Ed25519.
    public static func generate() throws(KeyError) -> PrivateKey {
        guard let seed = try? Ed25519.newSeed() else { throw .cryptoUnavailable }
        return try PrivateKey(seed: seed)
    }

    /// Signs a message.
    func sign(_ message: [UInt8]) throws(CryptoUnavailable) -> [UInt8] {
        // The seed was accepted once, so there is no other way to fail.
        guard let signature = try Ed25519.signature(of: message, seed: seed) else { throw CryptoUnavailable() }
        return signature
    }

    /// The id of the public half, never the secret.
    public var description: String { "private key of \(publicKey.id)" }

    /// The id of the public half, never the secret.
    public var debugDescription: String { description }

    /// Shows no secret to `dump` and to debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}
