package import AirworthyPolicy
package import Foundation

/// The TestFlight builds of a merged catalog, found by number, version and audience without a search through all.
package struct BuildIndex: Sendable {
    /// The kind of number that a text was, when it matched builds.
    package enum Match: String, Hashable, Sendable {
        /// A build number, `CFBundleVersion`.
        case build
        /// A marketing version, `CFBundleShortVersionString`.
        case version
    }

    private struct Key<Value: Hashable & Sendable>: Hashable, Sendable {
        let platform: Platform
        let value: Value
    }

    private let builds: [TestFlightBuild]
    /// The offsets of the builds, newest first.
    private var byNumber: [Key<BuildNumber>: [Int]] = [:]
    private var byVersion: [Key<AppVersion>: [Int]] = [:]
    /// The offsets of the builds that an audience has unless they expired.
    private var byAudience: [Key<Channel.Audience>: [Int]] = [:]

    /// Creates an index of builds, which are ordered newest first.
    package init(_ builds: [TestFlightBuild]) {
        self.builds = builds
        for (offset, build) in builds.enumerated() {
            if let number = build.number {
                byNumber[Key(platform: build.platform, value: number), default: []].append(offset)
            }
            byVersion[Key(platform: build.platform, value: build.version), default: []].append(offset)
            guard !build.isWithdrawn else { continue }
            for audience in build.audiences {
                byAudience[Key(platform: build.platform, value: audience), default: []].append(offset)
            }
        }
    }

    /// Returns the newest build, by version and then by number, that an audience can install.
    package func newest(for audience: Channel.Audience, platform: Platform, at now: Date) -> TestFlightBuild? {
        let offsets = byAudience[Key(platform: platform, value: audience)] ?? []
        return offsets.first { !builds[$0].isExpired(at: now) }.map { builds[$0] }
    }

    /// Returns the newest builds with a marketing version or, if there are none or no version is given, with a number;
    /// expired ones too, newest first. A version comes first, because a text such as `2.0` is also the number of build
    /// 2.
    package func builds(
        number: BuildNumber?, version: AppVersion?, platform: Platform, limit: Int
    ) -> (matchedBy: Match, builds: [TestFlightBuild])? {
        if let offsets = version.flatMap({ byVersion[Key(platform: platform, value: $0)] }) {
            return (.version, offsets.prefix(limit).map { builds[$0] })
        }
        guard let offsets = number.flatMap({ byNumber[Key(platform: platform, value: $0)] }) else { return nil }
        return (.build, offsets.prefix(limit).map { builds[$0] })
    }

    /// Returns the newest build with a version and a number; `nil` as number finds a build that has none.
    package func build(version: AppVersion, number: BuildNumber?, platform: Platform) -> TestFlightBuild? {
        byVersion[Key(platform: platform, value: version)]?.first { builds[$0].number == number }.map { builds[$0] }
    }
}
