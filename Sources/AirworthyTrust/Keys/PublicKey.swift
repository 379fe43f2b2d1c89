import AirworthyPolicy
import AirworthySupport

/// An Ed25519 public key.
///
/// ```swift
/// let root = PublicKey(base64: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
/// ```
public struct PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The raw key, 32 bytes.
    public let rawValue: [UInt8]
    /// The first 16 hex digits of SHA-256 of the raw key. It is only a hint which key to try and proves nothing.
    public let id: String

    /// Creates a key from its raw bytes.
    ///
    /// Returns `nil` unless there are 32 bytes. A value that is not a point of the curve is accepted but verifies
    /// no signature.
    /// - Parameter rawValue: The raw key, 32 bytes.
    public init?(rawValue: [UInt8]) {
        guard rawValue.count == Ed25519.keyLength else { return nil }
        self.rawValue = rawValue
        self.id = SHA256.hash(rawValue).prefix(8).hex
    }

    /// Creates a key from base64 of its 32 bytes, the form used in keyrings and in source code.
    ///
    /// Returns `nil` for any other text, also for missing padding and white space.
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

extension Sequence where Element == UInt8 {
    /// The bytes as lower-case hex digits.
    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
