package import AirworthyPolicy
package import AirworthyTrust

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

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
    ///   - createdAt: When it was made.
    package init(
        slug: String, bundleID: String, appleID: Int? = nil, platforms: [Platform] = [.ios],
        defaultLanguage: String = "en", pins: [PinnedKey], signing: Signing = .server,
        audience: String = Pins.defaultAudience, lineage: String? = nil, internalBuilds: InternalBuilds = .facts,
        createdAt: Date
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
        self.createdAt = createdAt
    }

    /// What its shipped builds insist on.
    package var trustPins: Pins { Pins(app: slug, audience: audience, lineage: lineage, keys: pins) }
}
