package import AirworthyPolicy
package import AirworthyTrust
package import Foundation
package import ReleaseCatalog

/// An app whose policy this server holds.
package struct App: Hashable, Sendable {
    /// Who makes the revisions of an app.
    package enum Signing: String, Hashable, Sendable, CaseIterable {
        /// This server signs, with its online keys.
        case server
        /// CI signs; the server checks, stores and serves, and never makes a revision itself.
        case ci
    }

    /// How much of TestFlight builds is public.
    package enum InternalBuilds: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// Version, build, dates and opaque group ids; no notes, group names or links.
        case facts
        /// Everything; over HTTP only with a token.
        case full
    }

    /// Its name here and in every manifest.
    package let slug: String
    /// The bundle identifier, e.g. `com.example.hashtags`.
    package var bundleID: String
    /// The App Store's number for it, if it has one.
    package var appleID: Int?
    /// The platforms it is made for, the one meant when none is named first; never empty.
    package var platforms: [Platform]
    /// The language of texts when the asked one is missing, as a BCP 47 tag.
    package var defaultLanguage: String
    /// The keys its shipped builds pin. Every envelope is verified against them before it is stored.
    package var pins: [PinnedKey]
    /// Who makes its revisions. Never changes.
    package let signing: Signing
    /// Whom its manifests are for; never changes.
    package let audience: String
    /// The signed id of its policy's origin; never changes.
    package let lineage: String
    /// How much of TestFlight builds is public.
    package var internalBuilds: InternalBuilds
    /// The App Store countries whose lookup is asked for it, in this order.
    package var storefronts: [Storefront]
    /// The id of the App Store Connect key to ask with; `nil` is the first one the server has.
    package var appleKeyID: String?
    /// When it was made.
    package let createdAt: Date

    /// Makes an app.
    /// - Parameters:
    ///   - slug: Its name here and in every manifest; see ``AppSlug``.
    ///   - bundleID: The bundle identifier.
    ///   - appleID: The App Store's number for it.
    ///   - platforms: The platforms it is made for, the default first.
    ///   - defaultLanguage: The language of texts when the asked one is missing.
    ///   - pins: The keys its shipped builds pin.
    ///   - signing: Who makes its revisions.
    ///   - audience: Whom its manifests are for.
    ///   - lineage: The signed id of its policy's origin; the slug unless something else is said.
    ///   - internalBuilds: How much of TestFlight builds is public.
    ///   - storefronts: The App Store countries whose lookup is asked for it.
    ///   - appleKeyID: The id of the App Store Connect key to ask with.
    ///   - createdAt: When it was made.
    package init(
        slug: String, bundleID: String, appleID: Int? = nil, platforms: [Platform] = [.ios],
        defaultLanguage: String = "en", pins: [PinnedKey], signing: Signing = .server,
        audience: String = Pins.defaultAudience, lineage: String? = nil, internalBuilds: InternalBuilds = .facts,
        storefronts: [Storefront] = App.defaultStorefronts, appleKeyID: String? = nil, createdAt: Date
    ) {
        self.slug = slug
        self.bundleID = bundleID
        self.appleID = appleID
        self.platforms = platforms
        self.defaultLanguage = defaultLanguage
        self.pins = pins
        self.signing = signing
        self.audience = audience
        self.lineage = lineage ?? slug
        self.internalBuilds = internalBuilds
        self.storefronts = storefronts
        self.appleKeyID = appleKeyID
        self.createdAt = createdAt
    }

    /// The country that is asked where none is named: the United States, whose App Store has nearly every app.
    package static let defaultStorefronts = [Storefront("US")].compactMap { $0 }

    /// What has to be known of it to learn its releases.
    package var target: AppTarget {
        AppTarget(
            slug: slug, bundleID: bundleID, appleID: appleID, platforms: platforms, storefronts: storefronts,
            keyID: appleKeyID)
    }

    /// What its shipped builds insist on.
    package var trustPins: Pins { Pins(app: slug, audience: audience, lineage: lineage, keys: pins) }
}
