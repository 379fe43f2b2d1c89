package import AirworthyPolicy

/// What one source said about one app, whole: half an answer is none.
package enum Observation: Sendable {
    /// App Store Connect, every page of it.
    case connect(ConnectListing)
    /// The lookup of one country. An answer without a result says that nothing is known, not that nothing is there.
    case lookup(Storefront, Release?)
    /// A catalog that somebody imported.
    case manual(Catalog)
    /// An operator's word that outranks all sources, or its end.
    case order(OperatorOrder)
}

/// Every build and every App Store version of one app, as of one instant.
package struct ConnectListing: Hashable, Sendable {
    /// The builds that may still be in use.
    package var builds: [BuildFact]
    /// The App Store versions.
    package var versions: [StoreVersionFact]
    /// Whether every page was read. Only then can something be missing.
    package var isComplete: Bool
    /// The App Store's number for the app, which App Store Connect uses as its id.
    package var appleID: Int?
    /// The ids of what was listed but could not be read: not known, and not missing either.
    package var unreadable: Set<String> = []

    /// Makes a listing.
    package init(
        builds: [BuildFact], versions: [StoreVersionFact], isComplete: Bool = true, appleID: Int? = nil
    ) {
        self.appleID = appleID
        self.builds = builds
        self.versions = versions
        self.isComplete = isComplete
    }
}

/// What an operator says about releases.
package enum OperatorOrder: Hashable, Sendable {
    /// These releases are not to be offered any more, whatever Apple says: a platform, and a version with or without build.
    case withdraw(Platform, AppVersion, BuildNumber?)
    /// Forget what was withdrawn, and every memory of higher versions: believe the next answers as they come.
    case reset
}
