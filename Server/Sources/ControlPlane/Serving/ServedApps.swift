import Synchronization

/// What public answers are made from: every app, in memory.
package final class ServedApps: Sendable {
    /// What is under a slug.
    package enum Entry: Sendable {
        /// An app.
        case app(ServedApp)
        /// An app that was deleted.
        case deleted
    }

    struct State: Sendable {
        var entries: [String: Entry] = [:]
        var isReady = false
        var alarms: [String: Int] = [:]
    }

    let state = Mutex(State())

    /// Nothing loaded yet.
    package init() {}

    /// What can be served under a slug.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`.
    package func app(_ slug: String) throws(ControlPlaneError) -> ServedApp {
        throw ControlPlaneError(.notFound, "there is no app \"\(slug)\"")
    }

    /// Every app that was not deleted, by slug.
    package var all: [ServedApp] { [] }

    /// Whether every head was loaded or marked degraded. Never flips back.
    package var isReady: Bool { state.withLock { $0.isReady } }

    /// How often something happened that somebody should look into, by fixed names.
    package var alarms: [String: Int] { state.withLock { $0.alarms } }
}
