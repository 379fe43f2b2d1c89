/// Checks whether a tester certainly has access to an offered TestFlight build.
struct TestFlightAccess {
    let input: DecisionInput

    private var offers: AvailableOffers { input.offers }

    /// Whether the groups of the offered build include all groups of the installed one and, where the audience is
    /// unknown, the build is open to both audiences. Always true outside TestFlight.
    func isCertain(for index: OfferIndex) -> Bool {
        guard case .testflight(let audience) = input.installation.channel else { return true }
        if audience == nil, !isOpenToBothAudiences(index) { return false }
        guard let installed = input.installedBeta, let mine = groups(of: installed),
            let theirs = groups(of: offers.release(index))
        else { return false }
        return theirs.isSuperset(of: mine)
    }

    private func isOpenToBothAudiences(_ index: OfferIndex) -> Bool {
        let releaseOffers = offers.release(index).offers
        let open = releaseOffers.indices
            .filter { offers.obstacle(OfferIndex(release: index.release, offer: $0), in: nil) == nil }
            .map { releaseOffers[$0].channel }
        return open.contains(.testflight(nil))
            || (open.contains(.testflight(.internal)) && open.contains(.testflight(.external)))
    }

    /// The groups that have a release, among those that serve the tester's audience; `nil` if unknown.
    private func groups(of release: Release) -> Set<String>? {
        var known: Set<String>?
        for offer in release.offers where serves(offer.channel) {
            guard let groups = offer.groups else { return nil }
            known = (known ?? []).union(groups)
        }
        return known
    }

    private func serves(_ offered: Channel) -> Bool {
        // Plain `testflight` may be either audience, so both count.
        if input.installation.channel == .testflight(nil) { return offered.isTestFlight }
        return input.installation.channel.isServed(by: offered)
    }
}
