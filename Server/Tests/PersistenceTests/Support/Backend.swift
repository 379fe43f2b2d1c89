import ControlPlane
import ControlPlaneTesting
import Persistence
import PersistencePostgres
import PersistenceSQLite
import PostgresTesting
import Testing

/// The stores that the contract tests.
enum Backend: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite, postgres

    /// The available stores. Without PostgreSQL, ``PostgresTests`` shows as skipped.
    static let available = PostgresCluster.isInstalled ? allCases : [.memory, .sqlite]

    /// The stores with SQL.
    static let engines = available.filter { $0 != .memory }

    var testDescription: String { rawValue }

    /// Runs `body` with an empty store.
    func withStore(_ body: (any Store) async throws -> Void) async throws {
        try await withTwoStores { store, _ in try await body(store) }
    }

    /// Runs `body` with an empty store as two nodes use it, each with its own connections.
    /// - Parameters:
    ///   - settings: The connection string of an empty PostgreSQL database; `nil` for a new one.
    ///   - body: Gets the stores.
    /// - Throws: ``StoreError``, and errors of `body`.
    func withTwoStores(
        in settings: String? = nil, _ body: (any Store, any Store) async throws -> Void
    ) async throws {
        guard self != .memory else {
            let store = MemoryStore()
            return try await body(store, store)
        }
        try await withTwoDrivers(in: settings) { try await body(SQLStore($0), SQLStore($1)) }
    }

    /// Runs `body` with two drivers of one migrated database; the second waits 50 ms for a lock.
    func withImpatientDriver(_ body: (any Driver, any Driver) async throws -> Void) async throws {
        try await withTwoDrivers(patience: .milliseconds(50), body)
    }

    /// Runs `body` with two drivers of one migrated database.
    ///
    /// The second one waits for a lock for `patience`.
    func withTwoDrivers(
        in settings: String? = nil, patience: Duration = .seconds(30),
        _ body: (any Driver, any Driver) async throws -> Void
    ) async throws {
        switch self {
        case .memory: Issue.record("there is no driver for memory")
        case .sqlite:
            try await withScratchFolder { folder in
                let first = try SQLiteDriver(path: folder.database, options: SQLiteOptions(busyTimeout: .seconds(30)))
                let second = try SQLiteDriver(
                    path: folder.database, options: SQLiteOptions(busyTimeout: patience))
                try await Schema.migrate(first, at: .sample)
                try await body(first, second)
                try second.close()
                try first.close()
            }
        case .postgres:
            let empty = if let settings { settings } else { try await PostgresCluster.emptyDatabase() }
            let first = PostgresDriver(empty, lockTimeout: .seconds(30))
            let second = PostgresDriver(empty, lockTimeout: patience)
            try await Schema.migrate(first, at: .sample)
            try await body(first, second)
            await second.close()
            await first.close()
        }
    }
}
