/// A DSSE v1 envelope: bytes, what they are, and who signed them. Holding one proves nothing; verify it.
public struct Envelope: Hashable, Sendable {
    /// One signature.
    public struct Signature: Hashable, Sendable {
        /// Which key to try; `nil` or empty: try all. A wrong one can only make a signature useless.
        public var keyID: String?
        /// The signature's bytes, 64 for Ed25519.
        public var bytes: [UInt8]

        /// Makes a signature.
        /// - Parameters:
        ///   - keyID: Which key to try.
        ///   - bytes: The signature's bytes.
        public init(keyID: String?, bytes: [UInt8]) {
            self.keyID = keyID
            self.bytes = bytes
        }
    }

    /// The most signatures an envelope may carry.
    public static let maximumSignatures = 8

    /// What the payload is; covered by the signatures.
    public var payloadType: String
    /// The bytes that were signed.
    public var payload: [UInt8]
    /// The signatures, in the order they were written.
    public var signatures: [Signature]

    /// Makes an envelope.
    /// - Parameters:
    ///   - payloadType: What the payload is.
    ///   - payload: The bytes that were signed.
    ///   - signatures: The signatures.
    public init(payloadType: String, payload: [UInt8], signatures: [Signature] = []) {
        self.payloadType = payloadType
        self.payload = payload
        self.signatures = signatures
    }

    /// What is really signed, DSSE's pre-authentication encoding:
    /// `DSSEv1 LENGTH(type) type LENGTH(payload) payload`. The lengths are in bytes, so no two pairs encode alike.
    public var preAuthenticationEncoding: [UInt8] {
        let type = Array(payloadType.utf8)
        return Array("DSSEv1 \(type.count) ".utf8) + type + Array(" \(payload.count) ".utf8) + payload
    }
}
