import AirworthyPolicy

/// A signed manifest as it is served: a DSSE envelope, with an optional keyring beside it.
///
/// An instance is not trustworthy by itself. Verify it with ``verify(_:pins:state:now:)``.
public struct SignedManifest: Hashable, Sendable {
    /// The payload type of a manifest's envelope.
    public static let payloadType = "application/vnd.airworthy.manifest+json"
    /// The highest number of bytes that a client reads. Count the bytes while you receive them and stop at this limit.
    public static let maximumSize = 256 * 1_024
    /// The highest number of bytes that are signed. The rest up to ``maximumSize`` is for keyrings and signatures added
    /// later.
    public static let maximumSignedSize = 240 * 1_024

    /// The manifest with its signatures.
    public var envelope: Envelope
    /// The keyring with its signatures.
    public var keyring: Envelope?

    /// Creates a signed manifest.
    /// - Parameters:
    ///   - envelope: The manifest with its signatures.
    ///   - keyring: The keyring with its signatures.
    public init(envelope: Envelope, keyring: Envelope? = nil) {
        self.envelope = envelope
        self.keyring = keyring
    }

    /// Reads the form without verifying anything. Unknown members are ignored.
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

    /// The text to serve: padded standard base64, members in a fixed order, and a newline at the end.
    public var json: [UInt8] {
        var object = envelope.jsonValue.objectValue ?? [:]
        object["keyring"] = keyring?.jsonValue
        return JSONValue.object(object).jsonBytes() + [UInt8(ascii: "\n")]
    }
}
