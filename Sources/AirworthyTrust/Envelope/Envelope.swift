/// A DSSE v1 envelope: signed bytes, their type, and the signatures.
///
/// An envelope is not trustworthy by itself. Verify it with ``SignedManifest/verify(_:pins:state:now:)`` or
/// ``Keyring/verify(_:pins:)`` before you use its payload.
public struct Envelope: Hashable, Sendable {
    /// A signature of an envelope.
    public struct Signature: Hashable, Sendable {
        /// The id of the key to verify with; `nil` or empty to try all keys. It is only a hint and not trusted.
        public var keyID: String?
        /// The signature's bytes, 64 for Ed25519.
        public var bytes: [UInt8]

        /// Creates a signature.
        /// - Parameters:
        ///   - keyID: The id of the key to verify with.
        ///   - bytes: The signature's bytes.
        public init(keyID: String?, bytes: [UInt8]) {
            self.keyID = keyID
            self.bytes = bytes
        }
    }

    /// The highest number of signatures an envelope may have.
    public static let maximumSignatures = 8

    /// The media type of the payload; covered by the signatures.
    public var payloadType: String
    /// The bytes that were signed.
    public var payload: [UInt8]
    /// The signatures, in the order they were written.
    public var signatures: [Signature]

    /// Creates an envelope.
    /// - Parameters:
    ///   - payloadType: The media type of the payload.
    ///   - payload: The bytes that were signed.
    ///   - signatures: The signatures.
    public init(payloadType: String, payload: [UInt8], signatures: [Signature] = []) {
        self.payloadType = payloadType
        self.payload = payload
        self.signatures = signatures
    }

    /// The message that is signed, DSSE's pre-authentication encoding:
    /// `DSSEv1 LENGTH(type) type LENGTH(payload) payload`.
    ///
    /// The lengths are in bytes, so that no two pairs of type and payload have the same encoding.
    public var preAuthenticationEncoding: [UInt8] {
        let type = Array(payloadType.utf8)
        return Array("DSSEv1 \(type.count) ".utf8) + type + Array(" \(payload.count) ".utf8) + payload
    }

    /// Verifies the signatures.
    ///
    /// A signature with the id of an unknown key is ignored; a signature without an id is tried with all keys. One valid
    /// signature is enough, and an invalid one beside it changes nothing.
    /// - Parameter keys: The keys that may sign, without repetitions.
    /// - Returns: The keys with a valid signature, at least one, in the order of `keys`.
    /// - Throws: `unknownKey`, `badSignature` or `cryptoUnavailable`.
    func verify(with keys: [PublicKey]) throws(VerificationError) -> [PublicKey] {
        let message = preAuthenticationEncoding
        var triedKeyIDs: [String] = []
        var signers: [PublicKey] = []
        for key in keys {
            // One valid signature of a key is enough.
            for signature in signatures where signature.mayBeMade(with: key) && signers.last != key {
                triedKeyIDs.append(key.id)
                do throws(CryptoUnavailable) {
                    if try Ed25519.isValid(signature.bytes, for: message, key: key.rawValue) { signers.append(key) }
                } catch {
                    throw .cryptoUnavailable
                }
            }
        }
        guard signers.isEmpty else { return signers }
        guard triedKeyIDs.isEmpty else { throw .badSignature(keyIDs: triedKeyIDs) }
        throw .unknownKey(keyIDs: signatures.compactMap(\.keyID))
    }
}

extension Envelope.Signature {
    fileprivate func mayBeMade(with key: PublicKey) -> Bool {
        guard let keyID, !keyID.isEmpty else { return true }
        return keyID == key.id
    }
}
