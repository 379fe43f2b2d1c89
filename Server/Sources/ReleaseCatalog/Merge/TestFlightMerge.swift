import AirworthyPolicy
import Foundation

/// The TestFlight builds and releases of an app.
///
/// App Store Connect provides the builds, and an import adds what App Store Connect leaves unknown. Without App Store
/// Connect, the import provides the builds.
struct TestFlightMerge {
    private(set) var builds: [TestFlightBuild] = []
    private(set) var releases: [Release] = []
    /// The times at which builds expire.
    private(set) var changes: [Date] = []

    private let operatorData: OperatorData

    init(_ input: MergeInput) {
        operatorData = input.operatorData
        let imported = input.manual?.releases.filter { $0.offers.contains { $0.channel.isTestFlight } } ?? []
        guard let connect = input.connect else {
            for release in imported { add(imported: release) }
            return
        }
        for build in connect.builds {
            let known = imported.first {
                $0.platform == build.platform && $0.version == build.version && $0.build == build.number
            }
            add(build, completedBy: known)
        }
    }

    private mutating func add(_ listed: TestFlightBuild, completedBy imported: Release?) {
        var build = listed
        // A build expired by hand stopped working when that was seen, whatever its date says.
        build.expiresAt = [build.expiresAt, build.history.expiredSince].compactMap { $0 }.min()
        build.minimumOS = [build.minimumOS, imported?.minimumOS].compactMap { $0 }.max()
        build.notes = build.notes ?? imported?.offers.lazy.filter(\.channel.isTestFlight).compactMap(\.notes).first
        append(build)
        let offers = Self.offers(of: build)
        guard !offers.isEmpty else { return }
        releases.append(
            Release(
                platform: build.platform, version: build.version, build: build.number, minimumOS: build.minimumOS,
                offers: offers))
    }

    private mutating func add(imported release: Release) {
        var release = release
        release.offers = release.offers.filter(\.channel.isTestFlight).map(\.namingImport)
        releases.append(release)
        var build = TestFlightBuild(
            id: nil, platform: release.platform, version: release.version, number: release.build)
        build.uploadedAt = release.offers.lazy.compactMap(\.publishedAt).min()
        build.expiresAt = release.offers.lazy.compactMap(\.expiresAt).max()
        build.minimumOS = release.minimumOS
        build.importedAudiences = Channel.Audience.allCases.filter { audience in
            release.offers.contains { offer in
                offer.state == .live && [.testflight(nil), .testflight(audience)].contains(offer.channel)
            }
        }
        build.groups = Set(release.offers.flatMap { $0.groups ?? [] }).sorted().map { BetaGroup(id: $0) }
        build.notes = release.offers.lazy.compactMap(\.notes).first
        append(build)
    }

    private mutating func append(_ build: TestFlightBuild) {
        var build = build
        build.isWithdrawn = operatorData.withdraws(build.version, build: build.number, on: build.platform)
        if let expiresAt = build.expiresAt, !build.audiences.isEmpty { changes.append(expiresAt) }
        builds.append(build)
    }

    /// Returns the offers of a build. A build that both audiences have gives two offers, because an installation matches
    /// the offers of its own audience.
    private static func offers(of build: TestFlightBuild) -> [Offer] {
        Channel.Audience.allCases.compactMap { audience in
            let since = audience == .internal ? build.history.internalSince : build.history.externalSince
            // Installations of an expired build are still on devices, and their offer tells when it ended.
            if build.audiences.contains(audience) || (build.isExpired && since != nil) {
                return offer(of: build, to: audience, since: since, state: .live)
            }
            if audience == .external, build.isInBetaReview {
                return offer(of: build, to: audience, since: nil, state: .inReview)
            }
            return nil
        }
    }

    private static func offer(
        of build: TestFlightBuild, to audience: Channel.Audience, since: Date?, state: Offer.State
    ) -> Offer {
        let groups = build.groups.filter { ($0.isInternal ?? (audience == .internal)) == (audience == .internal) }
        return Offer(
            // An empty list means nothing: automatic groups may be missing.
            channel: .testflight(audience), groups: groups.isEmpty ? nil : Set(groups.map(\.id)), firstSeenAt: since,
            expiresAt: build.expiresAt, state: state, notes: build.notes, source: CatalogSource.connect.offerName)
    }
}
