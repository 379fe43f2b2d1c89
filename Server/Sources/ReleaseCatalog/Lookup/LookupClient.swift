package import AirworthyPolicy
package import AppStoreConnect

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The App Store lookup: what is on sale in one country. Every question defeats Apple's caches.
package struct LookupClient: Sendable {
    /// Makes a client. One per process: the limit of calls is Apple's for an address.
    package init(
        baseURL: String = "https://itunes.apple.com", transport: HTTPTransport, callsPerMinute: Int = 15,
        now: @escaping @Sendable () -> Date
    ) {}

    /// Asks about apps by the App Store's numbers for them.
    /// - Parameters:
    ///   - ids: At most 100.
    ///   - storefront: The country.
    /// - Returns: What was answered.
    /// - Throws: ``UpstreamProblem``; `budgetSpent` says when there is room again.
    package func lookup(ids: [Int], storefront: Storefront) async throws(UpstreamProblem) -> LookupAnswer {
        throw UpstreamProblem(.unavailable, "not yet")
    }

    /// Asks about an app by its bundle identifier.
    package func lookup(bundleID: String, storefront: Storefront) async throws(UpstreamProblem) -> LookupAnswer {
        throw UpstreamProblem(.unavailable, "not yet")
    }
}

/// An answer of the lookup.
package struct LookupAnswer: Sendable {
    /// The country that was asked.
    package let storefront: Storefront

    /// What it says of an app.
    /// - Parameters:
    ///   - bundleID: Its bundle identifier, if known.
    ///   - appleID: Its number, if known.
    ///   - platforms: The platforms that count; `nil` is every one.
    /// - Returns: The release on sale; `nil` if the answer knows nothing of it.
    package func release(bundleID: String?, appleID: Int?, platforms: [Platform]? = nil) -> Release? { nil }
}
