package import AirworthyPolicy

/// The complete data that one source returned about one app.
package enum Observation: Sendable {
    /// The listing of App Store Connect, all pages of it.
    case connect(ConnectListing)
    /// The lookup of one country. An answer without a release means unknown, not "no release".
    case lookup(Storefront, Release?)
    /// An imported catalog.
    case manual(Catalog)
    /// An operator's order, which overrides all sources.
    case order(OperatorOrder)

    /// The source of the data.
    package var source: CatalogSource {
        switch self {
        case .connect: .connect
        case .lookup(let storefront, _): .lookup(storefront)
        case .manual: .manual
        case .order: .operator
        }
    }
}

/// Every build and every App Store version of one app at one time.
package struct ConnectListing: Hashable, Sendable {
    /// The builds that may still be in use.
    package var builds: [TestFlightBuild]
    package var versions: [AppStoreVersion]
    /// Whether every page was read. Only then does a missing item mean anything.
    package var isComplete: Bool
    /// The app's Apple ID, which App Store Connect uses as its id.
    package var appleID: Int?
    /// The ids of listed items that could not be read. They keep their earlier data, and are not missing.
    package var unreadable: Set<String> = []

    package init(
        builds: [TestFlightBuild], versions: [AppStoreVersion], isComplete: Bool = true, appleID: Int? = nil
    ) {
        self.appleID = appleID
        self.builds = builds
        self.versions = versions
        self.isComplete = isComplete
    }
}

/// An operator's order about releases.
package enum OperatorOrder: Hashable, Sendable {
    /// Never offer a version again, whatever Apple says: one of its builds, or all of them.
    case withdraw(AppVersion, build: BuildNumber?, platform: Platform)
    /// Remove all withdrawals, and accept the next answers even if they show lower versions.
    case reset
}
