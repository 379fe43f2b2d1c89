#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The offers for the platform and channel of one installation, newest first.
package struct AvailableOffers {
    /// The reason why an offer cannot be installed.
    enum Obstacle: String {
        case withdrawn, inReview, expired, notYetPublished, notInStorefront, osTooOld
        /// The state is unknown to this version.
        case notLive
        /// The channel serves only a newer release.
        case superseded
    }

    private let input: DecisionInput
    private let known: KnownOffers

    init(input: DecisionInput) {
        self.input = input
        known = input.known
    }

    package var installation: Installation {
        // `_read` avoids a copy of the installation.
        _read { yield input.installation }
    }
    package var now: Date { input.now }

    /// Every offer for the platform and channel, also if it cannot be installed; see ``KnownOffers/all``.
    package var all: [OfferIndex] { known.all }

    /// Whether there are offers, and all of them are asserted; see ``KnownOffers/areAsserted``.
    var areAsserted: Bool { known.areAsserted }

    /// The storefronts to consider: that of the installation or, while it is unknown, all that offers name.
    var storefronts: ConsideredStorefronts {
        ConsideredStorefronts(
            own: installation.storefront, named: installation.storefront == nil ? known.storefronts : [])
    }

    private var catalog: Catalog {
        // `_read` avoids a copy of the catalog.
        _read { yield input.prepared.manifest.catalog }
    }

    /// The first date after now at which one of the offers may change the decision, or a rule.
    package var nextDate: Date? { input.prepared.nextDate(after: now, for: known) }

    // MARK: One offer

    package func release(_ index: OfferIndex) -> Release { catalog.releases[index.release] }
    package func offer(_ index: OfferIndex) -> Offer { catalog.releases[index.release].offers[index.offer] }
    package func version(_ index: OfferIndex) -> AppVersion { catalog.releases[index.release].version }
    package func build(_ index: OfferIndex) -> BuildNumber? { catalog.releases[index.release].build }

    /// The version and build that a device has after it installed the offer.
    package func buildAfterInstalling(_ index: OfferIndex) -> InstalledBuild {
        InstalledBuild(version: version(index), build: build(index))
    }

    /// Every offer of a version and build for the platform, on any channel.
    func offers(of build: InstalledBuild) -> [OfferIndex] {
        var found: [OfferIndex] = []
        for release in catalog.releases(of: build.version)
        where catalog.releases[release].platform == installation.platform
            && catalog.releases[release].build == build.build
        {
            found += catalog.releases[release].offers.indices.map { OfferIndex(release: release, offer: $0) }
        }
        return found
    }

    /// The URL that leads to an offer, if there is one: that of a rule, of the offer or of the policy.
    func link(to index: OfferIndex, rule: Rule?) -> String? {
        if let url = rule?.effect.url.flatMap({ UpdateLink.reduced($0, fitting: installation.channel) }) { return url }
        if let url = catalog.releases[index.release].offers[index.offer].url
            .flatMap({ UpdateLink.reduced($0, fitting: installation.channel) })
        {
            return url
        }
        if known.channel == installation.channel { return known.policyLink }
        return UpdateLink.ofPolicy(input.prepared.manifest.policy, for: installation.channel)
    }

    /// Whether the offers are of the same version and build.
    func areSameRelease(_ a: OfferIndex, _ b: OfferIndex) -> Bool { catalog.areSame(a.release, b.release) }

    func isFitForRequired(_ index: OfferIndex) -> Bool {
        catalog.releases[index.release].offers[index.offer].isFitForRequired
    }

    /// The time when the offer became available, if known.
    package func availableSince(_ index: OfferIndex) -> Date? {
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
        if let withdrawn = input.prepared.manifest.policy.withdrawn,
            case .true = withdrawn.contains(version: version(index), build: build(index), latest: { .unknown })
        {
            return .withdrawn
        }
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
    package func installable(in storefront: Storefront?) -> [OfferIndex] {
        guard oldReleasesAreInstallable else { return newestInstallable(in: storefront).map { [$0] } ?? [] }
        return all.filter { obstacle($0, in: storefront) == nil }
    }

    /// The newest offer that can be installed in the storefront.
    func newestInstallable(in storefront: Storefront?) -> OfferIndex? {
        for index in all {
            switch obstacle(index, in: storefront) {
            case nil: return index
            // The store offers only its newest release, which needs a newer system.
            case .osTooOld where !oldReleasesAreInstallable: return nil
            default: continue
            }
        }
        return nil
    }

    /// Returns the updates that a rule could offer: installable, newer than `installed`, and at least the target.
    ///
    /// They are sorted newest first. Where old releases can be installed, the exact target comes before all others.
    func updates(from installed: InstalledBuild, reaching target: UpdateTarget?, in storefront: Storefront?)
        -> [OfferIndex]
    {
        func isUpdate(_ index: OfferIndex) -> Bool {
            isNewer(index, than: installed) && (target?.isReached(by: version(index), build: build(index)) ?? true)
        }
        guard oldReleasesAreInstallable else {
            guard let newest = newestInstallable(in: storefront), isUpdate(newest) else { return [] }
            return [newest]
        }
        let updates = all.filter { isUpdate($0) && obstacle($0, in: storefront) == nil }
        guard let target else { return updates }
        func isExact(_ index: OfferIndex) -> Bool {
            version(index) == target.version && (target.build == nil || build(index) == target.build)
        }
        return updates.filter(isExact) + updates.filter { !isExact($0) }
    }

    /// The newest installable offer; while the storefront is unknown, the newest of any storefront.
    var newest: OfferIndex? {
        if storefronts.count == 1 { return newestInstallable(in: storefronts[0]) }
        let newest = Set(storefronts.compactMap(newestInstallable))
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
    func relation(of installed: InstalledBuild, in storefronts: some Sequence<Storefront?>) -> LatestRelation {
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
        guard let newest = newestInstallable(in: storefront) else { return .newer }
        if isNewer(newest, than: installed) { return .older }
        guard installed.version == version(newest) else { return .newer }
        guard let mine = installed.build, let theirs = build(newest) else { return .same }
        return mine == theirs ? .same : .newer
    }
}

/// The storefronts to consider for one installation: its own, which may be unknown, or several instead.
struct ConsideredStorefronts: RandomAccessCollection {
    let own: Storefront?
    let named: [Storefront?]

    var startIndex: Int { 0 }
    var endIndex: Int { Swift.max(1, named.count) }
    subscript(index: Int) -> Storefront? { named.isEmpty ? own : named[index] }
}

extension UpdateTarget {
    /// Whether a release is the target or newer. Where the build is unknown, only the version counts.
    package func isReached(by version: AppVersion, build: BuildNumber?) -> Bool {
        if version != self.version { return version > self.version }
        guard let wanted = self.build, let build else { return true }
        return build >= wanted
    }
}
