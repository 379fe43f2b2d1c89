package import AirworthyPolicy
package import AirworthyTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Making, changing and deleting apps.
package struct AppService: Sendable {
    /// What a new app is to be.
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

        /// Makes a draft; see ``App``.
        package init(
            slug: String, bundleID: String, appleID: Int? = nil, platforms: [Platform] = [.ios],
            defaultLanguage: String = "en", pins: [PinnedKey], signing: App.Signing = .server,
            audience: String = Pins.defaultAudience, lineage: String? = nil,
            internalBuilds: App.InternalBuilds = .facts
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
        }
    }

    /// What is to change; `nil` stays as it is.
    package struct Changes: Sendable {
        package var bundleID: String?
        /// `.some(nil)` takes it away.
        package var appleID: Int??
        package var platforms: [Platform]?
        package var defaultLanguage: String?
        package var pins: [PinnedKey]?
        package var internalBuilds: App.InternalBuilds?

        /// Makes changes.
        package init(
            bundleID: String? = nil, appleID: Int?? = .none, platforms: [Platform]? = nil,
            defaultLanguage: String? = nil, pins: [PinnedKey]? = nil, internalBuilds: App.InternalBuilds? = nil
        ) {
            self.bundleID = bundleID
            self.appleID = appleID
            self.platforms = platforms
            self.defaultLanguage = defaultLanguage
            self.pins = pins
            self.internalBuilds = internalBuilds
        }
    }

    let store: any Store
    let signer: Signer
    let loader: HeadLoader
    let now: @Sendable () -> Date

    /// Makes an app.
    /// - Throws: ``ControlPlaneError`` `invalid` with a pointer, `forbidden` or `slugTaken`; ``StoreError``.
    package func create(_ draft: Draft, by principal: Principal) async throws -> App { throw Pending() }

    /// The apps a principal may see, by slug.
    package func list(for principal: Principal) async throws -> [App] { throw Pending() }

    /// One app.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func app(_ slug: String) async throws -> App { throw Pending() }

    /// Changes an app.
    /// - Throws: ``ControlPlaneError`` `invalid`, `notFound` or `gone`; ``StoreError``.
    package func update(_ slug: String, _ changes: Changes, by principal: Principal) async throws -> App {
        throw Pending()
    }

    /// Deletes an app.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func delete(_ slug: String, by principal: Principal) async throws { throw Pending() }
}

struct Pending: Error {}
