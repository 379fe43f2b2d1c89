/// The room on the disk of the database that is kept for urgent work.
package struct DiskReserve: Sendable {
    /// Work that is refused when little room is left, the least urgent first.
    package enum Work: Sendable, CaseIterable {
        /// Storing check-ins.
        case checkIns
        /// Whatever people and pipelines store that can wait: policies, catalogs, drafts, apps and tokens.
        case changes
        /// Rolling back, and raising a revision.
        case rollback

        /// The bytes below which it is refused. The last of them are for withdrawing releases, revoking tokens and renewing
        /// manifests, which are never refused.
        package var leastFree: Int {
            switch self {
            case .checkIns: 64 << 20
            case .changes: 32 << 20
            case .rollback: 8 << 20
            }
        }
    }

    /// Returns the free bytes; `nil` if they are unknown, as those of another machine.
    private let free: @Sendable () -> Int?

    /// - Parameter free: Returns the free bytes of the disk; `nil` if they are unknown, which counts as enough.
    package init(free: @escaping @Sendable () -> Int?) { self.free = free }

    /// Throws an error if the room that is left is kept for more urgent work.
    /// - Throws: ``StoreError`` `scarce`.
    func require(for work: Work) throws(StoreError) {
        if let free = free(), free < work.leastFree { throw StoreError.scarce }
    }
}
