import AirworthyPolicy

/// The reason for rejecting a signed manifest or keyring. The last good manifest stays in force.
///
/// Cases are added in major versions only.
public enum VerificationError: Error, Hashable, Sendable {
    // MARK: Form of the envelope

    /// The envelope has more bytes than allowed.
    case tooLarge(Int, limit: Int)
    /// The text is not an envelope, e.g. a captive portal's page: not JSON, or a part is missing or of the wrong kind.
    case malformedEnvelope(String)
    /// A member is not strict base64, because of its padding, white space or other characters.
    case malformedBase64(path: String)
    /// A key appears twice in an object, so that two readers could read two documents.
    case duplicateKey(path: String)
    /// The payload is not a manifest, or not a keyring where one is expected.
    case wrongPayloadType(expected: String, got: String)
    /// The envelope has more signatures than allowed.
    case tooManySignatures(Int, limit: Int)

    // MARK: Signatures

    /// No trusted key signed the envelope.
    case unknownKey(keyIDs: [String])
    /// The signature of a trusted key does not match the bytes.
    case badSignature(keyIDs: [String])
    /// No pinned root signed the keyring.
    case untrustedKeyring(keyIDs: [String])
    /// The keyring is older than the one that the device accepted.
    case epochWentBack(stored: Int, got: Int)
    /// Two keyrings with the same epoch have different keys.
    case sameEpochOtherKeys(epoch: Int)
    /// The build cannot verify signatures.
    case cryptoUnavailable

    // MARK: Content

    /// The keyring cannot be read.
    case malformedKeyring(String)
    /// The signed payload is not a manifest.
    case malformedManifest(String)
    /// The payload has the format of a later version.
    case schemaTooNew(Int, supported: Int)
    /// The manifest has no revision, so that its order is unknown.
    case noRevision
    /// The manifest has no date of issue, so that its expiry is unknown.
    case noIssuedAt
    /// The manifest or keyring is for another app; `got` is `nil` if it names none.
    case wrongApp(expected: String, got: String?)
    /// The manifest is for another audience, e.g. `staging`.
    case wrongAudience(expected: String, got: String)
    /// The manifest has another origin; `got` is `nil` if it names none.
    case wrongLineage(expected: String, got: String?)

    // MARK: Order

    /// The manifest is older than the one that the device accepted.
    case revisionWentBack(stored: Int, got: Int)
    /// The manifest is older, but issued less than a day before the stored one: a cache lags behind.
    case staleCopy(stored: Int, got: Int)
    /// Two manifests with the same revision have different bytes.
    case sameRevisionOtherBytes(revision: Int)

    /// Whether you should investigate the error, because it indicates a forgery, a replay or a mistake in signing.
    ///
    /// It is `false` for a lagging cache, a captive portal, and an app that is older than its server.
    public var isAlarm: Bool {
        switch self {
        case .malformedEnvelope, .malformedBase64, .cryptoUnavailable, .schemaTooNew, .staleCopy: false
        default: true
        }
    }

    /// A stable kebab-case name for logs and conformance cases, e.g. `unknown-key`.
    public var code: String {
        switch self {
        case .tooLarge: "too-large"
        case .malformedEnvelope: "malformed-envelope"
        case .malformedBase64: "malformed-base64"
        case .duplicateKey: "duplicate-key"
        case .wrongPayloadType: "wrong-payload-type"
        case .tooManySignatures: "too-many-signatures"
        case .unknownKey: "unknown-key"
        case .badSignature: "bad-signature"
        case .untrustedKeyring: "untrusted-keyring"
        case .epochWentBack: "epoch-went-back"
        case .sameEpochOtherKeys: "same-epoch-other-keys"
        case .cryptoUnavailable: "crypto-unavailable"
        case .malformedKeyring: "malformed-keyring"
        case .malformedManifest: "malformed-manifest"
        case .schemaTooNew: "schema-too-new"
        case .noRevision: "no-revision"
        case .noIssuedAt: "no-issued-at"
        case .wrongApp: "wrong-app"
        case .wrongAudience: "wrong-audience"
        case .wrongLineage: "wrong-lineage"
        case .revisionWentBack: "revision-went-back"
        case .staleCopy: "stale-copy"
        case .sameRevisionOtherBytes: "same-revision-other-bytes"
        }
    }
}

