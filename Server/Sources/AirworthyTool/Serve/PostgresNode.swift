import AirworthyServer
import ControlPlane
import Logging
import Persistence
import PersistencePostgres
import ReleaseCatalog
import ServerSupport
import ServiceLifecycle
import Synchronization

/// What a server does besides serving when it shares a PostgreSQL database with other nodes: it listens to them, and tries to
/// lead.
struct PostgresNode: Sendable {
    /// The connections for transactions.
    let pool: PostgresPool
    let leadership = Leadership(isLeader: false)
    /// Sent when another node announces a change.
    let wake = Signal()
    let outbox: NodeOutbox
    /// The App Store Connect keys as the leader sees them.
    let appleKeys: SharedAppleKeys
    private let settings: String

    /// The time between two looks at the keys.
    private static let keyInterval = Duration.seconds(15)

    /// Creates a node that is not connected to others.
    init(settings: String, pool: PostgresPool) {
        self.settings = settings
        self.pool = pool
        appleKeys = SharedAppleKeys(store: SQLStore(pool))
        outbox = NodeOutbox { messages in
            try await pool.write { sql in
                for message in messages { try sql.announce(message) }
            }
        }
    }

    /// The services that listen, that hold the lead, and that share the states of keys. What others pass on to the
    /// leader goes to `sync`.
    func services(sync: CatalogSync, logger: Logger) -> [any Service] {
        [
            UntilShutdown { [leadership, settings] in
                await PostgresLeader(settings).run { isLeader in
                    leadership.change(to: isLeader)
                    logger.notice(isLeader ? "node.leads" : "node.follows")
                }
            },
            UntilShutdown { [leadership, settings, wake] in
                await PostgresListener(settings).run {
                    wake.send()
                    logger.info("node.listening")
                } onLoss: { error in
                    logger.warning("node.deaf", metadata: ["error": "\(error)"])
                } onMessage: { message in
                    if case .changed = message { wake.send() } else { sync.receive(message, leadership: leadership) }
                }
            },
            UntilShutdown { [leadership, appleKeys] in
                while !Task.isCancelled {
                    // Failures of the database are counted and logged by whoever needs it sooner.
                    try? await appleKeys.refresh(own: leadership.isLeader ? sync.keys() : nil)
                    // In real time: a test runs SharedAppleKeys without this loop.
                    try? await Task.sleep(for: Self.keyInterval)
                }
            },
        ]
    }
}

/// Work that goes on until the server stops.
private struct UntilShutdown: Service {
    let work: @Sendable () async -> Void

    func run() async throws { await cancelWhenGracefulShutdown { await work() } }
}

/// The App Store Connect keys as the leader of several nodes sees them, so that every node shows the same.
final class SharedAppleKeys: Sendable {
    private let store: any Store
    private let known = Mutex<[AppleKeyRecord]>([])

    /// Creates the keys of a database, none before the first refresh.
    init(store: any Store) { self.store = store }

    /// The keys at the last refresh.
    var keys: [AppleKeyRecord] { known.withLock { $0 } }

    /// Stores the keys of this node (`own`) if it leads and they have changed, or reads those that the leader stored.
    /// After an error the keys stay as they were.
    func refresh(own: [AppleKeyRecord]?) async throws {
        let stored = try await store.read { try $0.appleKeys() }
        if let own, own != stored { try await store.write { try $0.replaceAppleKeys(own) } }
        known.withLock { $0 = own ?? stored }
    }
}
