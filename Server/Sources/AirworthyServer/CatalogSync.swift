package import ReleaseCatalog

/// The functions of the catalog synchronisation that the routes call.
///
/// Everything except ``sync`` returns at once, so no public request waits for Apple.
package struct CatalogSync: Sendable {
    /// The state of an App Store Connect key.
    package struct Key: Sendable {
        /// The condition of the key, and the number of calls that it may make.
        package var state: KeyState
        /// The number of calls in the last hour.
        package var callsLastHour: Int
    }

    /// Asks for release data of an app that has none yet, without waiting for it. Repeated calls count as one.
    package var requestSync: @Sendable (_ slug: String) -> Void
    /// Passes on a change that a webhook announced.
    package var hint: @Sendable (_ hint: Hint, _ slug: String) -> Void
    /// Queries every source of an app now and waits for the results; for admins only.
    package var sync: @Sendable (_ slug: String) async -> SyncReport
    /// Returns the state of each source of an app.
    package var status: @Sendable (_ slug: String) -> [SourceStatus]
    /// Returns the state of every App Store Connect key.
    package var keys: @Sendable () -> [Key]
    /// Returns the webhook secrets of an app; two while one is being replaced.
    package var secrets: @Sendable (_ slug: String) -> [String]

    /// No synchronisation, for servers that make no requests to Apple. Their catalogs come from imports only.
    package static let none = CatalogSync(
        requestSync: { _ in }, hint: { _, _ in }, sync: { _ in SyncReport() }, status: { _ in [] }, keys: { [] },
        secrets: { _ in [] })
}

extension CatalogSync {
    /// Creates a synchronisation by a poller.
    /// - Parameters:
    ///   - poller: The poller, which queries Apple.
    ///   - callsLastHour: Returns the number of calls that the key with an id made in the last hour.
    ///   - secrets: Returns the webhook secrets of an app.
    package init(
        poller: CatalogPoller, callsLastHour: @escaping @Sendable (_ keyID: String) -> Int,
        secrets: @escaping @Sendable (_ slug: String) -> [String]
    ) {
        self.init(
            requestSync: poller.requestSync, hint: { poller.hint($0, for: $1) }, sync: poller.sync,
            status: { poller.status(of: $0) },
            keys: { poller.keyStates.map { Key(state: $0, callsLastHour: callsLastHour($0.keyID)) } }, secrets: secrets)
    }
}
