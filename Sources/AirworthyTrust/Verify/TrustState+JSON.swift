public import AirworthyPolicy

extension TrustState {
    /// The version of the encoding, 1.
    static let encodingVersion = 1

    /// The state as JSON, always the same text for the same state.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["version": .number(JSONNumber(Self.encodingVersion))]
        object["keyring"] = keyring?.jsonValue
        object["floors"] = .array(floors.map(\.jsonValue))
        return .object(object)
    }

    /// Reads a stored state. Unknown members are ignored, parts that cannot be read are left out.
    ///
    /// `nil` if it is no state at all; go on with an empty one then, and say so in the log.
    /// - Parameter json: The stored bytes.
    public init?(json: [UInt8]) {
        guard let root = try? JSONReader.read(json).jsonValue, root["version"]?.intValue != nil else { return nil }
        self.init()
        keyring = root["keyring"].flatMap { try? Keyring.envelope($0) }
        for floor in (root["floors"]?.arrayValue ?? []).compactMap(Floor.init) { remember(floor) }
    }
}

extension Floor {
    fileprivate var jsonValue: JSONValue {
        var object = JSONObject()
        object["lineage"] = lineage.map(JSONValue.string)
        object["epoch"] = .number(JSONNumber(epoch))
        object["revision"] = .number(JSONNumber(revision))
        object["digest"] = .string(digest)
        object["issuedAt"] = .string(Timestamp.format(issuedAt))
        object["signers"] = .array(signers.map { .string($0.base64) })
        return .object(object)
    }

    fileprivate init?(_ json: JSONValue) {
        guard let epoch = json["epoch"]?.intValue, let revision = json["revision"]?.intValue,
            let digest = json["digest"]?.stringValue,
            let issuedAt = json["issuedAt"]?.stringValue.flatMap(Timestamp.parse),
            let signers = json["signers"]?.arrayValue
        else { return nil }
        self.init(
            lineage: json["lineage"]?.stringValue, epoch: epoch, revision: revision, digest: digest,
            issuedAt: issuedAt, signers: signers.compactMap { $0.stringValue.flatMap(PublicKey.init(base64:)) })
    }
}
