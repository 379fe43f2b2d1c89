extension VerificationError: CustomStringConvertible {
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

    /// One sentence: what happened and what to do.
    public var description: String {
        switch self {
        case .tooLarge(let count, let limit):
            "The envelope has at least \(count) bytes, and \(limit) is the limit; shorten texts or drop old releases."
        case .malformedEnvelope(let reason):
            "This is no signed manifest (\(reason)); check that the address serves what `airworthy sign` wrote."
        case .malformedBase64(let path):
            "\(Text.quoted(path)) is not base64 with padding and without white space; serve the file unchanged."
        case .duplicateKey(let path):
            "The key \(Text.quoted(path)) is there twice, so two readers could see two documents; keep one and sign again."
        case .wrongPayloadType(let expected, let got):
            "The envelope holds \(Text.quoted(got)) where \(expected) belongs; give the right file."
        case .tooManySignatures(let count, let limit):
            "There are \(count) signatures, and \(limit) is the limit; sign with fewer keys."
        case .unknownKey(let keyIDs):
            "No trusted key signed this (signed by: \(Text.list(keyIDs))); sign with a pinned root or a key of the "
                + "keyring, or look for whoever put it there."
        case .badSignature(let keyIDs):
            "The signature is not of these bytes (keys tried: \(Text.list(keyIDs))); the content was changed after "
                + "signing, so serve the file exactly as it was signed."
        case .untrustedKeyring(let keyIDs):
            "No pinned root signed the keyring (signed by: \(Text.list(keyIDs))); sign it with a root that the app pins."
        case .epochWentBack(let stored, let got):
            "The keyring has epoch \(got), but \(stored) is the lowest that still counts; attach the current keyring."
        case .sameEpochOtherKeys(let epoch):
            "Two keyrings with different keys have epoch \(epoch); publish one with a higher epoch."
        case .cryptoUnavailable:
            "This build cannot check signatures; build it with the package trait SwiftCrypto."
        case .malformedKeyring(let reason):
            "The keyring cannot be read (\(reason)); make it with `airworthy keyring`."
        case .malformedManifest(let reason):
            "The signature is good, but the content is no manifest (\(reason)); make it with `airworthy sign`."
        case .schemaTooNew(let schema, let supported):
            "The content has schema \(schema), and this version reads \(supported); update airworthy in the app."
        case .noRevision:
            "The manifest has no revision; sign it with --revision."
        case .noIssuedAt:
            "The manifest has no \"issuedAt\"; make it with `airworthy sign`."
        case .wrongApp(let expected, let got):
            "This is for \(Self.named(got, "app")), not for \(Text.quoted(expected)); give that app its own manifest."
        case .wrongAudience(let expected, let got):
            "This is for the audience \(Text.quoted(got)), not for \(Text.quoted(expected)); check where it was fetched."
        case .wrongLineage(let expected, let got):
            "This comes from \(Self.named(got, "lineage")), not from \(Text.quoted(expected)); check where it was fetched."
        case .revisionWentBack(let stored, let got):
            "The manifest has revision \(got), but \(stored) was accepted before; publish a higher revision, or look "
                + "for whoever replays old ones."
        case .staleCopy(let stored, let got):
            "This is revision \(got) of less than a day before \(stored), which is in force; a cache lags behind, so "
                + "try again later."
        case .sameRevisionOtherBytes(let revision):
            "Two different manifests have revision \(revision); publish one with a higher revision."
        }
    }

    private static func named(_ name: String?, _ kind: String) -> String {
        name.map { "the \(kind) \(Text.quoted($0))" } ?? "no \(kind) by name"
    }
}
