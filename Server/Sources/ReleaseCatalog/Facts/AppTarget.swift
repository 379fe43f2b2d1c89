package import AirworthyPolicy

/// What has to be known of an app to learn its releases.
package struct AppTarget: Hashable, Sendable {
    /// Its name here.
    package var slug: String
    /// The bundle identifier, e.g. `com.example.hashtags`.
    package var bundleID: String
    /// The App Store's number for it, if known.
    package var appleID: Int?
    /// The platforms it is made for, the one meant when none is named first; never empty.
    package var platforms: [Platform]
    /// The App Store countries whose lookup is asked.
    package var storefronts: [Storefront]
    /// The id of the App Store Connect key to ask with; `nil` is the first one configured, if any is.
    package var keyID: String?

    /// Makes a target.
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
}
