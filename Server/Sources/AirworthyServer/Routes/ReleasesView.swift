package import AirworthyPolicy
import AppStoreConnect
package import ControlPlane
package import Foundation
import ReleaseCatalog

/// The live catalog of an app as a caller may see it.
package struct ReleasesView: Sendable {
    private let served: ServedApp
    private let live: ServedApp.LiveCatalog
    private let facts: TestFlightFacts
    private let ages: CatalogAges
    private let now: Date
    private let apple: AppleSide
    /// What the caller may see of it.
    package let catalog: Catalog

    /// Takes the live catalog.
    /// - Parameters:
    ///   - served: The app.
    ///   - mayExplain: Whether the caller has a token for full facts. They are shown only where the app allows it.
    ///   - apple: How the asking goes; woken where nothing was learnt yet.
    ///   - now: The clock.
    /// - Throws: ``Problem`` `catalogNotLearnt`.
    package init(_ served: ServedApp, mayExplain: Bool, _ apple: AppleSide, at now: Date) throws(Problem) {
        live = try served.learnt(apple)
        self.served = served
        self.now = now
        self.apple = apple
        facts = TestFlightFacts(served, mayExplain: mayExplain)
        ages = CatalogAges(live, apple.status(served.app.slug), at: now)
        catalog = facts.shown(of: live.catalog)
    }

    /// The releases of a platform and channel, or of all.
    package func list(platform: Platform?, channel: Channel?) -> JSONValue {
        let releases = catalog.releases.compactMap { release -> Release? in
            guard platform.map({ $0 == release.platform }) ?? true else { return nil }
            guard let channel else { return release }
            var release = release
            release.offers.removeAll { $0.channel.matches(channel) == .false }
            return release.offers.isEmpty ? nil : release
        }
        let value = Catalog(releases: releases).jsonValue
        return ["releases": value["releases"] ?? [], "catalog": ages.jsonValue(for: channel)]
    }

    /// The newest release that a copy can get.
    /// - Throws: ``Problem`` `noRelease`.
    package func latest(for installation: Installation) throws(Problem) -> JSONValue {
        if installation.channel.isTestFlight { try requireTestFlight() }
        let manifest = Manifest(policy: policyForLinks, catalog: catalog)
        guard let newest = decide(manifest, for: installation, at: now).newest, let version = newest.version else {
            throw Problem(
                .noRelease,
                "no known release for \(installation.platform.displayName) can be had through the channel "
                    + "\"\(installation.channel.description.forMessage)\" with these facts")
        }
        var answer = ReleaseAnswer(
            platform: installation.platform, channel: installation.channel, version: version, build: newest.build)
        (answer.minimumOS, answer.publishedAt, answer.url) = (newest.minimumOS, newest.publishedAt, newest.url)
        answer.expiresAt = expiry(of: newest, installation)
        if facts.isShown, let build = build(newest, on: installation.platform) {
            if installation.channel.isTestFlight {
                answer.add(build, facts, language: installation.language, at: now)
            } else {
                answer.uploadedAt = build.uploadedAt
            }
        }
        answer.notes = newest.notes
        if installation.channel.isTestFlight { answer.testFlightURL = newest.url }
        var members = answer.members
        members["catalog"] = ages.jsonValue(for: installation.channel, in: installation.storefront)
        return .object(members)
    }

    /// The newest build that an audience can install.
    /// - Throws: ``Problem`` `noRelease`.
    package func latest(
        for audience: Channel.Audience, platform: Platform, language: String?
    ) throws(Problem) -> JSONValue {
        try requireTestFlight()
        guard facts.isShown, let build = live.merged.newest(for: audience, platform: platform, at: now) else {
            throw Problem(
                .noRelease,
                "no build for \(platform.displayName) on TestFlight is known that \(audience.rawValue) testers can install"
            )
        }
        let channel = Channel.testflight(audience)
        var members = ReleaseAnswer(build, channel: channel, facts, language: language, at: now).members
        members["catalog"] = ages.jsonValue(for: channel)
        return .object(members)
    }

    /// Who has a build: the newest of those that fit, and all of them in a list.
    /// - Parameters:
    ///   - text: A build number or a marketing version.
    ///   - isVersionToo: Whether it may be a marketing version.
    ///   - platform: The platform.
    ///   - language: The reader's language.
    /// - Returns: The answer.
    /// - Throws: ``Problem`` `noRelease`.
    package func audience(
        of text: String, isVersionToo: Bool, platform: Platform, language: String?
    ) throws(Problem) -> JSONValue {
        try requireTestFlight()
        let found = facts.isShown ? live.merged.builds(matching: text, platform: platform) : nil
        guard let found, let first = found.builds.first, isVersionToo || found.matchedBy == .build else {
            throw Problem(
                .noRelease,
                "no build \"\(text.forMessage)\" for \(platform.displayName) on TestFlight is known"
                    + (isVersionToo ? ", neither by its number nor by its version" : ""))
        }
        let channel = Channel.testflight(nil)
        let answers = found.builds.prefix(Self.mostBuilds).map { build in
            ReleaseAnswer(build, channel: channel, facts, language: language, at: now).members
        }
        var members =
            answers.first ?? ReleaseAnswer(first, channel: channel, facts, language: language, at: now).members
        members["matchedBy"] = .string(found.matchedBy.rawValue)
        members["builds"] = .array(answers.map(JSONValue.object))
        members["catalog"] = ages.jsonValue(for: channel)
        return .object(members)
    }

    /// Refuses to say that there is nothing where the one who would know has never been heard. Without a key nobody will
    /// ever be, and there is no use in asking again.
    /// - Throws: ``Problem`` `catalogNotLearnt`.
    private func requireTestFlight() throws(Problem) {
        let slug = served.app.slug
        guard facts.isShown, !live.merged.isLearnt(for: .testflight(nil)),
            apple.status(slug).contains(where: { $0.source == .connect })
        else { return }
        apple.wake(slug)
        throw Problem(.catalogNotLearnt, "what \"\(slug)\" has on TestFlight is not known yet; ask again")
    }

    /// The most builds that are listed: a version may have hundreds.
    private static let mostBuilds = 20

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

    private func build(_ update: Decision.Update, on platform: Platform) -> TestFlightBuild? {
        live.merged.builds.first {
            $0.platform == platform && $0.version == update.version && $0.number == update.build
        }
    }

    private func expiry(of update: Decision.Update, _ installation: Installation) -> Date? {
        let release = catalog.releases.first {
            $0.platform == installation.platform && $0.version == update.version && $0.build == update.build
        }
        return release?.offers.first { $0.channel.serves(installation.channel) && $0.expiresAt != nil }?.expiresAt
    }
}

extension ServedApp {
    /// What is known of the app's releases. Where nothing is, somebody is woken who may find out.
    /// - Throws: ``Problem`` `catalogNotLearnt`.
    fileprivate func learnt(_ apple: AppleSide) throws(Problem) -> LiveCatalog {
        if let catalog { return catalog }
        apple.wake(app.slug)
        throw Problem(.catalogNotLearnt, "no release of \"\(app.slug)\" is known yet; ask again")
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
