package import ReleaseCatalog

/// The catalog synchronisation as the routes see it.
///
/// Everything except ``sync`` returns at once, so no public request waits for Apple.
package struct CatalogSync: Sendable {
    /// The state of an App Store Connect key.
    package struct Key: Sendable {
        /// The condition and the call budget of the key.
        package var state: KeyState
        /// The number of calls in the last hour.
        package var used: Int
    }

    /// Requests a synchronisation of an app without release data; repeated calls count as one.
    package var wake: @Sendable (_ slug: String) -> Void
    /// Passes on a webhook's hint that something changed.
    package var hint: @Sendable (_ slug: String, _ hint: Hint) -> Void
    /// Queries every source of an app now and waits for the results; for admins only.
    package var sync: @Sendable (_ slug: String) async -> SyncReport
    /// Returns the state of each source of an app.
    package var status: @Sendable (_ slug: String) -> [SourceStatus]
    /// Returns the state of every App Store Connect key.
    package var keys: @Sendable () -> [Key]
    /// The webhook secrets by app; two while one is being replaced.
    package var secrets: [String: [String]]

    /// No synchronisation: all catalogs are imported.
    package static let none = CatalogSync(
        wake: { _ in }, hint: { _, _ in }, sync: { _ in SyncReport() }, status: { _ in [] }, keys: { [] }, secrets: [:])
}

extension CatalogSync {
    /// Creates a synchronisation by a learner.
    /// - Parameters:
    ///   - learner: The learner that queries Apple.
    ///   - callsUsed: Returns the number of calls in the last hour for the id of a key.
    ///   - secrets: The webhook secrets by app.
    package init(
        learner: CatalogPoller, callsUsed: @escaping @Sendable (_ keyID: String) -> Int, secrets: [String: [String]]
    ) {
        self.init(
            wake: learner.wake, hint: { learner.hint($1, for: $0) }, sync: learner.sync,
            status: { learner.status(of: $0) },
            keys: { learner.keyStates.map { Key(state: $0, used: callsUsed($0.keyID)) } }, secrets: secrets)
    }
}
