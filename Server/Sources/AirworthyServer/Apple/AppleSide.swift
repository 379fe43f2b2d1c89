package import ReleaseCatalog

/// What the routes know of those who ask Apple. All of it returns at once, but ``sync``: no request waits for Apple.
package struct AppleSide: Sendable {
    /// How a key of App Store Connect does.
    package struct Key: Sendable {
        /// What is known of it.
        package var state: KeyState
        /// The calls of the last hour.
        package var used: Int

        /// Makes figures.
        package init(state: KeyState, used: Int) {
            self.state = state
            self.used = used
        }
    }

    /// Somebody asked for an app of which nothing is known; many calls count as one.
    package var wake: @Sendable (String) -> Void
    /// A webhook says that something changed.
    package var hint: @Sendable (String, Hint) -> Void
    /// Asks every source about an app now; for operators only.
    package var sync: @Sendable (String) async -> SyncReport
    /// How the asking about an app goes, by source.
    package var status: @Sendable (String) -> [SourceStatus]
    /// How the keys do.
    package var keys: @Sendable () -> [Key]
    /// The secrets of the webhooks, by app; two while one is being replaced.
    package var secrets: [String: [String]]

    /// Nobody asks Apple: what is known was imported.
    package static let none = AppleSide(
        wake: { _ in }, hint: { _, _ in }, sync: { _ in SyncReport() }, status: { _ in [] }, keys: { [] }, secrets: [:])

    /// Makes one.
    package init(
        wake: @escaping @Sendable (String) -> Void, hint: @escaping @Sendable (String, Hint) -> Void,
        sync: @escaping @Sendable (String) async -> SyncReport,
        status: @escaping @Sendable (String) -> [SourceStatus], keys: @escaping @Sendable () -> [Key],
        secrets: [String: [String]]
    ) {
        self.wake = wake
        self.hint = hint
        self.sync = sync
        self.status = status
        self.keys = keys
        self.secrets = secrets
    }

    /// That of a learner.
    /// - Parameters:
    ///   - learner: Who asks.
    ///   - used: The calls a key made in the last hour, by its id.
    ///   - secrets: The secrets of the webhooks, by app.
    package init(
        _ learner: CatalogPoller, used: @escaping @Sendable (String) -> Int, secrets: [String: [String]]
    ) {
        self.init(
            wake: learner.wake, hint: { learner.hint($1, for: $0) }, sync: learner.sync,
            status: { learner.status(of: $0) },
            keys: { learner.keyStates.map { Key(state: $0, used: used($0.keyID)) } }, secrets: secrets)
    }
}
