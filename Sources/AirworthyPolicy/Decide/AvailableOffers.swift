#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The position of an offer in the catalog. Code passes positions around instead of copies of releases, which are
/// large.
struct OfferIndex: Hashable {
    let release: Int
    let offer: Int
}

/// The offers for the platform and channel of one installation, newest first.
final class AvailableOffers {
    /// The reason why an offer cannot be installed.
    enum Obstacle: String {
        case withdrawn, inReview, expired, notYetPublished, notInStorefront, osTooOld
        /// The state is unknown to this version.
        case notLive
        /// The channel serves only a newer release.
        case superseded
    }

    /// Every offer for the platform and channel, also if it cannot be installed.
    ///
    /// An asserted offer is one that only an author names; no store confirms it. Asserted offers count only if there
    /// are no others.
    let all: [OfferIndex]
    /// Whether there are offers, and all of them are asserted. Then it is unknown which of them are live, so each may
    /// be. A rule names the one that it means as its target.
    let areAsserted: Bool
    /// The storefronts to consider: that of the installation or, while it is unknown, all that offers name. A `nil`
    /// element is an unknown storefront.
    let storefronts: [Storefront?]
    let installation: Installation
    let now: Date
    private let catalog: Catalog
    private let withdrawn: VersionRange?
    /// The results of ``installable(in:)``, which every rule needs.
    private var knownInstallable: [Storefront?: [OfferIndex]] = [:]

    init(_ manifest: Manifest, for installation: Installation, at now: Date) {
        catalog = manifest.catalog
        self.installation = installation
        self.now = now
        withdrawn = manifest.policy.withdrawn
        var all: [OfferIndex] = []
        var known: Set<Storefront> = []
        for release in catalog.releases.indices where catalog.releases[release].platform == installation.platform {
            for offer in catalog.releases[release].offers.indices
            where installation.channel.receives(offersOn: catalog.releases[release].offers[offer].channel) {
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

    /// Whether the release is newer: by version and, for equal versions with known builds, by build.
    func isNewer(_ index: OfferIndex, than installed: InstalledBuild) -> Bool {
        let offered = version(index)
        if offered != installed.version { return offered > installed.version }
        guard let mine = installed.build, let theirs = build(index) else { return false }
        return theirs > mine
    }

    /// Returns the reason why the offer cannot be installed in the storefront; `nil` if it can.
    ///
    /// The operating system is checked last, so `osTooOld` means that nothing else prevents the installation.
    func obstacle(_ index: OfferIndex, in storefront: Storefront?) -> Obstacle? {
        if let obstacle = stateObstacle(index) { return obstacle }
        if let list = catalog.releases[index.release].offers[index.offer].storefronts {
            // While the storefront is unknown, any storefront is enough. With an empty list, the release is sold
            // nowhere.
            let isSold = storefront.map(list.contains) ?? !list.isEmpty
            if !isSold { return .notInStorefront }
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
        // `latest` has no meaning here, because the newest offer depends on which ones are withdrawn.
        let isWithdrawn = withdrawn?.contains(version: version(index), build: build(index), latest: { .unknown })
        if isWithdrawn == .true { return .withdrawn }
        if let expiry = catalog.releases[index.release].offers[index.offer].expiresAt, expiry <= now { return .expired }
        if let date = catalog.releases[index.release].offers[index.offer].publishedAt, date > now {
            return .notYetPublished
        }
        return nil
    }

    // MARK: All offers

    /// Whether a device can install old releases as well as the newest one.
    private var oldReleasesAreInstallable: Bool { areAsserted || !installation.channel.servesOnlyNewest }

    /// The offers that can be installed in the storefront, newest first. On the App Store at most one: the newest live
    /// offer.
    func installable(in storefront: Storefront?) -> [OfferIndex] {
        if let known = knownInstallable[storefront] { return known }
        let found = findInstallable(in: storefront)
        knownInstallable[storefront] = found
        return found
    }

    private func findInstallable(in storefront: Storefront?) -> [OfferIndex] {
        if oldReleasesAreInstallable { return all.filter { obstacle($0, in: storefront) == nil } }
        for index in all {
            switch obstacle(index, in: storefront) {
            case nil: return [index]
            // The store offers only its newest release, which needs a newer system.
            case .osTooOld: return []
            default: continue
            }
        }
        return []
    }

    /// Returns the updates that a rule could offer: installable, newer than `installed`, and at least the target.
    ///
    /// They are sorted newest first. Where old releases can be installed, the exact target comes before all others.
    func updates(from installed: InstalledBuild, reaching target: UpdateTarget?, in storefront: Storefront?)
        -> [OfferIndex]
    {
        let updates = installable(in: storefront).filter { index in
            isNewer(index, than: installed) && (target?.isReached(by: version(index), build: build(index)) ?? true)
        }
        guard let target, oldReleasesAreInstallable else { return updates }
        func isExact(_ index: OfferIndex) -> Bool {
            version(index) == target.version && (target.build == nil || build(index) == target.build)
        }
        return updates.filter(isExact) + updates.filter { !isExact($0) }
    }

    /// The newest installable offer; while the storefront is unknown, the newest of any storefront.
    var newest: OfferIndex? {
        // The catalog lists releases newest first, so the lowest position is the newest.
        storefronts.compactMap { installable(in: $0).first }
            .min { ($0.release, $0.offer) < ($1.release, $1.offer) }
    }

    /// Whether the installed app is newer than every offer; `false` without offers.
    var installedIsNewest: Bool {
        // The newest offer is the first.
        guard let newest = all.first, let version = installation.version else { return false }
        if version != self.version(newest) { return version > self.version(newest) }
        guard let mine = installation.build else { return false }
        return all.allSatisfy { index in
            self.version(index) < version || (self.build(index).map { $0 < mine } ?? false)
        }
    }

    /// Returns how a build relates to the newest installable offer; `unknown` if the answer differs between
    /// storefronts.
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
        // There are offers, but the device can install none of them, so none is as new as the build.
        guard let newest = installable(in: storefront).first else { return .newer }
        if isNewer(newest, than: installed) { return .older }
        guard installed.version == version(newest) else { return .newer }
        guard let mine = installed.build, let theirs = build(newest) else { return .same }
        return mine == theirs ? .same : .newer
    }
}

extension UpdateTarget {
    /// Whether a release is the target or newer. Where the build is unknown, only the version counts.
    func isReached(by version: AppVersion, build: BuildNumber?) -> Bool {
        if version != self.version { return version > self.version }
        guard let wanted = self.build, let build else { return true }
        return build >= wanted
    }
}
