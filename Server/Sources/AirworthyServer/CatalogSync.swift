package import ControlPlane
package import ReleaseCatalog
package import ReleaseSources

/// The functions of the catalog synchronisation that the routes call.
///
/// Everything except ``sync`` returns at once, so no public request waits for Apple.
package struct CatalogSync: Sendable {
    /// Asks for release data of an app that has none yet, without waiting for it. Repeated calls count as one.
    package var requestSync: @Sendable (_ slug: String) -> Void
    /// Passes on a change that a webhook announced.
    package var hint: @Sendable (_ hint: Hint, _ slug: String) -> Void
    /// Queries every source of an app now and waits for the results; for admins only.
    package var sync: @Sendable (_ slug: String) async throws -> SyncReport
    package var status: @Sendable (_ slug: String) -> [SourceStatus]
    package var keys: @Sendable () -> [AppleKeyRecord]
    /// Returns the webhook secrets of an app; two while one is being replaced.
    package var secrets: @Sendable (_ slug: String) -> [String]

    /// No synchronisation, for servers that make no requests to Apple. Their catalogs come from imports only.
    package static let none = CatalogSync(
        requestSync: { _ in }, hint: { _, _ in }, sync: { _ in SyncReport() }, status: { _ in [] }, keys: { [] },
        secrets: { _ in [] })
}

extension CatalogSync {
    package init(
        poller: CatalogPoller, callsLastHour: @escaping @Sendable (_ keyID: String) -> Int,
        secrets: @escaping @Sendable (_ slug: String) -> [String]
    ) {
        self.init(
            requestSync: poller.requestSync, hint: { poller.hint($0, for: $1) }, sync: poller.sync,
            status: { poller.status(of: $0) },
            keys: {
                poller.keyStates.map { AppleKeyRecord(state: $0, callsLastHour: callsLastHour($0.keyID)) }
            }, secrets: secrets)
    }

    /// Returns a synchronisation for one of several nodes: unless this node leads, it passes on what the leader has to
    /// do, and returns the keys as the leader sees them.
    package func led(
        by leadership: Leadership, through outbox: NodeOutbox, storedKeys: @escaping @Sendable () -> [AppleKeyRecord]
    ) -> CatalogSync {
        var copy = self
        copy.requestSync = { [requestSync] slug in
            if leadership.isLeader { requestSync(slug) } else { outbox.send(.requestSync(app: slug)) }
        }
        copy.hint = { [hint] value, slug in
            if leadership.isLeader { hint(value, slug) } else { outbox.send(.hint(value, app: slug)) }
        }
        copy.sync = { [sync] slug in
            if leadership.isLeader { return try await sync(slug) }
            try await outbox.sendNow(.sync(app: slug))
            return .forwarded
        }
        // A node that does not ask Apple, or no longer, does not know the last errors of sources.
        copy.status = { [status] slug in
            let statuses = status(slug)
            if leadership.isLeader { return statuses }
            return statuses.map { SourceStatus(source: $0.source, interval: $0.interval) }
        }
        copy.keys = { [keys] in leadership.isLeader ? keys() : storedKeys() }
        return copy
    }

    /// Does what another node has passed on. Does nothing unless this node leads.
    package func receive(_ message: NodeMessage, leadership: Leadership) {
        guard leadership.isLeader else { return }
        switch message {
        case .changed: break
        case .requestSync(let app): requestSync(app)
        case .hint(let hint, let app): self.hint(hint, app)
        case .sync(let app): Task { [sync] in _ = try? await sync(app) }
        }
    }
}
