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
    /// element is one that no offer names. It counts if some offer names none, because that one is sold there, too.
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
        var hasUnlisted = false
        for release in catalog.releases.indices where catalog.releases[release].platform == installation.platform {
            for offer in catalog.releases[release].offers.indices
            where installation.channel.receives(offersOn: catalog.releases[release].offers[offer].channel) {
                all.append(OfferIndex(release: release, offer: offer))
                guard installation.storefront == nil else { continue }
                if let list = catalog.releases[release].offers[offer].storefronts {
                    known.formUnion(list)
                } else {
                    hasUnlisted = true
                }
            }
        }
        let releases = manifest.catalog.releases
        let verified = all.filter { releases[$0.release].offers[$0.offer].source != Offer.asserted }
        areAsserted = verified.isEmpty && !all.isEmpty
        self.all = Self.ordered(verified.isEmpty ? all : verified, in: catalog)
        storefronts = known.isEmpty ? [installation.storefront] : known.sorted() + (hasUnlisted ? [nil] : [])
    }

    /// The offers with those of one release in an order that depends on their content alone, not on the file.
    private static func ordered(_ offers: [OfferIndex], in catalog: Catalog) -> [OfferIndex] {
        var ordered = offers
        var start = 0
        while start < ordered.count {
            var end = start + 1
            while end < ordered.count, catalog.areSame(ordered[start].release, ordered[end].release) { end += 1 }
            // Nearly every release has one offer for each channel.
            if end > start + 1 { ordered[start..<end].sort { catalog.comesFirst($0, before: $1) } }
            start = end
        }
        return ordered
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

    /// Every offer of a version and build for the platform, on any channel.
    func offers(of build: InstalledBuild) -> [OfferIndex] {
        var found: [OfferIndex] = []
        for release in catalog.releases.indices where catalog.releases[release].platform == installation.platform {
            // Releases are sorted, the newest first.
            if catalog.releases[release].version < build.version { break }
            guard catalog.releases[release].version == build.version, catalog.releases[release].build == build.build
            else { continue }
            found += catalog.releases[release].offers.indices.map { OfferIndex(release: release, offer: $0) }
        }
        return found
    }

    /// Whether the offers are of the same version and build.
    func areSameRelease(_ a: OfferIndex, _ b: OfferIndex) -> Bool { catalog.areSame(a.release, b.release) }

    func isFitForRequired(_ index: OfferIndex) -> Bool {
        catalog.releases[index.release].offers[index.offer].isFitForRequired
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
            let isSold = storefront.map(list.contains) ?? false
            if !isSold { return .notInStorefront }
        }
        return isTooNew(index) ? .osTooOld : nil
    }

    /// Whether the offer can be installed in some storefront.
    func isInstallableSomewhere(_ index: OfferIndex) -> Bool {
        stateObstacle(index) == nil && !isTooNew(index)
            && catalog.releases[index.release].offers[index.offer].storefronts?.isEmpty != true
    }

    private func isTooNew(_ index: OfferIndex) -> Bool {
        guard let os = installation.os, os.platform == installation.platform,
            let minimum = catalog.releases[index.release].minimumOS
        else { return false }
        return os.version < minimum
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
        if storefronts.count == 1 { return installable(in: storefronts[0]).first }
        let newest = Set(storefronts.compactMap { installable(in: $0).first })
        return all.first(where: newest.contains)
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

extension Catalog {
    /// Whether two releases of one platform have the same version and build.
    fileprivate func areSame(_ a: Int, _ b: Int) -> Bool {
        a == b
            || (mayHaveTwins && releases[a].version == releases[b].version && releases[a].build == releases[b].build)
    }

    /// The order of offers of one release: the higher minimum system, the earlier publication, the lower URL, and the
    /// lower notes come first. Unknown values come last.
    fileprivate func comesFirst(_ a: OfferIndex, before b: OfferIndex) -> Bool {
        let (left, right) = (releases[a.release].offers[a.offer], releases[b.release].offers[b.offer])
        let (minimum, other) = (releases[a.release].minimumOS, releases[b.release].minimumOS)
        if minimum != other { return other.map { lower in minimum.map { $0 > lower } ?? false } ?? true }
        if left.publishedAt != right.publishedAt {
            return right.publishedAt.map { later in left.publishedAt.map { $0 < later } ?? false } ?? true
        }
        func precedes(_ a: String?, _ b: String?) -> Bool {
            guard let a, let b else { return a != nil }
            return a.utf8.lexicographicallyPrecedes(b.utf8)
        }
        if left.url != right.url { return precedes(left.url, right.url) }
        return precedes(left.notes?.jsonValue.jsonText(), right.notes?.jsonValue.jsonText())
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
