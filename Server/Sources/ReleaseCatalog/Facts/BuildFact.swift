package import AirworthyPolicy
package import Foundation

/// A build as App Store Connect tells it. Its identity is (platform, ``id``): build numbers repeat across platforms.
package struct BuildFact: Hashable, Sendable {
    /// A group of testers.
    package struct Group: Hashable, Sendable {
        /// App Store Connect's id.
        package var id: String
        /// Its name; not public.
        package var name: String?
        /// Whether its members are users of the team.
        package var isInternal: Bool?
        /// Whether it gets every build by itself.
        package var hasAccessToAllBuilds: Bool?
        /// `https://testflight.apple.com/join/…` if it has one.
        package var publicLink: String?

        /// Makes a group.
        package init(
            id: String, name: String? = nil, isInternal: Bool? = nil, hasAccessToAllBuilds: Bool? = nil,
            publicLink: String? = nil
        ) {
            self.id = id
            self.name = name
            self.isInternal = isInternal
            self.hasAccessToAllBuilds = hasAccessToAllBuilds
            self.publicLink = publicLink
        }
    }

    /// App Store Connect's id of the build.
    package var id: String
    /// The platform of its marketing version.
    package var platform: Platform
    /// The marketing version (`preReleaseVersion.version`).
    package var version: AppVersion
    /// The build number (`build.version`).
    package var build: BuildNumber
    /// When it was uploaded.
    package var uploadedAt: Date?
    /// When it stops working in TestFlight.
    package var expiresAt: Date?
    /// Whether it was expired, by time or by hand.
    package var isExpired = false
    /// The oldest system it runs on.
    package var minimumOS: AppVersion?
    /// `VALID`, `PROCESSING`, …, as written.
    package var processingState: String?
    /// Apple's raw `buildAudienceType`: what it may become, not who has it. Shown, never decided on, except that
    /// `INTERNAL_ONLY` never reaches external testers.
    package var audienceType: String?
    /// Apple's `internalBuildState`, as written.
    package var internalState: String?
    /// Apple's `externalBuildState`, as written.
    package var externalState: String?
    /// The groups it was given to. Empty says nothing: automatic groups may be missing.
    package var groups: [Group] = []
    /// What to test, by language.
    package var notes: LocalizedText?

    /// Makes a build.
    package init(id: String, platform: Platform, version: AppVersion, build: BuildNumber) {
        self.id = id
        self.platform = platform
        self.version = version
        self.build = build
    }
}
