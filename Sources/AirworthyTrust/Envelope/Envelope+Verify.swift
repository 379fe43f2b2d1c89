extension Envelope {
    /// Finds out which keys signed.
    ///
    /// A key id is only a hint: ids of no key given are passed over, a signature without one is tried with all keys.
    /// One good signature is enough; a bad one beside it takes nothing away.
    /// - Parameter keys: The keys that may sign, each once.
    /// - Returns: Those that did, at least one, in the order of `keys`.
    /// - Throws: `unknownKey`, `badSignature` or `cryptoUnavailable`.
    func verify(with keys: [PublicKey]) throws(VerificationError) -> [PublicKey] {
        let message = preAuthenticationEncoding
        var tried: [String] = []
        var signers: [PublicKey] = []
        for key in keys {
            for signature in signatures where signature.mayBe(of: key) && signers.last != key {
                tried.append(key.id)
                do throws(CryptoUnavailable) {
                    if try Ed25519.isValid(signature.bytes, for: message, key: key.rawValue) { signers.append(key) }
                } catch {
                    throw .cryptoUnavailable
                }
            }
        }
        guard signers.isEmpty else { return signers }
        guard tried.isEmpty else { throw .badSignature(keyIDs: tried) }
        throw .unknownKey(keyIDs: signatures.compactMap(\.keyID))
    }
}

extension Envelope.Signature {
    fileprivate func mayBe(of key: PublicKey) -> Bool {
        guard let keyID, !keyID.isEmpty else { return true }
        return keyID == key.id
    }
}
