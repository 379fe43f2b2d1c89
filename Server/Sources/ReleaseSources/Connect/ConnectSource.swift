package import AppStoreConnect
package import Foundation
package import ReleaseCatalog
import Synchronization

/// App Store Connect with one key, as the poller uses it: three functions, so that tests can simulate days.
package struct ConnectSource: Sendable {
    /// A listing and its cost.
    package struct Answer: Sendable {
        package var listing: ConnectListing
        /// The calls it took, with pages and retries.
        package var calls: Int
    }

    /// Reads the builds of an app that were uploaded since a date, and its App Store versions.
    package typealias ReadListing =
        @Sendable (_ target: AppTarget, _ uploadedSince: Date, _ purpose: CallBudget.Purpose)
        async throws(SourceError) -> Answer

    /// The key's id.
    package var keyID: String
    /// Reads everything about an app.
    package var listing: ReadListing
    /// The calls the key may make in an hour; at most half of Apple's limit.
    package var allowedPerHour: @Sendable () -> Int
    /// The time the local clock is ahead of Apple's, by a response of the last 24 hours.
    package var clockOffset: @Sendable () -> Duration?

    package init(
        keyID: String, listing: @escaping ReadListing, allowedPerHour: @escaping @Sendable () -> Int = { 1_800 },
        clockOffset: @escaping @Sendable () -> Duration? = { nil }
    ) {
        self.keyID = keyID
        self.listing = listing
        self.allowedPerHour = allowedPerHour
        self.clockOffset = clockOffset
    }

    /// Creates a source that uses a client, with the budget of its key.
    package init(_ client: AppStoreConnectClient, budget: CallBudget) {
        let ids = AppIDs()
        self.init(
            keyID: client.keyID,
            listing: { target, since, purpose throws(SourceError) in
                do throws(AppStoreConnectError) {
                    return try await Self.read(
                        target, uploadedSince: since, client: client.counting(as: purpose), ids: ids)
                } catch {
                    // The id may be that of an app that was deleted and created again.
                    if error.kind == .notFound { ids.forget(bundleID: target.bundleID) }
                    throw SourceError(error)
                }
            },
            allowedPerHour: { budget.allowedPerHour }, clockOffset: { client.clockOffset })
    }

    private static func read(
        _ target: AppTarget, uploadedSince since: Date, client: AppStoreConnectClient, ids: AppIDs
    ) async throws(AppStoreConnectError) -> Answer {
        var calls = 2
        var known = ids[target.bundleID]
        if known == nil {
            calls += 1
            // By bundle identifier even if the Apple ID is known: a mistyped Apple ID is another app's.
            known = try await client.apps(bundleID: target.bundleID).first?.id
        }
        guard let id = known else {
            throw AppStoreConnectError(
                .notFound, detail: "the key \(client.keyID) sees no app with the bundle id \(target.bundleID)")
        }
        ids[target.bundleID] = id
        let builds = try await client.builds(app: id, uploadedSince: since)
        let versions = try await client.appStoreVersions(app: id)
        calls += builds.items.count / 200 + versions.items.count / 200
        return Answer(
            listing: ConnectListing(builds: builds, versions: versions, appleID: Int(id)), calls: calls)
    }
}

/// App Store Connect's ids by bundle identifier. They never change while an app exists.
private final class AppIDs: Sendable {
    private let ids = Mutex<[String: String]>([:])

    subscript(bundleID: String) -> String? {
        get { ids.withLock { $0[bundleID] } }
        set { ids.withLock { $0[bundleID] = newValue } }
    }

    func forget(bundleID: String) { ids.withLock { $0[bundleID] = nil } }
}
