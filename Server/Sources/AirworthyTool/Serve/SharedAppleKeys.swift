import ControlPlane
import ReleaseCatalog
import Synchronization

/// The App Store Connect keys as the leader of several nodes sees them, so that every node shows the same.
final class SharedAppleKeys: Sendable {
    private let store: any Store
    private let known = Mutex<[AppleKeyRecord]>([])

    /// Creates the keys of a database, none before the first refresh.
    init(store: any Store) { self.store = store }

    /// The keys at the last refresh.
    var keys: [AppleKeyRecord] { known.withLock { $0 } }

    /// Stores the keys of this node (`own`) if it leads and they have changed, or reads those that the leader stored.
    /// - Throws: ``StoreError``; then the keys stay as they were.
    func refresh(own: [AppleKeyRecord]?) async throws {
        let stored = try await store.read { try $0.appleKeys() }
        if let own, own != stored { try await store.write { try $0.replaceAppleKeys(own) } }
        known.withLock { $0 = own ?? stored }
    }
}
