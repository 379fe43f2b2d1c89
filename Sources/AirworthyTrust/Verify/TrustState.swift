public import AirworthyPolicy

/// The record of the manifests that a device accepted, for one app. Store it beside the cached manifest.
///
/// Nothing in it is trusted without the signature of a pinned root. If it is lost, the device accepts older manifests
/// again.
///
/// ```swift
/// let state = TrustState(json: storedBytes) ?? TrustState()
/// let verified = try SignedManifest.verify(bytes, pins: pins, state: state, now: Date()).get()
/// store(verified.newState.jsonValue.jsonBytes())
/// ```
public struct TrustState: Hashable, Sendable {
    /// The last accepted keyring. It is verified again each time it is used.
    public internal(set) var keyring: Envelope?
    /// The newest manifest of each lineage, the latest accepted last.
    public internal(set) var floors: [Floor]

    /// The highest number of lineages that are stored. Only a trusted key can add one.
    private static let maximumFloors = 8
    /// The version of the encoding, 1.
    private static let encodingVersion = 1

    /// Creates an empty state.
    public init() {
        keyring = nil
        floors = []
    }

    /// The epoch of ``keyring``; 0 without one.
    public var epoch: Int { keyring.flatMap { try? Keyring(payload: $0.payload) }?.epoch ?? 0 }

    /// Returns the newest accepted manifest of a lineage.
    /// - Parameter lineage: The lineage; `nil` for manifests without one.
    /// - Returns: The floor; `nil` if no manifest of the lineage was accepted.
    public func floor(lineage: String?) -> Floor? { floors.last { $0.lineage == lineage } }

    mutating func remember(_ floor: Floor) {
        floors = floors.filter { $0.lineage != floor.lineage }.suffix(Self.maximumFloors - 1) + [floor]
    }

    // MARK: JSON

    /// The state as JSON. Equal states give equal text.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["version": .of(Self.encodingVersion)]
        object["keyring"] = keyring?.jsonValue
        object["floors"] = .array(floors.map(\.jsonValue))
        return .object(object)
    }

    /// Reads a stored state. Unknown members are ignored and unreadable parts are left out.
    ///
    /// Returns `nil` if the bytes are not a state. Log that and continue with an empty state.
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
        object["epoch"] = .of(epoch)
        object["revision"] = .of(revision)
        object["digest"] = .string(digest)
        object["issuedAt"] = .of(issuedAt)
        object["signers"] = .of(signers.map(\.base64))
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
