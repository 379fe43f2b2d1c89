/// Where a manifest stands among those of its app: by the epoch of its keyring, then by its revision.
struct HeadOrder: Hashable, Sendable {
    let epoch: Int
    let revision: Int

    /// Below everything.
    static let zero = HeadOrder(epoch: 0, revision: 0)

    /// Whether it may replace `other`. A higher epoch lets the revision fall, as it does on devices.
    func follows(_ other: HeadOrder) -> Bool { epoch > other.epoch || revision > other.revision }

    /// Whether it went back behind `other`.
    func isBelow(_ other: HeadOrder) -> Bool { revision < other.revision && epoch <= other.epoch }
}
