import AirworthyPolicy
import Foundation

/// What App Store Connect has told: the last listing, and since when.
struct ConnectMemory: SourceMemory {
    struct Build: Hashable {
        var fact: BuildFact
        var firstSeenAt: Date
        /// When each audience was first seen to have it.
        var internalSince: Date?
        var externalSince: Date?
        /// When it was first seen as expired.
        var expiredSince: Date?
        /// How many complete listings in a row lacked it.
        var missing = 0
    }

    struct Version: Hashable {
        var fact: StoreVersionFact
        var firstSeenAt: Date
        /// When it was first seen on sale, or replaced by a newer one.
        var releasedSince: Date?
        var missing = 0
    }

    /// How many complete listings have to lack something before it is gone.
    static let neededListings = 2
    /// How many builds are kept, newest first.
    static let buildLimit = 1_000
    /// How many App Store versions of a platform are kept, highest first.
    static let versionLimit = 50
    /// How long a build is kept after its upload: 90 days of life, and a month of being known as expired.
    static let buildLife: TimeInterval = 120 * 86_400

    var appleID: Int?
    var builds: [Build] = []
    var versions: [Version] = []

    init() {}

    /// Learns a listing.
    mutating func learn(_ listing: ConnectListing, at now: Date) {
        appleID = listing.appleID ?? appleID
        learnBuilds(listing, at: now)
        learnVersions(listing, at: now)
    }

    private mutating func learnBuilds(_ listing: ConnectListing, at now: Date) {
        var known: [String: Build] = [:]
        for build in builds { known[Self.identity(build.fact)] = build }
        var kept: [Build] = []
        var listed: Set<String> = []
        for fact in listing.builds {
            let identity = Self.identity(fact)
            // A second mention, e.g. because pages shifted while they were read, adds nothing.
            guard listed.insert(identity).inserted else { continue }
            var build = known[identity] ?? Build(fact: fact, firstSeenAt: now)
            build.fact = fact
            build.fact.groups.sort { ($0.name ?? "", $0.id) < ($1.name ?? "", $1.id) }
            build.missing = 0
            if fact.isAvailable(to: .internal) { build.internalSince = build.internalSince ?? now }
            if fact.isAvailable(to: .external) { build.externalSince = build.externalSince ?? now }
            build.expiredSince = fact.isExpired ? build.expiredSince ?? now : nil
            kept.append(build)
        }
        for (identity, var build) in known where !listed.contains(identity) {
            if listing.isComplete, !listing.unreadable.contains(build.fact.id) { build.missing += 1 }
            if build.missing < Self.neededListings { kept.append(build) }
        }
        builds = Array(
            kept.filter { now.timeIntervalSince($0.fact.uploadedAt ?? $0.firstSeenAt) < Self.buildLife }
                .sorted(by: Self.isNewer).prefix(Self.buildLimit))
    }

    private mutating func learnVersions(_ listing: ConnectListing, at now: Date) {
        var known: [String: Version] = [:]
        for version in versions { known[version.fact.id] = version }
        var kept: [Version] = []
        var listed: Set<String> = []
        for fact in listing.versions where listed.insert(fact.id).inserted {
            var version = known[fact.id] ?? Version(fact: fact, firstSeenAt: now)
            version.fact = fact
            version.missing = 0
            if fact.standing >= .history { version.releasedSince = version.releasedSince ?? now }
            kept.append(version)
        }
        for (id, var version) in known where !listed.contains(id) {
            if listing.isComplete, !listing.unreadable.contains(id) { version.missing += 1 }
            if version.missing < Self.neededListings { kept.append(version) }
        }
        kept.sort { a, b in
            let (mine, theirs) = (a.fact.platform.description, b.fact.platform.description)
            if mine != theirs { return mine < theirs }
            return a.fact.version == b.fact.version ? a.fact.id < b.fact.id : a.fact.version > b.fact.version
        }
        var count: [Platform: Int] = [:]
        versions = kept.filter { version in
            count[version.fact.platform, default: 0] += 1
            return count[version.fact.platform, default: 0] <= Self.versionLimit
        }
    }

    /// Whether no version above the given one is on sale.
    func agrees(_ version: AppVersion, _ platform: Platform) -> Bool {
        !versions.contains {
            $0.fact.platform == platform && $0.fact.standing == .ready && $0.fact.version > version
        }
    }

    var facts: ConnectMemory {
        var copy = self
        for index in builds.indices { copy.builds[index].missing = 0 }
        for index in versions.indices { copy.versions[index].missing = 0 }
        return copy
    }

    private static func identity(_ fact: BuildFact) -> String { "\(fact.platform) \(fact.id)" }

    private static func isNewer(_ a: Build, _ b: Build) -> Bool {
        let (mine, theirs) = (a.fact.uploadedAt ?? a.firstSeenAt, b.fact.uploadedAt ?? b.firstSeenAt)
        return mine == theirs ? identity(a.fact) < identity(b.fact) : mine > theirs
    }
}
