#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The offers that concern one installation: right platform and channel, newest first.
final class Market {
    /// An offer, by its place in the catalog: releases are large, and most of them are only looked at.
    struct Entry: Hashable {
        let release: Int
        let offer: Int
    }

    /// Why an offer cannot be installed.
    enum Obstacle: String {
        case withdrawn, inReview, notLive, expired, notYetPublished, notInStorefront, osTooOld, superseded
    }

    let catalog: Catalog
    let installation: Installation
    let now: Date
    /// Every offer of the platform and channel, whatever its state. Asserted ones count only where nobody saw one.
    let entries: [Entry]
    /// Whether the offers are all somebody's word. Then nobody knows which one is live: each may be, and a rule's
    /// target says which one its author means.
    let isAsserted: Bool
    /// The App Store countries to consider: the installation's, or all known ones while it is unknown.
    let fronts: [Storefront?]
    private let withdrawn: VersionRange?

    init(_ manifest: Manifest, _ installation: Installation, _ now: Date) {
        catalog = manifest.catalog
        self.installation = installation
        self.now = now
        withdrawn = manifest.policy.withdrawn
        var entries: [Entry] = []
        var known: Set<Storefront> = []
        for release in catalog.releases.indices where catalog.releases[release].platform == installation.platform {
            for offer in catalog.releases[release].offers.indices
            where installation.channel.isServed(by: catalog.releases[release].offers[offer].channel) {
                entries.append(Entry(release: release, offer: offer))
                if installation.storefront == nil, let list = catalog.releases[release].offers[offer].storefronts {
                    known.formUnion(list)
                }
            }
        }
        let releases = manifest.catalog.releases
        let seen = entries.filter { releases[$0.release].offers[$0.offer].source != Offer.asserted }
        isAsserted = seen.isEmpty && !entries.isEmpty
        self.entries = seen.isEmpty ? entries : seen
        fronts = known.isEmpty ? [installation.storefront] : known.sorted()
    }

    func release(_ entry: Entry) -> Release { catalog.releases[entry.release] }
    func offer(_ entry: Entry) -> Offer { catalog.releases[entry.release].offers[entry.offer] }

    /// When the offer became available, as far as anybody knows.
    func availableSince(_ entry: Entry) -> Date? {
        catalog.releases[entry.release].offers[entry.offer].availableSince
    }
    func version(_ entry: Entry) -> AppVersion { catalog.releases[entry.release].version }
    func build(_ entry: Entry) -> BuildNumber? { catalog.releases[entry.release].build }

    /// Whether the release is newer, by version and then, where both are known, by build.
    func isNewer(_ entry: Entry, than version: AppVersion, _ build: BuildNumber?) -> Bool {
        let offered = self.version(entry)
        if offered != version { return offered > version }
        guard let mine = build, let theirs = self.build(entry) else { return false }
        return theirs > mine
    }

    /// Whether the copy is newer than every offer, at least one of which is known.
    var installedIsNewest: Bool {
        guard let newest = entries.first, let version = installation.version else { return false }
        if version != self.version(newest) { return version > self.version(newest) }
        guard let mine = installation.build else { return false }
        return entries.allSatisfy { entry in
            self.version(entry) < version || (self.build(entry).map { $0 < mine } ?? false)
        }
    }

    /// Why the offer cannot be installed in the country, the operating system judged last.
    func obstacle(_ entry: Entry, in front: Storefront?) -> Obstacle? {
        if let obstacle = stateObstacle(entry) { return obstacle }
        if let list = catalog.releases[entry.release].offers[entry.offer].storefronts,
            // Sold nowhere is sold nowhere, also where nobody knows where the copy is.
            !(front.map(list.contains) ?? !list.isEmpty)
        {
            return .notInStorefront
        }
        if let os = installation.os, os.platform == installation.platform,
            let minimum = catalog.releases[entry.release].minimumOS, os.version < minimum
        {
            return .osTooOld
        }
        return nil
    }

    private func stateObstacle(_ entry: Entry) -> Obstacle? {
        switch catalog.releases[entry.release].offers[entry.offer].state {
        case .live: break
        case .inReview: return .inReview
        case .withdrawn: return .withdrawn
        case .other: return .notLive
        }
        let isRecalled = withdrawn?.contains(version: version(entry), build: build(entry), latest: { .unknown })
        if isRecalled == .true { return .withdrawn }
        if let expiry = catalog.releases[entry.release].offers[entry.offer].expiresAt, expiry <= now { return .expired }
        if let date = catalog.releases[entry.release].offers[entry.offer].publishedAt, date > now {
            return .notYetPublished
        }
        return nil
    }

    /// Whether an old release can be had as well as the newest one.
    var servesOldReleases: Bool { isAsserted || !installation.channel.servesOnlyNewest }

    /// What can be installed in the country, newest first. On the App Store that is the newest live offer or nothing.
    func candidates(in front: Storefront?) -> [Entry] {
        if servesOldReleases {
            return entries.filter { obstacle($0, in: front) == nil }
        }
        for entry in entries {
            switch obstacle(entry, in: front) {
            case nil: return [entry]
            case .osTooOld: return []
            default: continue
            }
        }
        return []
    }

    /// The newest offer for the installation; while the country is unknown, of any.
    var newest: Entry? {
        fronts.compactMap { candidates(in: $0).first }.min { ($0.release, $0.offer) < ($1.release, $1.offer) }
    }

    /// Where a release stands relative to the newest offer for the installation.
    func relation(of version: AppVersion, _ build: BuildNumber?, in fronts: [Storefront?]) -> LatestRelation {
        guard !entries.isEmpty else { return .unknown }
        var agreed: LatestRelation?
        for front in fronts {
            let relation = relation(of: version, build, in: front)
            if let agreed, agreed != relation { return .unknown }
            agreed = relation
        }
        return agreed ?? .unknown
    }

    private func relation(of version: AppVersion, _ build: BuildNumber?, in front: Storefront?) -> LatestRelation {
        guard let newest = candidates(in: front).first else { return .newer }
        if isNewer(newest, than: version, build) { return .older }
        guard version == self.version(newest) else { return .newer }
        guard let mine = build, let theirs = self.build(newest) else { return .same }
        return mine == theirs ? .same : .newer
    }
}
