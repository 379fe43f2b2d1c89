package import AirworthyPolicy
package import AirworthyTrust
import Foundation

extension AppService {
    /// The properties of a new app; see ``App``.
    package struct Draft: Sendable {
        package var slug: String
        package var bundleID: String
        package var appleID: Int?
        package var platforms: [Platform]
        package var defaultLanguage: String
        package var pins: [PinnedKey]
        package var signing: App.Signing
        package var audience: String
        package var lineage: String?
        package var internalBuilds: App.InternalBuilds
        package var testFlightNotes: App.TestFlightNotes
        package var storefronts: [Storefront]
        package var appleKeyID: String?

        /// Creates a draft; see ``App``.
        package init(
            slug: String, bundleID: String, appleID: Int? = nil, platforms: [Platform] = [.ios],
            defaultLanguage: String = "en", pins: [PinnedKey], signing: App.Signing = .server,
            audience: String = Pins.defaultAudience, lineage: String? = nil,
            internalBuilds: App.InternalBuilds = .facts, testFlightNotes: App.TestFlightNotes = .external,
            storefronts: [Storefront] = App.defaultStorefronts, appleKeyID: String? = nil
        ) {
            self.slug = slug
            self.bundleID = bundleID
            self.appleID = appleID
            self.platforms = platforms
            self.defaultLanguage = defaultLanguage
            self.pins = pins
            self.signing = signing
            self.audience = audience
            self.lineage = lineage
            self.internalBuilds = internalBuilds
            self.testFlightNotes = testFlightNotes
            self.storefronts = storefronts
            self.appleKeyID = appleKeyID
        }

        func app(createdAt: Date) -> App {
            App(
                slug: slug, bundleID: bundleID, appleID: appleID, platforms: platforms,
                defaultLanguage: defaultLanguage, pins: pins, signing: signing, audience: audience, lineage: lineage,
                internalBuilds: internalBuilds, testFlightNotes: testFlightNotes, storefronts: storefronts,
                appleKeyID: appleKeyID, createdAt: createdAt)
        }
    }

    /// The changes of an app; `nil` keeps a property.
    package struct Changes: Sendable {
        package var bundleID: String?
        /// `.some(nil)` removes it.
        package var appleID: Int??
        package var platforms: [Platform]?
        package var defaultLanguage: String?
        package var pins: [PinnedKey]?
        package var internalBuilds: App.InternalBuilds?
        package var testFlightNotes: App.TestFlightNotes?
        package var storefronts: [Storefront]?
        /// `.some(nil)` removes it.
        package var appleKeyID: String??

        /// The properties that no manifest contains.
        static let unsigned: Set<String> = ["platforms", "storefronts", "appleKeyID"]

        package init(
            bundleID: String? = nil, appleID: Int?? = .none, platforms: [Platform]? = nil,
            defaultLanguage: String? = nil, pins: [PinnedKey]? = nil, internalBuilds: App.InternalBuilds? = nil,
            testFlightNotes: App.TestFlightNotes? = nil, storefronts: [Storefront]? = nil,
            appleKeyID: String?? = .none
        ) {
            self.bundleID = bundleID
            self.appleID = appleID
            self.platforms = platforms
            self.defaultLanguage = defaultLanguage
            self.pins = pins
            self.internalBuilds = internalBuilds
            self.testFlightNotes = testFlightNotes
            self.storefronts = storefronts
            self.appleKeyID = appleKeyID
        }

        /// Returns the changed app and the names of the changed properties.
        func applied(to old: App) -> (app: App, names: [String]) {
            var app = old
            app.bundleID = bundleID ?? old.bundleID
            if let appleID { app.appleID = appleID }
            app.platforms = platforms ?? old.platforms
            app.defaultLanguage = defaultLanguage ?? old.defaultLanguage
            app.pins = pins ?? old.pins
            app.internalBuilds = internalBuilds ?? old.internalBuilds
            app.testFlightNotes = testFlightNotes ?? old.testFlightNotes
            app.storefronts = storefronts ?? old.storefronts
            if let appleKeyID { app.appleKeyID = appleKeyID }
            let properties = [
                ("bundleID", app.bundleID != old.bundleID), ("appleID", app.appleID != old.appleID),
                ("platforms", app.platforms != old.platforms),
                ("defaultLanguage", app.defaultLanguage != old.defaultLanguage), ("pins", app.pins != old.pins),
                ("internalBuilds", app.internalBuilds != old.internalBuilds),
                ("testFlightNotes", app.testFlightNotes != old.testFlightNotes),
                ("storefronts", app.storefronts != old.storefronts), ("appleKeyID", app.appleKeyID != old.appleKeyID),
            ]
            return (app, properties.filter(\.1).map(\.0))
        }
    }
}
