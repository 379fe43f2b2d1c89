import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// The part of an app's live catalog that a caller may see, and the responses from it.
struct VisibleCatalog: Sendable {
    /// The highest number of builds in a response; a version may have hundreds.
    private static let mostBuilds = 20

    private let prepared: PreparedCatalog
    private let freshness: CatalogFreshness
    private let now: Date

    private var visibility: TestFlightVisibility { prepared.visibility }
    private var catalog: Catalog { prepared.catalog }

    init(_ prepared: PreparedCatalog, statuses: [SourceStatus], at now: Date) {
        self.prepared = prepared
        self.now = now
        freshness = CatalogFreshness(live: prepared.live, statuses: statuses, now: now)
    }

    func answer(to question: ReleaseQuestion) throws(HTTPProblem) -> JSONValue {
        switch question {
        case .releases(let platform, let channel): releases(platform: platform, channel: channel)
        case .latestRelease(let installation): try latestRelease(for: installation)
        case .latestBuild(let audience, let platform, let language):
            try latestBuild(for: audience, platform: platform, language: language)
        case .builds(let text, let platform, let language):
            try builds(matching: text, platform: platform, language: language)
        }
    }

    private func releases(platform: Platform?, channel: Channel?) -> JSONValue {
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

    private func latestRelease(for installation: Installation) throws(HTTPProblem) -> JSONValue {
        guard let newest = decide(prepared.manifest, for: installation, at: now).newest, let version = newest.version
        else {
            throw HTTPProblem(
                .noRelease,
                detail: "there is no release for \(installation.platform.displayName) through the channel "
                    + "\"\(installation.channel.description.forMessage)\" that matches the request")
        }
        var payload = ReleasePayload(
            platform: installation.platform, channel: installation.channel, version: version, build: newest.build)
        (payload.minimumOS, payload.publishedAt, payload.url) = (newest.minimumOS, newest.publishedAt, newest.url)
        payload.expiresAt = expiry(of: newest, for: installation)
        let build = prepared.builds.build(version: version, number: newest.build, platform: installation.platform)
        if visibility.isVisible, let build {
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

    private func latestBuild(
        for audience: Channel.Audience, platform: Platform, language: String?
    ) throws(HTTPProblem) -> JSONValue {
        guard visibility.isVisible,
            let build = prepared.builds.newest(for: audience, platform: platform, at: now)
        else {
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

    /// The newest matching build with its audience, and a list of the matching builds.
    private func builds(
        matching text: BuildText, platform: Platform, language: String?
    ) throws(HTTPProblem) -> JSONValue {
        let found =
            visibility.isVisible
            ? prepared.builds.builds(
                number: text.number, version: text.version, platform: platform, limit: Self.mostBuilds) : nil
        let channel = Channel.testflight(nil)
        let builds = (found?.builds ?? []).map { payload(of: $0, channel: channel, language: language) }
        guard let found, var members = builds.first else {
            throw HTTPProblem(
                .noRelease,
                detail: "there is no TestFlight build for \(platform.displayName) with the "
                    + (text.allowsVersions ? "build number or version" : "build number")
                    + " \"\(text.text.forMessage)\"")
        }
        members["matchedBy"] = .string(found.matchedBy.rawValue)
        members["builds"] = .array(builds.map(JSONValue.object))
        members["catalog"] = freshness.jsonValue(for: channel)
        return .object(members)
    }

    private func payload(of build: TestFlightBuild, channel: Channel, language: String?) -> JSONObject {
        ReleasePayload(build, channel: channel, visibility: visibility, language: language, at: now).members
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
        case (.marketplace, .marketplace(nil)), (.play, .play(nil)): true
        default: channel == self
        }
    }
}
