/// What a device remembers of the manifests it accepted, for one app. Keep it beside the cached manifest.
///
/// It is worth as much as the place it is kept in: nothing in it is trusted that a pinned root did not sign, but losing
/// it lets an older manifest in again.
public struct TrustState: Hashable, Sendable {
    /// The keyring that was accepted last. It is verified anew each time it is used.
    public internal(set) var keyring: Envelope?
    /// The newest manifest of each lineage, the latest accepted last.
    public internal(set) var floors: [Floor]

    /// How many lineages are remembered. Only a trusted key can bring up new ones.
    static let maximumFloors = 8

    /// Nothing accepted yet.
    public init() {
        keyring = nil
        floors = []
    }

    /// The epoch of ``keyring``; 0 without one.
    public var epoch: Int { keyring.flatMap { try? Keyring(payload: $0.payload) }?.epoch ?? 0 }

    /// The newest manifest accepted of a lineage.
    /// - Parameter lineage: The lineage; `nil` for manifests that name none.
    /// - Returns: What is known of it.
    public func floor(lineage: String?) -> Floor? { floors.last { $0.lineage == lineage } }

    mutating func remember(_ floor: Floor) {
        floors = floors.filter { $0.lineage != floor.lineage }.suffix(Self.maximumFloors - 1) + [floor]
    }
}
