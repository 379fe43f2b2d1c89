import AirworthyPolicy
import AirworthySupport

/// An Ed25519 public key.
public struct PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The raw key, 32 bytes.
    public let rawValue: [UInt8]
    /// The first 16 hex digits of SHA-256 of the raw key. Only a hint which key to try; it proves nothing.
    public let id: String

    /// Takes a raw key.
    ///
    /// `nil` unless there are 32 bytes. Any 32 bytes are taken; what is no point of the curve verifies nothing.
    /// - Parameter rawValue: The raw key, 32 bytes.
    public init?(rawValue: [UInt8]) {
        guard rawValue.count == Ed25519.keyLength else { return nil }
        self.rawValue = rawValue
        self.id = Text.hex(SHA256.hash(rawValue).prefix(8))
    }

    /// Reads a key written as base64 of its 32 bytes, as keyrings and pins in source code hold it.
    ///
    /// `nil` unless it is that, strictly padded and without white space.
    /// - Parameter base64: The raw key in base64, standard or URL-safe.
    public init?(base64: String) {
        guard let bytes = Base64.decode(base64) else { return nil }
        self.init(rawValue: bytes)
    }

    /// The raw key in standard base64, 44 characters.
    public var base64: String { Base64.encode(rawValue) }

    /// The key's id.
    public var description: String { id }
}
