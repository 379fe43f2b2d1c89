package import AirworthyPolicy

/// An app whose releases are synchronised, with everything needed to request them from Apple.
package struct AppTarget: Hashable, Sendable {
    /// The app's slug.
    package var slug: String
    /// The bundle identifier, e.g. `com.example.hashtags`.
    package var bundleID: String
    /// The app's Apple ID, if known.
    package var appleID: Int?
    /// The app's platforms, the default one first; never empty.
    package var platforms: [Platform]
    /// The App Store countries to look up.
    package var storefronts: [Storefront]
    /// The id of the App Store Connect key to use; `nil` for the first configured one, if any.
    package var keyID: String?

    package init(
        slug: String, bundleID: String, appleID: Int? = nil, platforms: [Platform] = [.ios],
        storefronts: [Storefront] = [], keyID: String? = nil
    ) {
        self.slug = slug
        self.bundleID = bundleID
        self.appleID = appleID
        self.platforms = platforms
        self.storefronts = storefronts
        self.keyID = keyID
    }

    /// The platforms to ask the App Store lookup for, `.ios` for all that need no question of their own; empty for an app on Android
    /// alone.
    package var lookupPlatforms: Set<Platform> {
        Set(platforms.filter { $0 != .android }.map { AppStoreLookup.entity(for: $0) == nil ? .ios : $0 })
    }
}
