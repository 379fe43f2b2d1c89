import AirworthyPolicy
import Foundation

extension TestFlightBuild {
    /// A build of App Store Connect's; an import fills in what it did not tell.
    init(_ build: ConnectMemory.Build, filledFrom imported: Release?, _ orders: OperatorMemory) {
        let fact = build.fact
        id = fact.id
        platform = fact.platform
        version = fact.version
        self.build = fact.build
        uploadedAt = fact.uploadedAt
        // What was expired by hand stopped working when that was seen, whatever its date says.
        expiresAt = [fact.expiresAt, build.expiredSince].compactMap { $0 }.min()
        minimumOS = [fact.minimumOS, imported?.minimumOS].compactMap { $0 }.max()
        audienceType = fact.audienceType
        internalState = fact.internalState
        externalState = fact.externalState
        audiences = Channel.Audience.allCases.filter { fact.isAvailable(to: $0) }
        groups = fact.groups
        notes = fact.notes ?? imported?.offers.lazy.filter(\.channel.isTestFlight).compactMap(\.notes).first
        isWithdrawn = orders.withdraws(fact.platform, fact.version, fact.build)
        source = .connect
    }

    /// A build that only an import knows.
    init(imported release: Release, _ orders: OperatorMemory) {
        let offers = release.offers.filter(\.channel.isTestFlight)
        id = nil
        platform = release.platform
        version = release.version
        build = release.build
        uploadedAt = offers.lazy.compactMap(\.publishedAt).min()
        expiresAt = offers.lazy.compactMap(\.expiresAt).max()
        minimumOS = release.minimumOS
        audienceType = nil
        internalState = nil
        externalState = nil
        audiences = Channel.Audience.allCases.filter { audience in
            offers.contains { offer in
                offer.state == .live && [.testflight(nil), .testflight(audience)].contains(offer.channel)
            }
        }
        groups = Set(offers.flatMap { $0.groups ?? [] }).sorted().map { BuildFact.Group(id: $0) }
        notes = offers.lazy.compactMap(\.notes).first
        isWithdrawn = orders.withdraws(release.platform, release.version, release.build)
        source = .manual
    }
}

extension ConnectMemory.Build {
    /// The ways to get it. A build in both audiences gives two offers, so that both are told what they can have.
    func offers(of merged: TestFlightBuild) -> [Offer] {
        Channel.Audience.allCases.compactMap { audience in
            let since = audience == .internal ? internalSince : externalSince
            if merged.audiences.contains(audience) { return offer(audience, since: since, .live, merged) }
            // Who had a build that has expired is told so: the copy is still on the device.
            if fact.isExpired, since != nil { return offer(audience, since: since, .live, merged) }
            if audience == .external, fact.isInBetaReview { return offer(audience, since: nil, .inReview, merged) }
            return nil
        }
    }

    private func offer(
        _ audience: Channel.Audience, since: Date?, _ state: Offer.State, _ merged: TestFlightBuild
    ) -> Offer {
        let mine = fact.groups.filter { ($0.isInternal ?? (audience == .internal)) == (audience == .internal) }
        return Offer(
            // An empty list is no list: automatic groups may be missing from it.
            channel: .testflight(audience), groups: mine.isEmpty ? nil : Set(mine.map(\.id)), firstSeenAt: since,
            expiresAt: merged.expiresAt, state: state, notes: merged.notes, source: Source.connect.offerName)
    }
}
