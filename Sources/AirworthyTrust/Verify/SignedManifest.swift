import AirworthyPolicy

/// A signed manifest as it travels: one DSSE envelope, with the keyring beside it.
///
/// Holding one proves nothing: ``verify(_:pins:state:now:)`` does.
public struct SignedManifest: Hashable, Sendable {
    /// What a manifest's envelope says it holds.
    public static let payloadType = "application/vnd.airworthy.manifest+json"
    /// The most bytes that are read. Count them while reading and stop.
    public static let maximumSize = 256 * 1_024
    /// The most bytes that are signed; the distance to ``maximumSize`` is for keyrings and signatures added later.
    public static let maximumSignedSize = 240 * 1_024

    /// The manifest with its signatures.
    public var envelope: Envelope
    /// The keyring with its signatures.
    public var keyring: Envelope?

    /// Puts a signed manifest together.
    /// - Parameters:
    ///   - envelope: The manifest with its signatures.
    ///   - keyring: The keyring with its signatures.
    public init(envelope: Envelope, keyring: Envelope? = nil) {
        self.envelope = envelope
        self.keyring = keyring
    }

    /// Reads the form only; nothing is verified. Unknown members are ignored.
    /// - Parameter json: The envelope as it was received.
    /// - Throws: ``VerificationError``: `tooLarge`, `duplicateKey`, `malformedEnvelope`, `malformedBase64`,
    ///   `wrongPayloadType`, `tooManySignatures` or `malformedKeyring`.
    public init(json: some Collection<UInt8>) throws(VerificationError) {
        guard json.count <= Self.maximumSize else { throw .tooLarge(json.count, limit: Self.maximumSize) }
        let root = try DocumentNode.strict(json) { .malformedEnvelope($0) }.jsonValue
        let envelope = try Envelope(root, accepting: Self.payloadType)
        var keyring: Envelope?
        if let member = root["keyring"], !member.isNull {
            keyring = try Keyring.envelope(member, path: "keyring.")
        }
        self.init(envelope: envelope, keyring: keyring)
    }

    /// The text to serve: standard base64 with padding, members always in the same order, a newline at the end.
    public var json: [UInt8] {
        var object = envelope.jsonValue.objectValue ?? [:]
        object["keyring"] = keyring?.jsonValue
        return JSONValue.object(object).jsonBytes() + [UInt8(ascii: "\n")]
    }
}
