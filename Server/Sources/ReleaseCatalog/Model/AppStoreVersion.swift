package import AirworthyPolicy
package import Foundation

/// A version on the App Store, or on its way there: as App Store Connect lists it and as a catalog stores it.
package struct AppStoreVersion: Hashable, Sendable {
    /// The meaning of Apple's state for users who want the version, by how far a version has come.
    package enum Stage: Comparable, Sendable {
        /// In preparation, rejected, or in a state unknown to this server.
        case unavailable
        /// With Apple: from waiting for review up to pending release.
        case inReview
        /// Formerly on sale, replaced by a newer version.
        case replaced
        /// On sale, as far as App Store Connect knows.
        case onSale
    }

    /// The dates at which this server saw a version change; all unknown in a listing.
    package struct History: Hashable, Sendable {
        /// The date the version was first listed.
        package var firstSeenAt: Date?
        /// The date it was first seen on sale, or replaced by a newer one.
        package var releasedSince: Date?
        /// The number of complete listings in a row that lacked it.
        package var missingListings = 0
    }

    /// App Store Connect's id.
    package var id: String
    package var platform: Platform
    /// The marketing version.
    package var version: AppVersion
    /// The build that was submitted, if one was chosen.
    package var build: BuildNumber?
    /// The oldest operating system that build runs on.
    package var minimumOS: AppVersion?
    /// Apple's `appVersionState`: `READY_FOR_DISTRIBUTION`, `IN_REVIEW`, ….
    package var state: String
    /// The date the version was created, not released.
    package var createdAt: Date?
    /// The progress of its phased release, if it has one.
    package var phase: Offer.Phase?
    /// The notes "What's New", by locale or language.
    package var notes: LocalizedText?
    /// The observations over several listings.
    package var history = History()

    /// Creates a version of which nothing else is known.
    package init(id: String, platform: Platform, version: AppVersion, state: String) {
        self.id = id
        self.platform = platform
        self.version = version
        self.state = state
    }

    /// The meaning of ``state``.
    package var stage: Stage {
        switch state {
        case "READY_FOR_DISTRIBUTION": .onSale
        case "REPLACED_WITH_NEW_VERSION": .replaced
        case "WAITING_FOR_REVIEW", "IN_REVIEW", "ACCEPTED", "WAITING_FOR_EXPORT_COMPLIANCE", "PENDING_APPLE_RELEASE",
            "PENDING_DEVELOPER_RELEASE", "PROCESSING_FOR_DISTRIBUTION":
            .inReview
        default: .unavailable
        }
    }
}

extension AppStoreVersion {
    /// The states in which nobody can get a version. A state that this server does not know is not one of them.
    private static let statesWithoutRelease: Set<String> = [
        "DEVELOPER_REJECTED", "INVALID_BINARY", "METADATA_REJECTED", "PREPARE_FOR_SUBMISSION", "READY_FOR_REVIEW",
        "REJECTED",
    ]

    /// Whether the version was on sale and is listed as not released now.
    package var isTakenBack: Bool { history.releasedSince != nil && Self.statesWithoutRelease.contains(state) }
}
