package import AirworthyPolicy
package import ControlPlane

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The live catalog of an app as a caller may see it.
package struct ReleasesView: Sendable {
    private let served: ServedApp
    private let live: ServedApp.LiveCatalog
    /// What the caller may see of it.
    package let catalog: Catalog

    /// Takes the live catalog.
    /// - Parameters:
    ///   - served: The app.
    ///   - mayExplain: Whether the caller has a token for full facts. They are shown only where the app allows it.
    /// - Throws: ``Problem`` `catalogNotLearnt`.
    package init(_ served: ServedApp, mayExplain: Bool) throws(Problem) {
        guard let live = served.catalog else {
            throw Problem(.catalogNotLearnt, "no release of \"\(served.app.slug)\" is known yet; ask again")
        }
        self.served = served
        self.live = live
        catalog = TestFlightFacts(served.app, mayExplain: mayExplain).shown(of: live.catalog)
    }

    /// The releases of a platform and channel, or of all.
    package func list(platform: Platform?, channel: Channel?) -> JSONValue {
        let releases = catalog.releases.compactMap { release -> Release? in
            guard platform.map({ $0 == release.platform }) ?? true else { return nil }
            guard let channel else { return release }
            var release = release
            release.offers.removeAll { $0.channel.answers(channel) == .false }
            return release.offers.isEmpty ? nil : release
        }
        let value = Catalog(releases: releases).jsonValue
        return ["releases": value["releases"] ?? [], "catalog": state]
    }

    /// The newest release that a copy can get.
    /// - Throws: ``Problem`` `noRelease`.
    package func latest(for installation: Installation, at now: Date) throws(Problem) -> JSONValue {
        let manifest = Manifest(policy: policyForLinks, catalog: catalog)
        guard let newest = decide(manifest, for: installation, at: now).newest, let version = newest.version else {
            throw Problem(
                .noRelease,
                "no known release for \(installation.platform.displayName) can be had through the channel "
                    + "\"\(installation.channel.description.forMessage)\" with these facts")
        }
        return [
            "version": .string(version.description), "buildNumber": .of(newest.build?.description),
            "releaseNotes": .of(newest.notes), "uploadedAt": .null, "publishedAt": .of(newest.publishedAt),
            "expiresAt": .of(expiry(of: newest, installation)), "minimumOS": .of(newest.minimumOS?.description),
            "channel": .string(installation.channel.description),
            "platform": .string(installation.platform.description), "url": .of(newest.url), "catalog": state,
        ]
    }

    /// How old the facts are and who told them.
    private var state: JSONValue {
        ["asOf": .of(live.asOf), "stale": false, "sources": [.string(live.source)]]
    }

    /// What of the policy says where to go: its links, the releases it took back, its language.
    private var policyForLinks: Policy {
        guard case .live(let head) = served.state else {
            return Policy(appleID: served.app.appleID, rules: [], defaultLanguage: served.app.defaultLanguage)
        }
        var policy = head.manifest.policy
        policy.rules = []
        policy.features = [:]
        policy.appleID = policy.appleID ?? served.app.appleID
        return policy
    }

    private func expiry(of update: Decision.Update, _ installation: Installation) -> Date? {
        let release = catalog.releases.first {
            $0.platform == installation.platform && $0.version == update.version && $0.build == update.build
        }
        return release?.offers.first { $0.channel.serves(installation.channel) && $0.expiresAt != nil }?.expiresAt
    }
}

extension Channel {
    /// Whether an offer here is one for a copy of `channel`; plain TestFlight is offered external builds.
    fileprivate func serves(_ channel: Channel) -> Bool {
        switch (channel, self) {
        case (.testflight(let mine), .testflight(let theirs)): theirs == nil || theirs == (mine ?? .external)
        case (.marketplace, .marketplace(nil)): true
        default: channel == self
        }
    }
}
