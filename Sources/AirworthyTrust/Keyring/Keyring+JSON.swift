public import AirworthyPolicy

extension Keyring {
    /// The payload that gets signed, absent parts left out.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["schema": .number(JSONNumber(Self.currentSchema))]
        object["app"] = app.map(JSONValue.string)
        object["epoch"] = .number(JSONNumber(epoch))
        object["issuedAt"] = issuedAt.map { .string(Timestamp.format($0)) }
        object["keys"] = .array(keys.map { ["key": .string($0.base64), "keyid": .string($0.id)] })
        return .object(object)
    }

    /// Reads a payload. Unknown members are ignored; a written key id too, for the key has only one.
    init(payload: [UInt8]) throws(VerificationError) {
        let json = try DocumentNode.strict(payload) { .malformedKeyring($0) }.jsonValue
        guard let schema = json["schema"]?.intValue, schema > 0 else {
            throw .malformedKeyring("\"schema\" is missing or no positive integer")
        }
        guard schema <= Self.currentSchema else { throw .schemaTooNew(schema, supported: Self.currentSchema) }
        guard let epoch = json["epoch"]?.intValue, epoch > 0 else {
            throw .malformedKeyring("\"epoch\" is missing or no positive integer")
        }
        guard let entries = json["keys"]?.arrayValue, entries.count <= Self.maximumKeys else {
            throw .malformedKeyring("\"keys\" is missing or has more than \(Self.maximumKeys) entries")
        }
        let app = json["app"] ?? .null
        guard app.isNull || app.stringValue != nil else { throw .malformedKeyring("\"app\" is not a string") }
        let keys = entries.compactMap { $0["key"]?.stringValue.flatMap(PublicKey.init(base64:)) }
        guard keys.count == entries.count else {
            throw .malformedKeyring("a key in \"keys\" is not base64 of 32 bytes")
        }
        self.init(
            app: app.stringValue, epoch: epoch, issuedAt: json["issuedAt"]?.stringValue.flatMap(Timestamp.parse),
            keys: keys)
    }

    /// Reads a keyring's envelope; what is wrong with its form is the keyring's fault, not the manifest's.
    static func envelope(_ json: JSONValue, path: String = "") throws(VerificationError) -> Envelope {
        do throws(VerificationError) {
            return try Envelope(json, path: path, accepting: payloadType)
        } catch {
            guard case .malformedEnvelope(let reason) = error else { throw error }
            throw .malformedKeyring(reason)
        }
    }
}
