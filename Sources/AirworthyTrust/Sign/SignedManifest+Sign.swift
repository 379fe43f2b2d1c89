import AirworthyPolicy

extension SignedManifest {
    /// Signs a manifest. What no client would ever accept is refused; whether the keys will be trusted is not judged.
    /// - Parameters:
    ///   - payload: The manifest's bytes, e.g. of ``ManifestDraft/payload``. They are signed and sent as they are.
    ///   - keys: One to eight keys; one given twice signs once.
    ///   - keyring: The root-signed keyring to send along, if there is one.
    /// - Returns: The envelope to serve, at most 240 KiB.
    /// - Throws: ``SigningError``: repeated keys, a missing app, revision or date of issue, too many bytes, no key.
    public static func sign(
        payload: [UInt8], keys: [PrivateKey], keyring: Envelope? = nil
    ) throws(SigningError) -> [UInt8] {
        do throws(VerificationError) {
            let manifest = try manifest(from: payload)
            _ = try identity(of: manifest)
            if manifest.app == nil { throw .malformedManifest("\"app\" is missing") }
            if let keyring { _ = try Keyring.envelope(keyring.jsonValue) }
        } catch {
            throw .invalidContent(error)
        }
        let envelope = try Envelope.sign(payload, as: payloadType, with: keys)
        let json = SignedManifest(envelope: envelope, keyring: keyring).json
        guard json.count <= maximumSignedSize else { throw .tooLarge(json.count, limit: maximumSignedSize) }
        return json
    }
}
