import AirworthyPolicy
import AppStoreConnect
import ControlPlane
import Foundation
import ReleaseCatalog

/// The part of an app's live catalog that a caller may see, and the responses from it.
struct VisibleCatalog: Sendable {
    /// The highest number of builds in a response; a version may have hundreds.
    private static let mostBuilds = 20

    private let served: ServedApp
    private let live: LiveCatalog
    private let visibility: TestFlightVisibility
    private let freshness: CatalogFreshness
    private let now: Date
    private let sync: CatalogSync
    private let catalog: Catalog

    /// Creates the visible part of a catalog.
    /// - Parameters:
    ///   - served: The app.
    ///   - showsDetails: Whether the caller has a token for all details of TestFlight builds.
    ///   - sync: The catalog synchronisation, which starts if there is no release data yet.
    ///   - now: The current time.
    /// - Throws: ``HTTPProblem`` `catalogNotLearnt`.
    init(
        of served: ServedApp, showsDetails: Bool, sync: CatalogSync, at now: Date
    ) throws(HTTPProblem) {
        let slug = served.app.slug
        guard let live = served.catalog else {
            sync.requestSync(slug)
            throw HTTPProblem(
                .catalogNotLearnt, detail: "there is no release data for \"\(slug)\" yet; retry in 5 seconds")
        }
        self.live = live
        self.served = served
        self.now = now
        self.sync = sync
        visibility = TestFlightVisibility(of: served, showsDetails: showsDetails)
        freshness = CatalogFreshness(live: live, statuses: sync.status(slug), now: now)
        catalog = visibility.visiblePart(of: live.catalog)
    }

    /// Returns the JSON of the releases, of one platform and channel or of all.
    func releases(platform: Platform?, channel: Channel?) -> JSONValue {
        let releases = catalog.releases.compactMap { release -> Release? in
            guard platform.map({ $0 == release.platform }) ?? true else { return nil }
            guard let channel else { return release }
            var release = release
            release.offers.removeAll { $0.channel.matches(channel) == .false }
            return release.offers.isEmpty ? nil : release
        }
        let value = Catalog(releases: releases).jsonValue
        return ["releases": value["releases"] ?? [], "catalog": freshness.jsonValue(for: channel)]
    }

    /// Returns the JSON of the newest release that an installation can get.
    /// - Throws: ``HTTPProblem`` `noRelease` or `catalogNotLearnt`.
    func latestRelease(for installation: Installation) throws(HTTPProblem) -> JSONValue {
        if installation.channel.isTestFlight { try requireTestFlight() }
        let manifest = Manifest(policy: policyForLinks, catalog: catalog)
        guard let newest = decide(manifest, for: installation, at: now).newest, let version = newest.version else {
            throw HTTPProblem(
                .noRelease,
                detail: "there is no release for \(installation.platform.displayName) through the channel "
                    + "\"\(installation.channel.description.forMessage)\" that matches the request")
        }
        var payload = ReleasePayload(
            platform: installation.platform, channel: installation.channel, version: version, build: newest.build)
        (payload.minimumOS, payload.publishedAt, payload.url) = (newest.minimumOS, newest.publishedAt, newest.url)
        payload.expiresAt = expiry(of: newest, for: installation)
        if visibility.isVisible, let build = build(of: newest, on: installation.platform) {
            if installation.channel.isTestFlight {
                payload.addTestFlightData(
                    of: build, visibility: visibility, language: installation.language, at: now)
            } else {
                payload.uploadedAt = build.uploadedAt
            }
        }
        payload.notes = newest.notes
        if installation.channel.isTestFlight { payload.testFlightURL = newest.url }
        var members = payload.members
        members["catalog"] = freshness.jsonValue(for: installation.channel, in: installation.storefront)
        return .object(members)
    }

