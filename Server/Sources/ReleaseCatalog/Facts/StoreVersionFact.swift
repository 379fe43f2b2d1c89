package import AirworthyPolicy
package import Foundation

/// An App Store version as App Store Connect tells it.
package struct StoreVersionFact: Hashable, Sendable {
    /// App Store Connect's id of the version.
    package var id: String
    /// Its platform.
    package var platform: Platform
    /// The marketing version.
    package var version: AppVersion
    /// The build that was submitted, if one was chosen.
    package var build: BuildNumber?
    /// The oldest system that build runs on.
    package var minimumOS: AppVersion?
    /// Apple's `appVersionState`, as written.
    package var state: String
    /// When the version was made, not when it was released.
    package var createdAt: Date?
    /// How far its phased release has come, if it has one.
    package var phase: Offer.Phase?
    /// What is new, by language.
    package var notes: LocalizedText?

    /// Makes a version.
    package init(id: String, platform: Platform, version: AppVersion, state: String) {
        self.id = id
        self.platform = platform
        self.version = version
        self.state = state
    }
}
