package import AirworthyPolicy
package import AppStoreConnect

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
    /// The App Store versions.
    package var versions: [AppStoreVersion]
    /// Whether every page was read. Only then does a missing item mean anything.
    package var isComplete: Bool
    /// The app's Apple ID, which App Store Connect uses as its id.
    package var appleID: Int?
    /// The ids of listed items that could not be read. Such an item keeps its earlier data and does not count as
    /// missing.
    package var unreadable: Set<String> = []

    package init(
        builds: [TestFlightBuild], versions: [AppStoreVersion], isComplete: Bool = true, appleID: Int? = nil
    ) {
        self.appleID = appleID
        self.builds = builds
        self.versions = versions
        self.isComplete = isComplete
    }

    /// Joins the two listings of App Store Connect. Notes get the languages that readers ask for.
    package init(
        builds: Listing<TestFlightBuild>, versions: Listing<AppStoreVersion>, appleID: Int?
    ) {
        self.init(
            builds: builds.items.map { build in
                var build = build
                // A part of the groups would look like all of them; an empty list means nothing.
                if !build.hasAllGroups { (build.groups, build.hasAllGroups) = ([], true) }
                build.notes = build.notes?.byLanguage
                return build
            },
            versions: versions.items.map { version in
                var version = version
                version.notes = version.notes?.byLanguage
                return version
            }, isComplete: builds.isComplete && versions.isComplete, appleID: appleID)
        unreadable = builds.unreadable.union(versions.unreadable)
    }
}

extension LocalizedText {
    /// The texts of Apple's locales by the languages that readers ask for.
    ///
    /// Most of Apple's locales name a region (`en-US`). One of them, that of the United States or else the first by name,
    /// stands for its language if the language has no text of its own.
    var byLanguage: LocalizedText {
        var texts = texts
        for locale in texts.keys.sorted(by: { ($0.hasSuffix("-US") ? 0 : 1, $0) < ($1.hasSuffix("-US") ? 0 : 1, $1) }) {
            let parts = locale.split(separator: "-")
            // A script (`zh-Hans`) is more than a region.
            guard parts.count == 2, parts[1].utf8.count == 2, texts[String(parts[0])] == nil else { continue }
            texts[String(parts[0])] = texts.removeValue(forKey: locale)
        }
        return LocalizedText(texts)
    }
}

/// An operator's order about releases.
package enum OperatorOrder: Hashable, Sendable {
    /// Never offer a version again, whatever Apple says: one of its builds, or all of them.
    case withdraw(AppVersion, build: BuildNumber?, platform: Platform)
    /// Remove all withdrawals, and accept the next answers even if they show lower versions.
    case reset
}
