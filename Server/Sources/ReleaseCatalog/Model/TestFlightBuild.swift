package import AirworthyPolicy
package import Foundation

/// A build on TestFlight: as App Store Connect lists it, as a catalog stores it, and as the server reports it.
///
/// A build is identified by its platform and ``id``, because build numbers repeat across platforms. States stay as Apple
/// writes them, so that new ones survive.
package struct TestFlightBuild: Hashable, Sendable {
    /// The dates at which this server saw a build change; all unknown in a listing.
    package struct History: Hashable, Sendable {
        /// The date the build was first listed.
        package var firstSeenAt: Date?
        /// The date internal testers were first seen to have it.
        package var internalSince: Date?
        /// The date external testers were first seen to have it.
        package var externalSince: Date?
        /// The date it was first listed as expired.
        package var expiredSince: Date?
        /// The number of complete listings in a row that lacked it.
        package var missingListings = 0
    }

    /// The time after its upload for which Apple lets testers use a build.
    package static let life = Duration.seconds(90 * 86_400)

    /// App Store Connect's id; `nil` if only an imported catalog names the build.
    package var id: String?
    /// The platform of the marketing version.
    package var platform: Platform
    /// The marketing version, `CFBundleShortVersionString`.
    package var version: AppVersion
    /// The build number, `CFBundleVersion`; an imported catalog may not name it.
    package var number: BuildNumber?
    /// The date of the upload.
    package var uploadedAt: Date?
    /// The date it stops working; in a merged catalog, for a build expired by hand, the date that was seen.
    package var expiresAt: Date?
    /// Whether Apple lists it as expired, by time or by hand.
    package var isExpired = false
    /// The oldest operating system it runs on.
    package var minimumOS: AppVersion?
    /// Apple's `processingState`: `PROCESSING`, `FAILED`, `INVALID`, `VALID`, ….
    package var processingState: String?
    /// Apple's `buildAudienceType`, e.g. `INTERNAL_ONLY`: who may ever get the build, not who has it.
    package var audienceType: String?
    /// Apple's `internalBuildState`.
    package var internalState: String?
    /// Apple's `externalBuildState`.
    package var externalState: String?
    /// The groups that have the build. An empty list means nothing: automatic groups may be missing.
    package var groups: [BetaGroup] = []
    /// Whether ``groups`` are all groups; `false` too if the response does not say.
    package var hasAllGroups = true
    /// The notes "What to Test", by locale or language.
    package var notes: LocalizedText?
    /// The audiences named by an imported catalog; `nil` for a build of App Store Connect, whose states decide.
    package var importedAudiences: [Channel.Audience]?
    /// Whether an operator withdrew it.
    package var isWithdrawn = false
    /// The observations over several listings.
    package var history = History()

    /// Creates a build of which nothing else is known.
    package init(id: String?, platform: Platform, version: AppVersion, number: BuildNumber?) {
        self.id = id
        self.platform = platform
        self.version = version
        self.number = number
    }
}

// MARK: - Availability

extension TestFlightBuild {
    /// Whether TestFlight could deliver the build, its expiry date aside.
    package var isUsable: Bool { processingState == "VALID" && !isExpired }

    /// The audiences that have the build, its expiry date and withdrawals aside; internal first.
    ///
    /// Only Apple's states decide, and unknown states mean "not available". The groups do not decide, because automatic
    /// groups may be missing from them.
    package var audiences: [Channel.Audience] {
        if let importedAudiences { return importedAudiences }
        guard isUsable else { return [] }
        return [
            internalState == "IN_BETA_TESTING" ? .internal : nil,
            externalState == "IN_BETA_TESTING" && audienceType != "INTERNAL_ONLY" ? .external : nil,
        ].compactMap { $0 }
    }

    /// Returns the audiences that can install the build; none if it has expired or was withdrawn.
    package func audiences(at now: Date) -> [Channel.Audience] {
        isWithdrawn || isExpired(at: now) ? [] : audiences
    }

    /// Whether external testers have the build, or had it until it expired.
    package var isForExternalTesters: Bool {
        guard !isWithdrawn else { return false }
        return audiences.contains(.external) || (isExpired && history.externalSince != nil)
    }

    /// Whether the build has stopped working.
    package func isExpired(at now: Date) -> Bool { isExpired || expiresAt.map { $0 <= now } ?? false }

    /// Whether Apple reviews the build: from waiting for beta review up to approved but not yet in testing.
    package var isInBetaReview: Bool {
        guard isUsable, audienceType != "INTERNAL_ONLY" else { return false }
        return ["WAITING_FOR_BETA_REVIEW", "IN_BETA_REVIEW", "BETA_APPROVED"].contains(externalState)
    }

    /// The public link of the first group that has one.
    package var publicLink: String? { groups.lazy.compactMap(\.publicLink).first }

    /// Whether the build is newer than another: by version, then by build number, then by upload.
    package func isNewer(than other: TestFlightBuild) -> Bool {
        if version != other.version { return version > other.version }
        if number != other.number {
            guard let mine = number, let theirs = other.number else { return number != nil }
            return mine > theirs
        }
        let mine = uploadedAt ?? .distantPast
        let theirs = other.uploadedAt ?? .distantPast
        return mine == theirs ? (id ?? "") > (other.id ?? "") : mine > theirs
    }
}

/// A group of TestFlight testers. Everything but the id may be unknown.
package struct BetaGroup: Hashable, Sendable {
    /// App Store Connect's id.
    package var id: String
    /// The name; not public.
    package var name: String?
    /// Whether the members are users of the team.
    package var isInternal: Bool?
    /// Whether the group gets every build automatically.
    package var hasAccessToAllBuilds: Bool?
    /// The public link, `https://testflight.apple.com/join/…`; `nil` if there is none or it is disabled.
    package var publicLink: String?

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
