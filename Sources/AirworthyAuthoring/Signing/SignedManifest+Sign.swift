import AirworthyPolicy
public import AirworthyTrust

extension SignedManifest {
    /// Signs a manifest.
    ///
    /// Content that every client would reject is not signed. Whether clients trust the keys is not checked.
    ///
    /// ```swift
    /// let draft = ManifestDraft(app: "hashtags", revision: 42, issuedAt: .now, policy: policy.jsonValue)
    /// let bytes = try SignedManifest.sign(payload: draft.payload, keys: [key])
    /// ```
    /// - Parameters:
    ///   - payload: The manifest's bytes, e.g. of ``ManifestDraft/payload``. They are signed and sent unchanged.
    ///   - keys: One to eight keys; repeated keys sign once.
    ///   - keyring: The keyring to send along, signed by a root.
    /// - Returns: The envelope to serve, at most 240 KiB.
    /// - Throws: ``SigningError`` for repeated JSON keys, a missing app, revision or date of issue, too many bytes, or
    ///   no key.
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

/// An error from signing a manifest or a keyring.
public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No key was given.
    case noKeys
    /// There are more keys than an envelope may have signatures.
    case tooManyKeys(Int, limit: Int)
    /// The envelope would have more bytes than every client is sure to read.
    case tooLarge(Int, limit: Int)
    /// Every client would reject the content, whichever key signed it.
    case invalidContent(VerificationError)
    /// The build has no Ed25519.
    case cryptoUnavailable

    /// One sentence with the problem and its remedy.
    public var description: String {
        switch self {
        case .noKeys: "There is no key to sign with; give at least one."
        case .tooManyKeys(let count, let limit): "There are \(count) keys, and \(limit) is the limit; give fewer."
        case .tooLarge(let count, let limit):
            "The envelope would have \(count) bytes, and \(limit) is the limit; shorten texts or remove old releases."
        case .invalidContent(let error): error.description
        case .cryptoUnavailable: "This build cannot sign; build it with the package trait SwiftCrypto."
        }
    }
}
