import AirworthyServer
import ReleaseCatalog
import Synchronization

/// Notes what would be asked of Apple.
final class Asked: Sendable {
    private let state = Mutex(
        (woken: [String](), hints: [Hint](), statuses: [SourceStatus](), keys: [AppleSide.Key]()))

    /// The apps that were woken, in order.
    var woken: [String] { state.withLock { $0.woken } }
    /// The hints that were given, in order.
    var hints: [Hint] { state.withLock { $0.hints } }

    /// How the asking goes, by source.
    func set(_ statuses: [SourceStatus]) { state.withLock { $0.statuses = statuses } }
    /// How the keys do.
    func set(_ keys: [AppleSide.Key]) { state.withLock { $0.keys = keys } }

    /// What routes get, with the secrets of webhooks and what comes of a sync.
    func side(secrets: [String: [String]] = [:], report: SyncReport = SyncReport()) -> AppleSide {
        AppleSide(
            wake: { slug in self.state.withLock { $0.woken.append(slug) } },
            hint: { _, hint in self.state.withLock { $0.hints.append(hint) } }, sync: { _ in report },
            status: { _ in self.state.withLock { $0.statuses } }, keys: { self.state.withLock { $0.keys } },
            secrets: secrets)
    }
}
