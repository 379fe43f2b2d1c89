import AirworthyPolicy
import Foundation

/// The App Store releases of one platform.
///
/// A release is a platform and a version. App Store Connect provides its build, state, phase and notes, the lookups
/// provide where and since when it is on sale, and an import adds what neither knows.
struct AppStoreMerge {
    private let input: MergeInput
    private let platform: Platform
    private let versions: [AppStoreVersion]
    private let shown: [LookupVersion]
    private let imported: [Release]

    init(_ input: MergeInput, platform: Platform) {
        self.input = input
        self.platform = platform
        let listed = input.connect?.versions.filter { $0.platform == platform } ?? []
        versions = listed
        shown = input.lookups.flatMap { lookup in
            lookup.data.platforms[platform].map { versions in
                // An unconfirmed lower version counts only if the highest was withdrawn by an operator or taken back.
                let isHighestGone =
                    versions.highest.map { highest in
                        input.operatorData.withdraws(highest.version, build: nil, on: platform)
                            || Self.listing(of: highest.version, in: listed)?.isTakenBack == true
                    } ?? true
                guard let lower = versions.lower, lower.isConfirmed || isHighestGone else { return versions.seen }
                return versions.seen + [lower.version]
            } ?? []
        }
        imported =
            input.manual?.releases.filter { release in
                release.platform == platform && release.offers.contains { $0.channel == .appstore }
            } ?? []
    }

    /// Returns the releases, those of App Store Connect and the lookups first, and the times at which they change without
    /// a new observation.
    func run() -> (releases: [Release], changes: [Date]) {
        let availability = StorefrontAvailability(
            input, platform: platform, publishedAt: publishedAt,
            isGone: { isWithdrawn($0) || listed($0)?.isTakenBack == true })
        let known = Set(versions.map(\.version)).union(shown.map(\.version))
        let merged = known.sorted(by: >).prefix(ConnectData.versionLimit)
            .compactMap { release($0, availability: availability) }
        let onlyImported = imported.filter { !known.contains($0.version) }
            .compactMap { release(imported: $0, availability: availability) }
        return (merged + onlyImported, availability.changes)
    }

    // MARK: Data of a version

    private func shown(_ version: AppVersion) -> [LookupVersion] { shown.filter { $0.version == version } }

    /// The date Apple published a version. Where countries differ, the latest: no update is forced too early.
    private func publishedAt(_ version: AppVersion) -> Date? { shown(version).compactMap(\.publishedAt).max() }

    private func listed(_ version: AppVersion) -> AppStoreVersion? { Self.listing(of: version, in: versions) }

    /// Of several listings of a version, the one that has come furthest counts.
    private static func listing(of version: AppVersion, in versions: [AppStoreVersion]) -> AppStoreVersion? {
        versions.filter { $0.version == version }
            .max { a, b in (a.stage, b.id) < (b.stage, a.id) }
    }

    private func build(of version: AppVersion) -> BuildNumber? {
        listed(version)?.build ?? imported.first { $0.version == version }?.build
    }

    private func isWithdrawn(_ version: AppVersion) -> Bool {
        input.operatorData.withdraws(version, build: build(of: version), on: platform)
    }

    // MARK: Releases

    private func release(_ version: AppVersion, availability: StorefrontAvailability) -> Release? {
        let listed = listed(version)
        let shown = shown(version)
        let importedRelease = imported.first { $0.version == version }
        let importedOffer = importedRelease?.offers.first { $0.channel == .appstore }
        let build = build(of: version)
        var offer = Offer(channel: .appstore)
        let stage = listed?.stage ?? .unavailable
        let isReleased = !shown.isEmpty || stage >= .replaced
        if isWithdrawn(version), isReleased || stage == .inReview {
            offer.state = .withdrawn
        } else if isReleased {
            let coverage = availability.coverage(of: version, imported: importedOffer)
            guard coverage != .nowhere else { return nil }
            offer.storefronts = coverage.storefronts
        } else if stage == .inReview {
            offer.state = .inReview
        } else {
            return nil
        }
        offer.publishedAt = publishedAt(version) ?? importedOffer?.publishedAt
        offer.firstSeenAt =
            (shown.map(\.firstSeenAt)
            + [listed?.history.releasedSince, importedOffer?.firstSeenAt].compactMap { $0 }).min()
        offer.phase = stage == .onSale ? listed?.phase : nil
        offer.url = shown.lazy.compactMap(\.url).first ?? importedOffer?.url ?? storeURL
        offer.notes = listed?.notes ?? shown.lazy.compactMap(\.notes).first ?? importedOffer?.notes
        offer.source = listed == nil ? AppStoreLookup.source : CatalogSource.connect.offerName
        let submitted = input.connect?.builds.first {
            $0.platform == platform && $0.version == version && $0.number == build
        }
        let minimums =
            [listed?.minimumOS, submitted?.minimumOS, importedRelease?.minimumOS] + shown.map(\.minimumOS)
        return Release(
            platform: platform, version: version, build: build, minimumOS: minimums.compactMap { $0 }.max(),
            offers: [offer])
    }

    private var storeURL: String? {
        (input.target.appleID ?? input.connect?.appleID).map { "https://apps.apple.com/app/id\($0)" }
    }

    /// Returns a release that only an import names.
    private func release(imported: Release, availability: StorefrontAvailability) -> Release? {
        var release = imported
        release.offers = release.offers.filter { $0.channel == .appstore }
            .compactMap { offer in
                var offer = offer.namingImport
                guard offer.state == .live else { return offer }
                let coverage = availability.coverage(ofImported: release.version, offer: offer)
                guard coverage != .nowhere else { return nil }
                offer.storefronts = coverage.storefronts
                return offer
            }
        return release.offers.isEmpty ? nil : release
    }
}
