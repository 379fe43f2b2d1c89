import AirworthyTrust

extension Envelope {
    /// Signs bytes with each key.
    /// - Parameters:
    ///   - payload: The bytes to sign.
    ///   - payloadType: Their media type.
    ///   - keys: One to eight keys; repeated keys sign once.
    /// - Returns: The envelope, with the signatures in the order of the keys.
    /// - Throws: ``SigningError``.
    static func sign(
        _ payload: [UInt8], as payloadType: String, with keys: [PrivateKey]
    ) throws(SigningError) -> Envelope {
        var envelope = Envelope(payloadType: payloadType, payload: payload)
        var seen: Set<PublicKey> = []
        let message = envelope.preAuthenticationEncoding
        for key in keys where seen.insert(key.publicKey).inserted {
            do throws(CryptoUnavailable) {
                let bytes = try key.sign(message)
                envelope.signatures.append(Signature(keyID: key.publicKey.id, bytes: bytes))
            } catch {
                throw .cryptoUnavailable
            }
        }
        guard !envelope.signatures.isEmpty else { throw .noKeys }
        guard envelope.signatures.count <= maximumSignatures else {
            throw .tooManyKeys(envelope.signatures.count, limit: maximumSignatures)
        }
        return envelope
    }
}
