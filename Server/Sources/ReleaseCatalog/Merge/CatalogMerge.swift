import AirworthyPolicy
import Foundation

/// The data of all sources of one app, as the steps of a merge read it.
struct MergeInput {
    let target: AppTarget
    let now: Date
    let connect: ConnectData?
    /// The lookups of the target's countries, by country.
    let lookups: [(storefront: Storefront, data: LookupData)]
    let manual: Catalog?
    let operatorData: OperatorData

    init(_ data: ReleaseData, for target: AppTarget, at now: Date) {
        self.target = target
        self.now = now
        connect = data.connect?.content
        lookups = target.storefronts.sorted()
            .compactMap { storefront in data.lookups[storefront].map { (storefront, $0.content) } }
        manual = data.manual?.content.catalog
        operatorData = data.operatorData?.content ?? OperatorData()
    }
}

/// Merges the data of all sources into one catalog.
struct CatalogMerge {
    /// The identity of a release on devices.
    private struct Key: Hashable {
        let platform: Platform
        let version: AppVersion
        let build: BuildNumber?
    }

    private let input: MergeInput
    private var releases: [Key: Release] = [:]

    init(_ data: ReleaseData, for target: AppTarget, at now: Date) {
        input = MergeInput(data, for: target, at: now)
    }

    /// Returns the releases, the builds, and the next time at which the result changes without a new observation.
    mutating func run() -> (releases: [Release], builds: [TestFlightBuild], nextChange: Date?) {
        let testFlight = TestFlightMerge(input)
        for release in testFlight.releases { add(release) }
        var changes = testFlight.changes
        for platform in platforms {
            let appStore = AppStoreMerge(input, platform: platform).run()
            for release in appStore.releases { add(release) }
            changes += appStore.changes
        }
        addOtherImportedOffers()
        let sorted = releases.values.map(withWithdrawals).sorted(by: Self.isBefore)
        return (sorted, testFlight.builds.sorted(by: Self.isBefore), changes.filter { $0 > input.now }.min())
    }

    private var platforms: [Platform] {
        let listed = input.connect?.versions.map(\.platform) ?? []
        let imported = input.manual?.releases.map(\.platform) ?? []
        return Set(listed + input.lookups.flatMap(\.data.platforms.keys) + imported)
            .sorted { $0.description < $1.description }
    }

    /// Adds the offers of a release to those of the same release that are already known.
    private mutating func add(_ release: Release) {
        let key = Key(platform: release.platform, version: release.version, build: release.build)
        guard var known = releases[key] else { return releases[key] = release }
        known.minimumOS = [known.minimumOS, release.minimumOS].compactMap { $0 }.max()
        known.offers += release.offers
        releases[key] = known
    }

    /// Adds imported offers of marketplaces, web sites and the like: no other source names them.
    private mutating func addOtherImportedOffers() {
        for release in input.manual?.releases ?? [] {
            var release = release
            release.offers = release.offers.filter { $0.channel != .appstore && !$0.channel.isTestFlight }
                .map(\.namingImport)
            if !release.offers.isEmpty { add(release) }
        }
    }

    private func withWithdrawals(_ release: Release) -> Release {
        var release = release
        release.offers.sort(by: Self.isBefore)
        guard input.operatorData.withdraws(release.version, build: release.build, on: release.platform) else {
            return release
        }
        for index in release.offers.indices {
            release.offers[index].state = .withdrawn
            release.offers[index].source = CatalogSource.operator.offerName
        }
        return release
    }

    // MARK: Order

    // Equal data has to give equal bytes, so every order is total.

    private static func isBefore(_ a: Release, other b: Release) -> Bool {
        if a.version != b.version { return a.version > b.version }
        if a.build != b.build {
            guard let mine = a.build, let theirs = b.build else { return a.build != nil }
            return mine > theirs
        }
        return a.platform.description < b.platform.description
    }

    private static func isBefore(_ a: Offer, other b: Offer) -> Bool {
        (rank(of: a), a.channel.description) < (rank(of: b), b.channel.description)
    }

    private static func rank(of offer: Offer) -> Int {
        switch offer.channel {
        case .appstore: 0
        case .testflight(.internal): 1
        case .testflight(.external): 2
        case .testflight(nil): 3
        default: 4
        }
    }

    private static func isBefore(_ a: TestFlightBuild, other b: TestFlightBuild) -> Bool {
        if a.isNewer(than: b) { return true }
        if b.isNewer(than: a) { return false }
        return a.platform.description < b.platform.description
    }
}

extension Offer {
    /// The offer with the import as its source, unless the import names another one.
    var namingImport: Offer {
        var offer = self
        offer.source = source ?? CatalogSource.manual.offerName
        return offer
    }
}
