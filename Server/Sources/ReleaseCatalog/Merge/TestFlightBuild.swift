package import AirworthyPolicy
package import Foundation

/// A build on TestFlight as it is answered. Its identity is (platform, id): build numbers repeat across platforms.
package struct TestFlightBuild: Hashable, Sendable {
    /// App Store Connect's id; `nil` if only an import knows the build.
    package var id: String?
    /// The platform.
    package var platform: Platform
    /// The marketing version.
    package var version: AppVersion
    /// The build number; an import may not know it.
    package var build: BuildNumber?
    /// When it was uploaded.
    package var uploadedAt: Date?
    /// When it stops working; for a build that was expired by hand, when that was seen.
    package var expiresAt: Date?
    /// The oldest system it runs on.
    package var minimumOS: AppVersion?
    /// Apple's raw `buildAudienceType`; shown, never decided on.
    package var audienceType: String?
    /// Apple's `internalBuildState`, as written.
    package var internalState: String?
    /// Apple's `externalBuildState`, as written.
    package var externalState: String?
    /// Who has it while it has not expired; see ``availableTo(at:)``.
    package var audiences: [Channel.Audience]
    /// The groups it was given to. Empty says nothing: automatic groups may be missing.
    package var groups: [BuildFact.Group]
    /// What to test, by language.
    package var notes: LocalizedText?
    /// Whether an operator withdrew it.
    package var isWithdrawn: Bool
    /// Who said so.
    package var source: Source

    /// The public link of the first group, by name, that has one.
    package var publicLink: String? { groups.lazy.compactMap(\.publicLink).first }

    /// Whether it has stopped working.
    package func isExpired(at now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }

    /// Who can install it.
    /// - Parameter now: The clock.
    /// - Returns: The audiences, internal first; none if it has expired or was withdrawn.
    package func availableTo(at now: Date) -> [Channel.Audience] {
        isWithdrawn || isExpired(at: now) ? [] : audiences
    }

    /// Whether it is newer: by version, then by build, then by upload.
    package func isNewer(than other: TestFlightBuild) -> Bool {
        if version != other.version { return version > other.version }
        if build != other.build {
            guard let mine = build, let theirs = other.build else { return build != nil }
            return mine > theirs
        }
        let mine = uploadedAt ?? .distantPast
        let theirs = other.uploadedAt ?? .distantPast
        return mine == theirs ? (id ?? "") > (other.id ?? "") : mine > theirs
    }
}
