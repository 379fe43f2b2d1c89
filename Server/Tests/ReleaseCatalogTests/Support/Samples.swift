import AirworthyPolicy
import Foundation
import ServerSupport

@testable import ReleaseCatalog

let t0 = Timestamp.parse("2026-11-20T00:00:00Z")!
let hour: TimeInterval = 3_600
let day: TimeInterval = 86_400
let jp = Storefront("JP")!
let us = Storefront("US")!

func version(_ text: String) -> AppVersion { try! AppVersion(text) }
func number(_ text: String) -> BuildNumber { try! BuildNumber(text) }

/// Returns a build that internal and external testers have.
func build(
    _ text: String, version marketing: String = "2.0", id: String? = nil, on platform: Platform = .ios,
    internal internalState: String? = "IN_BETA_TESTING", external externalState: String? = "IN_BETA_TESTING",
    uploadedAt: Date = t0.addingTimeInterval(-10 * day), change: (inout TestFlightBuild) -> Void = { _ in }
) -> TestFlightBuild {
    var item = TestFlightBuild(
        id: id ?? "\(platform)-\(text)", platform: platform, version: version(marketing), number: number(text))
    item.uploadedAt = uploadedAt
    item.expiresAt = uploadedAt.addingTimeInterval(90 * day)
    item.processingState = "VALID"
    item.audienceType = "APP_STORE_ELIGIBLE"
    item.internalState = internalState
    item.externalState = externalState
    change(&item)
    return item
}

func store(
    _ text: String, state: String = "READY_FOR_DISTRIBUTION", on platform: Platform = .ios, build: String? = nil,
    change: (inout AppStoreVersion) -> Void = { _ in }
) -> AppStoreVersion {
    var item = AppStoreVersion(
        id: "\(platform)-\(text)", platform: platform, version: version(text), state: state)
    item.build = build.map(number)
    change(&item)
    return item
}

func onSale(
    _ text: String, on platform: Platform = .ios, minimumOS: String? = nil, publishedAt: Date? = nil,
    notes: String? = nil
) -> Release {
    Release(
        platform: platform, version: version(text), minimumOS: minimumOS.map(version),
        offers: [
            Offer(
                channel: .appstore, publishedAt: publishedAt, url: "https://apps.apple.com/app/id6504763618",
                notes: notes.map { LocalizedText($0) }, source: "lookup")
        ])
}

func catalog(_ json: String) -> Catalog {
    CatalogReader.read(json: Array("{\"schema\": 1, \"releases\": [\(json)]}".utf8)).catalog!
}

extension AppTarget {
    static func sample(_ storefronts: [Storefront] = [jp], platforms: [Platform] = [.ios]) -> AppTarget {
        AppTarget(
            slug: "hashtags", bundleID: "com.example.hashtags", appleID: 6_504_763_618, platforms: platforms,
            storefronts: storefronts)
    }
}

extension Observation {
    static func listing(
        _ builds: [TestFlightBuild] = [], versions: [AppStoreVersion] = [], isComplete: Bool = true
    ) -> Observation {
        .connect(ConnectListing(builds: builds, versions: versions, isComplete: isComplete))
    }
}

extension ReleaseData {
    /// Returns the release data after some observations.
    static func after(_ observations: (Observation, TimeInterval)...) -> ReleaseData {
        var data = ReleaseData(app: "hashtags")
        for (observation, seconds) in observations { data.observe(observation, at: seconds) }
        return data
    }

    @discardableResult
    mutating func observe(_ observation: Observation, at seconds: TimeInterval = 0) -> Set<CatalogSource> {
        update(with: observation, at: t0.addingTimeInterval(seconds), by: "test")
    }

    func merged(
        _ storefronts: [Storefront] = [jp], platforms: [Platform] = [.ios], at seconds: TimeInterval = 0
    ) -> MergedCatalog {
        merged(for: .sample(storefronts, platforms: platforms), at: t0.addingTimeInterval(seconds))
    }
}

extension MergedCatalog {
    /// Returns the newest version that can be installed from the App Store of a country.
    func onSale(in storefront: Storefront, on platform: Platform = .ios) -> String? {
        catalog.releases.first { release in
            release.platform == platform
                && release.offers.contains { offer in
                    offer.channel == .appstore && offer.state == .live
                        && (offer.storefronts?.contains(storefront) ?? true)
                }
        }?.version.description
    }

    func release(_ text: String, build: String? = nil, on platform: Platform = .ios) -> Release? {
        catalog.releases.first {
            $0.platform == platform && $0.version == version(text)
                && (build == nil || $0.build?.description == build)
        }
    }

    func offer(_ text: String, on channel: Channel, for platform: Platform = .ios) -> Offer? {
        catalog.releases.lazy.filter { $0.platform == platform && $0.version == version(text) }.flatMap(\.offers)
            .first { $0.channel == channel }
    }

    var bytes: [UInt8] { catalog.jsonValue.jsonBytes() }
}

extension SourceStatus {
    /// Whether the last success is older than three intervals.
    func isStale(at now: Date) -> Bool {
        lastSuccess.map { now.timeIntervalSince($0) > 3 * interval.seconds } ?? false
    }
}

/// The random generator of tests.
typealias Seeded = ServerSupport.Seeded

extension MergedCatalog {
    /// Returns the newest build that an audience can install.
    func newestBuild(for audience: Channel.Audience, platform: Platform, at now: Date) -> TestFlightBuild? {
        BuildIndex(builds).newest(for: audience, platform: platform, at: now)
    }

    /// Returns the builds with a number or, if there are none, with a version.
    func builds(
        matching text: String, platform: Platform
    ) -> (matchedBy: BuildIndex.Match, builds: [TestFlightBuild])? {
        BuildIndex(builds).builds(
            number: try? BuildNumber(text), version: try? AppVersion(text), platform: platform, limit: 100)
    }
}
