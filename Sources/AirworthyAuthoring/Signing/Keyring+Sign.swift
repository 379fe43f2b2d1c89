import AirworthyPolicy
public import AirworthyTrust

extension Keyring {
    /// Signs the keyring.
    /// - Parameter roots: One to eight root keys. Whether clients trust them is not checked.
    /// - Returns: The envelope for `SignedManifest.sign(payload:keys:keyring:)`; its `jsonValue` can be stored in a file.
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
}
