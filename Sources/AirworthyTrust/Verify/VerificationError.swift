/// Why an envelope was not accepted. The last good manifest stays in force. The set may grow.
public enum VerificationError: Error, Hashable, Sendable {
    // The envelope's form.

    /// More bytes than an envelope may have.
    case tooLarge(Int, limit: Int)
    /// Not an envelope: no JSON, or a part is missing or of the wrong kind. A captive portal's page ends here.
    case malformedEnvelope(String)
    /// Not strict base64: padding, white space or a foreign character.
    case malformedBase64(path: String)
    /// A key stands twice in one object, so two readers could see two documents.
    case duplicateKey(path: String)
    /// The payload is something else than a manifest (or a keyring, where one belongs).
    case wrongPayloadType(expected: String, got: String)
    /// More signatures than anybody needs.
    case tooManySignatures(Int, limit: Int)

    // Who signed it.

    /// No signature is of a key that is trusted.
    case unknownKey(keyIDs: [String])
    /// A signature names a trusted key, or none, but is not of these bytes.
    case badSignature(keyIDs: [String])
    /// The keyring is not signed by a pinned root.
    case untrustedKeyring(keyIDs: [String])
    /// The keyring is older than the one this device accepted.
    case epochWentBack(stored: Int, got: Int)
    /// Two keyrings with one number and different keys.
    case sameEpochOtherKeys(epoch: Int)
    /// This build cannot verify at all.
    case cryptoUnavailable

    // What was signed.

    /// The keyring cannot be read.
    case malformedKeyring(String)
    /// The signed payload is no manifest.
    case malformedManifest(String)
    /// The payload is in a format of a later version.
    case schemaTooNew(Int, supported: Int)
    /// The manifest has no revision, so its age cannot be judged.
    case noRevision
    /// The manifest has no date of issue, so its lifetime cannot be judged.
    case noIssuedAt
    /// A manifest (or keyring) for another app; `got` is `nil` if it names none.
    case wrongApp(expected: String, got: String?)
    /// A manifest for others, e.g. `staging`.
    case wrongAudience(expected: String, got: String)
    /// A manifest of another origin; `got` is `nil` if it names none.
    case wrongLineage(expected: String, got: String?)

    // Where it stands in the order.

    /// An older manifest than the one this device accepted.
    case revisionWentBack(stored: Int, got: Int)
    /// An older manifest, issued less than a day before the stored one: a cache that lags behind.
    case staleCopy(stored: Int, got: Int)
    /// Two manifests with one revision and different bytes.
    case sameRevisionOtherBytes(revision: Int)
}

extension VerificationError {
    /// Whether somebody should look into it: a forgery, a replay or a mistake in signing. What a lagging cache, a
    /// captive portal, or an app that is behind its server brings about is none.
    public var isAlarm: Bool {
        switch self {
        case .malformedEnvelope, .malformedBase64, .cryptoUnavailable, .schemaTooNew, .staleCopy: false
        default: true
        }
    }
}
