package import AirworthyPolicy
package import AirworthyTrust
package import Foundation
package import ReleaseCatalog

/// An app whose policy this server publishes.
package struct App: Hashable, Sendable {
    /// The signer of an app's revisions.
    package enum Signing: OpenWord {
        /// This server signs, with its online keys.
        case server
        /// CI signs; the server checks, stores and serves, and never creates a revision itself.
        case ci
        /// A word of a later version.
        case other(String)

        package static let allCases: [Self] = [.server, .ci]

        package var rawValue: String {
            switch self {
            case .server: "server"
            case .ci: "ci"
            case .other(let word): word
            }
        }
    }

    /// The public part of the data about TestFlight builds.
    package enum InternalBuilds: OpenWord {
        /// Nothing.
        case none
        /// Version, build, dates, opaque group ids and the notes that ``TestFlightNotes`` allows; no group names or links.
        case facts
        /// Everything; over HTTP only with a token.
        case full
        /// A word of a later version.
        case other(String)

        package static let allCases: [Self] = [.none, .facts, .full]

        package var rawValue: String {
            switch self {
            case .none: "none"
            case .facts: "facts"
            case .full: "full"
            case .other(let word): word
            }
        }

        /// Whether anything about TestFlight is public.
        package var showsTestFlight: Bool {
            switch self {
            case .none, .other: false
            case .facts, .full: true
            }
        }
    }

    /// The builds whose "What to Test" notes are public, if ``InternalBuilds`` shows TestFlight data at all.
    package enum TestFlightNotes: OpenWord {
        /// None, and with no token either.
        case none
        /// Those that external testers may have. A caller who sees all details of builds sees all notes.
        case external
        /// All.
        case all
        /// A word of a later version.
        case other(String)

        package static let allCases: [Self] = [.none, .external, .all]

        package var rawValue: String {
            switch self {
            case .none: "none"
            case .external: "external"
            case .all: "all"
            case .other(let word): word
            }
        }
    }

    /// The app's name on this server and in every manifest.
    package internal(set) var slug: String
    /// The bundle identifier, such as `com.example.hashtags`.
    package var bundleID: String
    /// The App Store's number of the app, if it has one.
    package var appleID: Int?
    /// The platforms of the app, the default one first; never empty.
    package var platforms: [Platform]
    /// The language of texts without a translation, as a BCP 47 tag.
    package var defaultLanguage: String
    /// The keys that installed apps pin. Every envelope is verified against them before it is stored.
    package var pins: [PinnedKey]
    /// The signer of the app's revisions; never changes.
    package internal(set) var signing: Signing
    /// The audience of the app's manifests; never changes.
    package internal(set) var audience: String
    /// The id of the server or author that signs the manifests; never changes.
    package internal(set) var lineage: String
    /// The public part of the data about TestFlight builds.
    package var internalBuilds: InternalBuilds
    /// The builds whose notes for testers are public.
    package var testFlightNotes: TestFlightNotes
    /// The storefronts to look the app up in, in this order.
    package var storefronts: [Storefront]
    /// The id of the App Store Connect key to use; `nil` is the server's first one.
    package var appleKeyID: String?
    package internal(set) var createdAt: Date

    /// Creates an app. The slug is an ``AppSlug``; without a lineage, it is the lineage too. ``AppService/create(_:by:)`` sets the date.
    package init(
        slug: String, bundleID: String, appleID: Int? = nil, platforms: [Platform] = [.ios],
        defaultLanguage: String = "en", pins: [PinnedKey], signing: Signing = .server,
        audience: String = Pins.defaultAudience, lineage: String? = nil, internalBuilds: InternalBuilds = .facts,
        testFlightNotes: TestFlightNotes = .external, storefronts: [Storefront] = App.defaultStorefronts,
        appleKeyID: String? = nil, createdAt: Date = .distantPast
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
        self.testFlightNotes = testFlightNotes
        self.storefronts = storefronts
        self.appleKeyID = appleKeyID
        self.createdAt = createdAt
    }

    /// The default storefronts: the United States, whose App Store has nearly every app.
    package static let defaultStorefronts = [Storefront("US")].compactMap { $0 }

    /// The platform of a request that names none.
    package var defaultPlatform: Platform { platforms.first ?? .ios }

    /// The part of the app that catalog synchronisation needs.
    package var target: AppTarget {
        AppTarget(
            slug: slug, bundleID: bundleID, appleID: appleID, platforms: platforms, storefronts: storefronts,
            keyID: appleKeyID)
    }

    /// The pins of the shipped builds.
    package var trustPins: Pins { Pins(app: slug, audience: audience, lineage: lineage, keys: pins) }
}

/// An app, or the tombstone of a deleted one.
package enum AppState: Hashable, Sendable {
    /// The app exists.
    case live(App)
    /// The app was deleted. Its slug and its revision counter stay stored.
    case deleted
}
