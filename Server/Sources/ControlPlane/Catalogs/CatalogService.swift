#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The known releases of apps.
package struct CatalogService: Sendable {
    /// What came of an import.
    package struct Receipt: Sendable {
        /// What is stored now.
        package let record: CatalogRecord
        /// Whether it differs from what was stored before.
        package let isNew: Bool
        /// The revision that was made of it, if one was.
        package let publication: Publication?
        /// When it will be published, if that has to wait.
        package let publishesAt: Date?
        /// What somebody should look into, e.g. errors of the policy with these releases.
        package let alert: String?
    }

    let store: any Store
    let loader: HeadLoader
    let publishing: PublishingService
    let now: @Sendable () -> Date

    /// The stored catalog of an app.
    package func stored(_ app: String) async throws -> CatalogRecord { throw Pending() }

    /// Stores a catalog, and publishes it where that makes a difference.
    package func replace(_ app: String, with text: [UInt8], by principal: Principal) async throws -> Receipt {
        throw Pending()
    }
}