extension VerificationError: CustomStringConvertible {
    /// One sentence with the problem and its remedy.
    public var description: String {
        switch self {
        case .tooLarge(let count, let limit):
            "The envelope has at least \(count) bytes, and \(limit) is the limit; shorten texts or remove old releases."
        case .malformedEnvelope(let reason):
            "This is not a signed manifest (\(reason)); check that the address serves the output of `airworthy sign`."
        case .malformedBase64(let path):
            "\(Self.quoted(path)) is not base64 with padding and without white space; serve the file unchanged."
        case .duplicateKey(let path):
            "The key \(Self.quoted(path)) appears twice, so two readers could read two documents; keep one and sign again."
        case .wrongPayloadType(let expected, let got):
            "The envelope contains \(Self.quoted(got)) instead of \(expected); give the right file."
        case .tooManySignatures(let count, let limit):
            "There are \(count) signatures, and \(limit) is the limit; sign with fewer keys."
        case .unknownKey(let keyIDs):
            "No trusted key signed this (signed by: \(Self.list(keyIDs))); sign with a pinned root or a key of the "
                + "keyring, or find out who published it."
        case .badSignature(let keyIDs):
            "The signature does not match the content (keys tried: \(Self.list(keyIDs))), which was changed after "
                + "signing; serve the file exactly as it was signed."
        case .untrustedKeyring(let keyIDs):
            "No pinned root signed the keyring (signed by: \(Self.list(keyIDs))); sign it with a root that the app pins."
        case .epochWentBack(let stored, let got):
            "The keyring has epoch \(got), but \(stored) is the lowest that still counts; attach the current keyring."
        case .sameEpochOtherKeys(let epoch):
            "Two keyrings with different keys have epoch \(epoch); publish one with a higher epoch."
        case .cryptoUnavailable:
            "This build cannot verify signatures; build it with the package trait SwiftCrypto."
        case .malformedKeyring(let reason):
            "The keyring cannot be read (\(reason)); create it with `airworthy keyring`."
        case .malformedManifest(let reason):
            "The signature is valid, but the content is not a manifest (\(reason)); create it with `airworthy sign`."
        case .schemaTooNew(let schema, let supported):
            "The content has schema \(schema), and this version reads \(supported); update airworthy in the app."
        case .noRevision:
            "The manifest has no revision; sign it with --revision."
        case .noIssuedAt:
            "The manifest has no \"issuedAt\"; create it with `airworthy sign`."
        case .wrongApp(let expected, let got):
            "This is for \(Self.name(of: "app", got)), not for \(Self.quoted(expected)); give that app its own manifest."
        case .wrongAudience(let expected, let got):
            "This is for the audience \(Self.quoted(got)), not for \(Self.quoted(expected)); check the address."
        case .wrongLineage(let expected, let got):
            "This comes from \(Self.name(of: "lineage", got)), not from \(Self.quoted(expected)); check the address."
        case .revisionWentBack(let stored, let got):
            "The manifest has revision \(got), but \(stored) was accepted before; publish a higher revision, or find "
                + "out who replays old ones."
        case .staleCopy(let stored, let got):
            "This is revision \(got), issued less than a day before revision \(stored), which is in force; a cache lags "
                + "behind, so try again later."
        case .sameRevisionOtherBytes(let revision):
            "Two different manifests have revision \(revision); publish one with a higher revision."
        }
    }

    private static func quoted(_ text: String) -> String { DocumentPath.quoted(text) }

    /// The first few names of a list that may come from an attacker.
    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.prefix(8).map(quoted).joined(separator: ", ")
    }

    private static func name(of kind: String, _ name: String?) -> String {
        name.map { "the \(kind) \(quoted($0))" } ?? "no named \(kind)"
    }
}
