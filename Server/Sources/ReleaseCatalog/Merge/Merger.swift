import AirworthyPolicy
import Foundation

/// Puts together what the sources say, fact by fact.
struct Merger {
    /// A release as devices know it.
    struct Key: Hashable {
        var platform: Platform
        var version: AppVersion
        var build: BuildNumber?
    }

    let target: AppTarget
    let now: Date
    let connect: ConnectMemory?
    let lookups: [(storefront: Storefront, memory: LookupMemory)]
    let manual: Catalog?
    let orders: OperatorMemory

    private var releases: [Key: Release] = [:]
    private var builds: [TestFlightBuild] = []
    private var changes: [Date] = []

    init(_ knowledge: Knowledge, _ target: AppTarget, _ now: Date) {
        self.target = target
        self.now = now
        connect = knowledge.connect?.memory
        lookups = target.storefronts.sorted()
            .compactMap { front in knowledge.lookups[front].map { (front, $0.memory) } }
        manual = knowledge.manual?.memory.catalog
        orders = knowledge.orders?.memory ?? OperatorMemory()
    }

    /// The merge without its dates.
    mutating func merge() -> (releases: [Release], builds: [TestFlightBuild], nextChange: Date?) {
        mergeTestFlight()
        for platform in platforms {
            var store = StoreMerge(self, platform)
            for release in store.merge() { add(release) }
            changes += store.changes
        }
        addOtherManualOffers()
        let sorted = releases.values.map(withdrawn).sorted(by: Self.isBefore)
        return (sorted, builds.sorted(by: Self.isBefore), changes.filter { $0 > now }.min())
    }

    private var platforms: [Platform] {
        var platforms: Set<Platform> = []
        platforms.formUnion(connect?.versions.map(\.fact.platform) ?? [])
        for lookup in lookups { platforms.formUnion(lookup.memory.shelves.keys) }
        platforms.formUnion(manual?.releases.map(\.platform) ?? [])
        return platforms.sorted { $0.description < $1.description }
    }

    /// Adds ways to get a build; what else is known of the same build is joined.
    private mutating func add(_ release: Release) {
        let key = Key(platform: release.platform, version: release.version, build: release.build)
        guard var known = releases[key] else { return releases[key] = release }
        known.minimumOS = [known.minimumOS, release.minimumOS].compactMap { $0 }.max()
        known.offers += release.offers
        releases[key] = known
    }

    // MARK: TestFlight

    private mutating func mergeTestFlight() {
        let imported = manual?.releases.filter { $0.offers.contains { $0.channel.isTestFlight } } ?? []
        guard let connect else {
            for release in imported { addImported(release) }
            return
        }
        for build in connect.builds {
            let known = imported.first {
                $0.platform == build.fact.platform && $0.version == build.fact.version && $0.build == build.fact.build
            }
            let merged = TestFlightBuild(build, filledFrom: known, orders)
            builds.append(merged)
            if let expiresAt = merged.expiresAt, !merged.audiences.isEmpty { changes.append(expiresAt) }
            let offers = build.offers(of: merged)
            guard !offers.isEmpty else { continue }
            add(
                Release(
                    platform: merged.platform, version: merged.version, build: merged.build,
                    minimumOS: merged.minimumOS, offers: offers))
        }
    }

    private mutating func addImported(_ release: Release) {
        var release = release
        release.offers = release.offers.filter(\.channel.isTestFlight).map(Self.named)
        add(release)
        let build = TestFlightBuild(imported: release, orders)
        if let expiresAt = build.expiresAt, !build.audiences.isEmpty { changes.append(expiresAt) }
        builds.append(build)
    }

    // MARK: Import and orders

    /// Marketplaces, web sites and the like: nobody else speaks for them.
    private mutating func addOtherManualOffers() {
        for release in manual?.releases ?? [] {
            var release = release
            release.offers = release.offers.filter { $0.channel != .appstore && !$0.channel.isTestFlight }
                .map(Self.named)
            if !release.offers.isEmpty { add(release) }
        }
    }

    static func named(_ offer: Offer) -> Offer {
        var offer = offer
        offer.source = offer.source ?? Source.manual.offerName
        return offer
    }

    private func withdrawn(_ release: Release) -> Release {
        var release = release
        release.offers.sort(by: Self.isBefore)
        guard orders.withdraws(release.platform, release.version, release.build) else { return release }
        for index in release.offers.indices {
            release.offers[index].state = .withdrawn
            release.offers[index].source = Source.operator.offerName
        }
        return release
    }

    // MARK: Order

    // The same facts have to give the same bytes, so every order is total.

    private static func isBefore(_ a: Release, _ b: Release) -> Bool {
        if a.version != b.version { return a.version > b.version }
        if a.build != b.build {
            guard let mine = a.build, let theirs = b.build else { return a.build != nil }
            return mine > theirs
        }
        return a.platform.description < b.platform.description
    }

    private static func isBefore(_ a: Offer, _ b: Offer) -> Bool {
        (rank(a), a.channel.description) < (rank(b), b.channel.description)
    }

    private static func rank(_ offer: Offer) -> Int {
        switch offer.channel {
        case .appstore: 0
        case .testflight(.internal): 1
        case .testflight(.external): 2
        case .testflight(nil): 3
        default: 4
        }
    }

    private static func isBefore(_ a: TestFlightBuild, _ b: TestFlightBuild) -> Bool {
        if a.isNewer(than: b) { return true }
        if b.isNewer(than: a) { return false }
        return a.platform.description < b.platform.description
    }
}
