package import AirworthyPolicy
package import ControlPlane

/// How much of TestFlight builds a caller sees.
package struct TestFlightFacts: Sendable {
    private let slug: String
    private let level: App.InternalBuilds

    /// - Parameters:
    ///   - app: What its team allows.
    ///   - mayExplain: Whether the caller has a token for full facts. Without one, `full` is `facts`.
    package init(_ app: App, mayExplain: Bool) {
        slug = app.slug
        level = app.internalBuilds == .full && !mayExplain ? .facts : app.internalBuilds
    }

    /// What is shown of a catalog.
    package func shown(of catalog: Catalog) -> Catalog {
        guard level != .full else { return catalog }
        let releases = catalog.releases.compactMap { release -> Release? in
            guard release.offers.contains(where: \.channel.isTestFlight) else { return release }
            var release = release
            release.offers = release.offers.compactMap(shown)
            return release.offers.isEmpty ? nil : release
        }
        return Catalog(app: catalog.app, asOf: catalog.asOf, releases: releases)
    }

    private func shown(_ offer: Offer) -> Offer? {
        guard offer.channel.isTestFlight else { return offer }
        guard level == .facts else { return nil }
        var offer = offer
        offer.notes = nil
        offer.url = nil
        offer.groups = nil
        return offer
    }
}
