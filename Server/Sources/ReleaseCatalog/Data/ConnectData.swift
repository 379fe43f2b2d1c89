import AirworthyPolicy
import Foundation
import ServerSupport

/// The release data from App Store Connect: the last listing, and the date on which each item reached its state.
struct ConnectData: SourceData {
    /// The number of complete listings in a row without an item after which the item is removed.
    static let neededListings = 2
    /// The highest number of builds to keep. The newest are kept.
    static let buildLimit = 1_000
    /// The highest number of App Store versions of a platform to keep. The highest versions are kept.
    static let versionLimit = 50
    /// The time for which a build is kept after its upload: it is known as expired for some days.
    static let buildLife = TestFlightBuild.life + .seconds(30 * 86_400)

    var appleID: Int?
    var builds: [TestFlightBuild] = []
    var versions: [AppStoreVersion] = []

    init() {}

    mutating func update(with listing: ConnectListing, at now: Date) {
        appleID = listing.appleID ?? appleID
        updateBuilds(with: listing, at: now)
        updateVersions(with: listing, at: now)
    }

    private mutating func updateBuilds(with listing: ConnectListing, at now: Date) {
        let known = Dictionary(builds.map { (Self.identity(of: $0), $0) }) { $1 }
        var kept: [TestFlightBuild] = []
        var listed: Set<String> = []
        for build in listing.builds {
            let identity = Self.identity(of: build)
            // Apple lists a build twice if pages shift while they are read.
            guard listed.insert(identity).inserted else { continue }
            kept.append(Self.updated(build, history: known[identity]?.history, at: now))
        }
        for (identity, var build) in known where !listed.contains(identity) {
            if listing.isComplete, !listing.unreadable.contains(build.id ?? "") { build.history.missingListings += 1 }
            if build.history.missingListings < Self.neededListings { kept.append(build) }
        }
        builds = Array(
            kept.filter { now.duration(since: Self.sortDate(of: $0)) < Self.buildLife }
                .sorted(by: Self.isNewer).prefix(Self.buildLimit))
    }

    /// Returns a listed build with its history continued.
    private static func updated(
        _ listed: TestFlightBuild, history: TestFlightBuild.History?, at now: Date
    ) -> TestFlightBuild {
        var build = listed
        build.groups.sort { ($0.name ?? "", $0.id) < ($1.name ?? "", $1.id) }
        build.history = history ?? build.history
        build.history.firstSeenAt = build.history.firstSeenAt ?? now
        build.history.missingListings = 0
        let audiences = build.audiences
        if audiences.contains(.internal) { build.history.internalSince = build.history.internalSince ?? now }
        if audiences.contains(.external) { build.history.externalSince = build.history.externalSince ?? now }
        build.history.expiredSince = build.isExpired ? build.history.expiredSince ?? now : nil
        return build
    }

    private mutating func updateVersions(with listing: ConnectListing, at now: Date) {
        let known = Dictionary(versions.map { ($0.id, $0) }) { $1 }
        var kept: [AppStoreVersion] = []
        var listed: Set<String> = []
        for var version in listing.versions where listed.insert(version.id).inserted {
            version.history = known[version.id]?.history ?? version.history
            version.history.firstSeenAt = version.history.firstSeenAt ?? now
            version.history.missingListings = 0
            if version.stage >= .replaced { version.history.releasedSince = version.history.releasedSince ?? now }
            kept.append(version)
        }
        for (id, var version) in known where !listed.contains(id) {
            if listing.isComplete, !listing.unreadable.contains(id) { version.history.missingListings += 1 }
            if version.history.missingListings < Self.neededListings { kept.append(version) }
        }
        kept.sort { a, b in
            let (mine, theirs) = (a.platform.description, b.platform.description)
            if mine != theirs { return mine < theirs }
            return a.version == b.version ? a.id < b.id : a.version > b.version
        }
        var count: [Platform: Int] = [:]
        versions = kept.filter { version in
            count[version.platform, default: 0] += 1
            return count[version.platform, default: 0] <= Self.versionLimit
        }
    }

    /// Whether no version above the given one is on sale.
    func isHighestOnSale(_ version: AppVersion, on platform: Platform) -> Bool {
        !versions.contains { $0.platform == platform && $0.stage == .onSale && $0.version > version }
    }

    var withoutBookkeeping: ConnectData {
        var copy = self
        for index in builds.indices { copy.builds[index].history.missingListings = 0 }
        for index in versions.indices { copy.versions[index].history.missingListings = 0 }
        return copy
    }

    private static func identity(of build: TestFlightBuild) -> String { "\(build.platform) \(build.id ?? "")" }

    private static func sortDate(of build: TestFlightBuild) -> Date {
        build.uploadedAt ?? build.history.firstSeenAt ?? .distantPast
    }

    private static func isNewer(_ a: TestFlightBuild, than b: TestFlightBuild) -> Bool {
        let (mine, theirs) = (sortDate(of: a), sortDate(of: b))
        return mine == theirs ? identity(of: a) < identity(of: b) : mine > theirs
    }
}
