package import Foundation

/// An App Store version as App Store Connect tells it. Everything but the id may be unknown.
package struct AppStoreVersionResource: Hashable, Sendable {
    /// How far a phased release is.
    package struct PhasedRelease: Hashable, Sendable {
        /// `INACTIVE`, `ACTIVE`, `PAUSED`, `COMPLETE`, ….
        package var state: String?
        /// When it began.
        package var startDate: Date?
        /// Days it was paused, in all.
        package var totalPauseDuration: Int?
        /// 1…7.
        package var currentDayNumber: Int?

        /// Makes a phased release.
        package init(
            state: String?, startDate: Date? = nil, totalPauseDuration: Int? = nil, currentDayNumber: Int? = nil
        ) {
            self.state = state
            self.startDate = startDate
            self.totalPauseDuration = totalPauseDuration
            self.currentDayNumber = currentDayNumber
        }
    }

    /// App Store Connect's id.
    package var id: String
    /// `IOS`, `MAC_OS`, `TV_OS`, `VISION_OS`.
    package var platform: String?
    /// The marketing version.
    package var version: String?
    /// `appVersionState`: `READY_FOR_DISTRIBUTION`, `IN_REVIEW`, ….
    package var state: String?
    /// When it was made, which is not when it was released.
    package var createdDate: Date?
    /// `MANUAL`, `AFTER_APPROVAL`, `SCHEDULED`, ….
    package var releaseType: String?
    /// The earliest release, if one was set.
    package var earliestReleaseDate: Date?
    /// The build that was chosen for it: number, dates, oldest systems, but no states and no groups.
    package var build: BuildResource?
    /// How far its phased release is, if it has one.
    package var phasedRelease: PhasedRelease?
    /// What is new, in Apple's order.
    package var notes: [BuildResource.Localization] = []

    /// Makes a version of which nothing else is known.
    package init(id: String) { self.id = id }
}

extension AppStoreVersionResource {
    /// Joins a version with what was included. What is missing there stays unknown.
    init(_ resource: Resource, _ document: Document) {
        id = resource.id
        platform = resource.text("platform")
        version = resource.text("versionString")
        state = resource.text("appVersionState")
        createdDate = resource.date("createdDate")
        releaseType = resource.text("releaseType")
        earliestReleaseDate = resource.date("earliestReleaseDate")
        if let link = resource.link("build")?.first {
            build = document.included(link).map { BuildResource($0, document) } ?? BuildResource(id: link.id)
        }
        if let phased = document.included(resource.link("appStoreVersionPhasedRelease")?.first) {
            phasedRelease = PhasedRelease(
                state: phased.text("phasedReleaseState"), startDate: phased.date("startDate"),
                totalPauseDuration: phased.number("totalPauseDuration"),
                currentDayNumber: phased.number("currentDayNumber"))
        }
        notes = document.localizations(resource.link("appStoreVersionLocalizations"), "whatsNew")
    }

    /// What is asked for.
    static let fields = [
        "platform", "versionString", "appVersionState", "createdDate", "releaseType", "earliestReleaseDate", "build",
        "appStoreVersionLocalizations", "appStoreVersionPhasedRelease",
    ]
    /// What is asked for of its build.
    static let buildFields = [
        "version", "uploadedDate", "minOsVersion", "lsMinimumSystemVersion", "computedMinMacOsVersion",
        "computedMinVisionOsVersion", "processingState", "buildAudienceType",
    ]
}
