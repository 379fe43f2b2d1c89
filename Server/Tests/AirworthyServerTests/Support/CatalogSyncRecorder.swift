import ReleaseCatalog
import Synchronization

@testable import AirworthyServer

/// A catalog synchronisation that records its calls and returns fixed states.
final class CatalogSyncRecorder: Sendable {
    private let state = Mutex(
        (woken: [String](), hints: [Hint](), statuses: [SourceStatus](), keys: [AppleKeyRecord]()))

    /// The apps of `wake`, in order.
    var woken: [String] { state.withLock { $0.woken } }
    /// The hints, in order.
    var hints: [Hint] { state.withLock { $0.hints } }

    /// Sets the state of each source.
    func set(_ statuses: [SourceStatus]) { state.withLock { $0.statuses = statuses } }
    /// Sets the state of each key.
    func set(_ keys: [AppleKeyRecord]) { state.withLock { $0.keys = keys } }

    /// Returns the synchronisation with webhook secrets and the report of `sync`.
    func sync(secrets: [String: [String]] = [:], report: SyncReport = SyncReport()) -> CatalogSync {
        CatalogSync(
            requestSync: { slug in self.state.withLock { $0.woken.append(slug) } },
            hint: { hint, _ in self.state.withLock { $0.hints.append(hint) } }, sync: { _ in report },
            status: { _ in self.state.withLock { $0.statuses } }, keys: { self.state.withLock { $0.keys } },
            secrets: { secrets[$0] ?? [] })
    }
}
