#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Loading at the start, and what has to be done from time to time.
package struct Housekeeping: Sendable {
    let store: any Store
    let loader: HeadLoader
    let publishing: PublishingService
    let tokens: TokenService
    let report: @Sendable (String, [String: String]) -> Void
    let now: @Sendable () -> Date

    /// Loads everything. Call it once, before anything is served.
    package func load() async throws { throw Pending() }

    /// Takes over what others changed. Call it each five seconds.
    package func poll() async throws { throw Pending() }

    /// Renews, publishes and prunes what is due. Call it each minute.
    package func renew() async {}
}