    /// Returns the JSON of the newest build that an audience can install.
    /// - Throws: ``HTTPProblem`` `noRelease` or `catalogNotLearnt`.
    func latestBuild(
        for audience: Channel.Audience, platform: Platform, language: String?
    ) throws(HTTPProblem) -> JSONValue {
        try requireTestFlight()
        guard visibility.isVisible, let build = live.merged.newest(for: audience, platform: platform, at: now) else {
            throw HTTPProblem(
                .noRelease,
                detail: "there is no TestFlight build for \(platform.displayName) that \(audience.rawValue) testers "
                    + "can install")
        }
        let channel = Channel.testflight(audience)
        var members = payload(of: build, channel: channel, language: language)
        members["catalog"] = freshness.jsonValue(for: channel)
        return .object(members)
    }

    /// Returns the JSON of the newest matching build with its audience, and a list of all matching builds.
    /// - Parameters:
    ///   - text: A build number or a marketing version.
    ///   - allowsVersions: Whether the text may be a marketing version.
    ///   - platform: The platform.
    ///   - language: The language of the user.
    /// - Returns: The JSON.
    /// - Throws: ``HTTPProblem`` `noRelease` or `catalogNotLearnt`.
    func audience(
        of text: String, allowsVersions: Bool, platform: Platform, language: String?
    ) throws(HTTPProblem) -> JSONValue {
        try requireTestFlight()
        let found = visibility.isVisible ? live.merged.builds(matching: text, platform: platform) : nil
        let channel = Channel.testflight(nil)
        let builds = (found?.builds ?? []).prefix(Self.mostBuilds)
            .map { payload(of: $0, channel: channel, language: language) }
        guard let found, var members = builds.first, allowsVersions || found.matchedBy == .build else {
            throw HTTPProblem(
                .noRelease,
                detail: "there is no TestFlight build for \(platform.displayName) with the "
                    + (allowsVersions ? "build number or version" : "build number") + " \"\(text.forMessage)\"")
        }
        members["matchedBy"] = .string(found.matchedBy.rawValue)
        members["builds"] = .array(builds.map(JSONValue.object))
        members["catalog"] = freshness.jsonValue(for: channel)
        return .object(members)
    }

    /// Throws an error if App Store Connect is a source of this app but has not answered yet.
    ///
    /// Without a key there never is TestFlight data, so retrying would not help.
    private func requireTestFlight() throws(HTTPProblem) {
        let slug = served.app.slug
        guard visibility.isVisible, !live.merged.isLearnt(for: .testflight(nil)),
            sync.status(slug).contains(where: { $0.source == .connect })
        else { return }
        sync.requestSync(slug)
        throw HTTPProblem(
            .catalogNotLearnt, detail: "there is no TestFlight data for \"\(slug)\" yet; retry in 5 seconds")
    }

    /// The policy without its rules and features: links, withdrawn releases and language.
    private var policyForLinks: Policy {
        guard var policy = served.liveHead?.manifest.policy else {
            return Policy(appleID: served.app.appleID, rules: [], defaultLanguage: served.app.defaultLanguage)
        }
        policy.rules = []
        policy.features = [:]
        policy.appleID = policy.appleID ?? served.app.appleID
        return policy
    }

    private func payload(of build: TestFlightBuild, channel: Channel, language: String?) -> JSONObject {
        ReleasePayload(build, channel: channel, visibility: visibility, language: language, at: now).members
    }

    private func build(of update: Decision.Update, on platform: Platform) -> TestFlightBuild? {
        live.merged.builds.first {
            $0.platform == platform && $0.version == update.version && $0.number == update.build
        }
    }

    private func expiry(of update: Decision.Update, for installation: Installation) -> Date? {
        let release = catalog.releases.first {
            $0.platform == installation.platform && $0.version == update.version && $0.build == update.build
        }
        return release?.offers.first { $0.channel.serves(installation.channel) && $0.expiresAt != nil }?.expiresAt
    }
}

extension Channel {
    /// Whether offers on this channel are for installations of `channel`. Plain TestFlight gets external builds.
    fileprivate func serves(_ channel: Channel) -> Bool {
        switch (channel, self) {
        case (.testflight(let mine), .testflight(let theirs)): theirs == nil || theirs == (mine ?? .external)
        case (.marketplace, .marketplace(nil)): true
        default: channel == self
        }
    }
}
