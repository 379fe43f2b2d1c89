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

    /// The free bytes below which people are told that the disk is nearly full.
    package static let noticedFree = 1 << 30

    /// Returns the free bytes of the disk; `nil` if they are unknown, as those of another machine. That counts as
    /// enough.
    private let free: @Sendable () -> Int?

    package init(free: @escaping @Sendable () -> Int?) { self.free = free }

    /// Throws ``StoreError`` `scarce` if the room that is left is kept for more urgent work.
    func require(for work: Work) throws(StoreError) {
        if let free = free(), free < work.leastFree { throw StoreError.scarce }
    }
}

/// The limits of what tokens may store, so that one in wrong hands cannot fill the database. `nil` is no limit.
package struct StorageLimits: Hashable, Sendable {
    /// The revisions of an app that a token and those created with it may publish in a minute.
    package var revisionsPerMinute: Int?
    /// The bytes of an app's policies and manifests.
    package var bytesOfApp: Int?
    /// The tokens that a token may create, and those created with it; see ``TokenService/create(_:by:)``.
    package var tokensOfCreator: Int?

    package init(revisionsPerMinute: Int? = nil, bytesOfApp: Int? = nil, tokensOfCreator: Int? = nil) {
        self.revisionsPerMinute = revisionsPerMinute
        self.bytesOfApp = bytesOfApp
        self.tokensOfCreator = tokensOfCreator
    }
}
