#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The index of an offer in the catalog. Releases are large and mostly only read, so they are not copied.
struct OfferIndex: Hashable {
    let release: Int
    let offer: Int
}

/// The offers for the platform and channel of one installation, newest first.
final class AvailableOffers {
    /// The reason why an offer cannot be installed.
    enum Obstacle: String {
        case withdrawn, inReview, notLive, expired, notYetPublished, notInStorefront, osTooOld, superseded
    }

    /// Every offer for the platform and channel, whatever its state. Asserted ones count only if there are no others.
    let all: [OfferIndex]
    /// Whether all offers are asserted. Then it is unknown which one is live: each may be, and the target of a rule
    /// says which one its author means.
    let areAsserted: Bool
    /// The storefronts to consider: that of the installation, or all known ones while it is unknown.
    let storefronts: [Storefront?]
    let installation: Installation
    let now: Date
    private let catalog: Catalog
    private let withdrawn: VersionRange?

    init(_ manifest: Manifest, for installation: Installation, at now: Date) {
        catalog = manifest.catalog
        self.installation = installation
        self.now = now
        withdrawn = manifest.policy.withdrawn
        var all: [OfferIndex] = []
        var known: Set<Storefront> = []
        for release in catalog.releases.indices where catalog.releases[release].platform == installation.platform {
            for offer in catalog.releases[release].offers.indices
            where installation.channel.isServed(by: catalog.releases[release].offers[offer].channel) {
                all.append(OfferIndex(release: release, offer: offer))
                if installation.storefront == nil, let list = catalog.releases[release].offers[offer].storefronts {
                    known.formUnion(list)
                }
            }
        }
        let releases = manifest.catalog.releases
        let verified = all.filter { releases[$0.release].offers[$0.offer].source != Offer.asserted }
        areAsserted = verified.isEmpty && !all.isEmpty
        self.all = verified.isEmpty ? all : verified
        storefronts = known.isEmpty ? [installation.storefront] : known.sorted()
    }

    // MARK: One offer

    func release(_ index: OfferIndex) -> Release { catalog.releases[index.release] }
    func offer(_ index: OfferIndex) -> Offer { catalog.releases[index.release].offers[index.offer] }
    func version(_ index: OfferIndex) -> AppVersion { catalog.releases[index.release].version }
    func build(_ index: OfferIndex) -> BuildNumber? { catalog.releases[index.release].build }

    /// The version and build that a device has after it installed the offer.
    func buildAfterInstalling(_ index: OfferIndex) -> InstalledBuild {
        InstalledBuild(version: version(index), build: build(index))
    }

    /// The time when the offer became available, if known.
    func availableSince(_ index: OfferIndex) -> Date? {
        catalog.releases[index.release].offers[index.offer].availableSince
    }

    /// Whether the release is newer, by version and then, where both are known, by build.
    func isNewer(_ index: OfferIndex, than installed: InstalledBuild) -> Bool {
        let offered = version(index)
        if offered != installed.version { return offered > installed.version }
        guard let mine = installed.build, let theirs = build(index) else { return false }
        return theirs > mine
    }

    /// The reason why the offer cannot be installed in the storefront. The operating system is checked last.
    func obstacle(_ index: OfferIndex, in storefront: Storefront?) -> Obstacle? {
        if let obstacle = stateObstacle(index) { return obstacle }
        if let list = catalog.releases[index.release].offers[index.offer].storefronts,
            // An empty list means that the release is sold nowhere, also while the storefront is unknown.
            !(storefront.map(list.contains) ?? !list.isEmpty)
        {
            return .notInStorefront
        }
        if let os = installation.os, os.platform == installation.platform,
            let minimum = catalog.releases[index.release].minimumOS, os.version < minimum
        {
            return .osTooOld
        }
        return nil
    }

    private func stateObstacle(_ index: OfferIndex) -> Obstacle? {
        switch catalog.releases[index.release].offers[index.offer].state {
        case .live: break
        case .inReview: return .inReview
        case .withdrawn: return .withdrawn
        case .other: return .notLive
        }
        let isWithdrawn = withdrawn?.contains(version: version(index), build: build(index), latest: { .unknown })
        if isWithdrawn == .true { return .withdrawn }
        if let expiry = catalog.releases[index.release].offers[index.offer].expiresAt, expiry <= now { return .expired }
        if let date = catalog.releases[index.release].offers[index.offer].publishedAt, date > now {
            return .notYetPublished
        }
        return nil
    }

    // MARK: All offers

    /// Whether old releases can be installed as well as the newest one.
    var includeOldReleases: Bool { areAsserted || !installation.channel.servesOnlyNewest }

    /// The offers that can be installed in the storefront, newest first. On the App Store at most one: the newest live
    /// offer.
    func installable(in storefront: Storefront?) -> [OfferIndex] {
        if includeOldReleases { return all.filter { obstacle($0, in: storefront) == nil } }
        for index in all {
            switch obstacle(index, in: storefront) {
            case nil: return [index]
            case .osTooOld: return []
            default: continue
            }
        }
        return []
    }

    /// The updates a rule could offer: installable, newer than `installed`, and at least the target. A channel that
    /// serves old builds lists the exact target first, if it has it.
    func updates(from installed: InstalledBuild, reaching target: UpdateTarget?, in storefront: Storefront?)
        -> [OfferIndex]
    {
        let updates = installable(in: storefront).filter { index in
            isNewer(index, than: installed) && (target?.isReached(by: version(index), build: build(index)) ?? true)
        }
        guard let target, includeOldReleases else { return updates }
        let exact = updates.filter { index in
            version(index) == target.version && (target.build == nil || build(index) == target.build)
        }
        return exact + updates.filter { !exact.contains($0) }
    }

    /// The newest installable offer; while the storefront is unknown, the newest of any storefront.
    var newest: OfferIndex? {
        storefronts.compactMap { installable(in: $0).first }
            .min { ($0.release, $0.offer) < ($1.release, $1.offer) }
    }

    /// Whether the installed app is newer than every offer, at least one of which is known.
    var installedIsNewest: Bool {
        guard let newest = all.first, let version = installation.version else { return false }
        if version != self.version(newest) { return version > self.version(newest) }
        guard let mine = installation.build else { return false }
        return all.allSatisfy { index in
            self.version(index) < version || (self.build(index).map { $0 < mine } ?? false)
        }
    }

    /// The position of a release relative to the newest installable offer; `unknown` if storefronts differ.
    func relation(of installed: InstalledBuild, in storefronts: [Storefront?]) -> LatestRelation {
        guard !all.isEmpty else { return .unknown }
        var agreed: LatestRelation?
        for storefront in storefronts {
            let relation = relation(of: installed, in: storefront)
            if let agreed, agreed != relation { return .unknown }
            agreed = relation
        }
        return agreed ?? .unknown
    }

    private func relation(of installed: InstalledBuild, in storefront: Storefront?) -> LatestRelation {
        guard let newest = installable(in: storefront).first else { return .newer }
        if isNewer(newest, than: installed) { return .older }
        guard installed.version == version(newest) else { return .newer }
        guard let mine = installed.build, let theirs = build(newest) else { return .same }
        return mine == theirs ? .same : .newer
    }
}

extension UpdateTarget {
    /// Whether a release is at least the target. An unknown build counts as reaching it.
    func isReached(by version: AppVersion, build: BuildNumber?) -> Bool {
        if version != self.version { return version > self.version }
        guard let wanted = self.build, let build else { return true }
        return build >= wanted
    }
}
