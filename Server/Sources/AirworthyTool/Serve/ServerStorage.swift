import ControlPlane
import Foundation
import Logging
import Persistence
import PersistencePostgres
import PersistenceSQLite
import ServerSupport

/// The database of a server: SQLite in its data folder, or PostgreSQL, which it shares with other nodes.
struct ServerStorage: Sendable {
    let store: SQLStore
    /// The connections to the other nodes; `nil` with SQLite.
    let node: PostgresNode?
    /// The SQLite database; `nil` with PostgreSQL.
    let sqlite: SQLiteDatabase?
    /// The number of the newest migration that the database had when it was opened.
    let schemaVersion: Int
    /// Closes the database. Call it once, at the end.
    let close: @Sendable () async throws -> Void

    /// Opens the database. Slow statements go to the log.
    static func open(_ settings: ServeSettings, logger: Logger) async throws -> ServerStorage {
        if let address = settings.database {
            return try await openPostgres(address, settings: settings, logger: logger)
        }
        let directory = DataDirectory(settings.directory)
        if let sentence = MovedFolder(directory).sentence { throw ToolError.cannotCreate(sentence.printable) }
        let lock = try lock(directory)
        let options = SQLiteOptions(maximumPages: settings.maximumPages)
        do {
            let database = try await SQLiteDatabase.open(lock, options: options, at: WallClock.now())
            return ServerStorage(
                store: store(over: database.driver, settings: settings, logger: logger), node: nil, sqlite: database,
                schemaVersion: try await schemaVersion(of: database.driver, logger: logger),
                close: { try database.close() })
        } catch let error as StoreError {
            throw ToolError.unavailable("\(settings.directory.printable): \(error)")
        }
    }

    /// Connects to PostgreSQL, and checks the schema. Migrates nothing: a new version must not stop the nodes of the old one.
    private static func openPostgres(
        _ address: PostgresAddress, settings: ServeSettings, logger: Logger
    ) async throws -> ServerStorage {
        let pool = PostgresPool(address.settings, connections: settings.databaseConnections)
        let version: Int
        do {
            try await Schema.requireCurrent(pool)
            version = try await schemaVersion(of: pool, logger: logger)
        } catch {
            await pool.close()
            guard let error = error as? StoreError else { throw error }
            throw ToolError.unavailable("\(address.description.printable): \(error.reason)")
        }
        let node = PostgresNode(settings: address.settings, pool: pool)
        return ServerStorage(
            store: store(over: pool, settings: settings, logger: logger), node: node, sqlite: nil,
            schemaVersion: version, close: { await pool.close() })
    }

    /// Returns a store over a driver whose slow statements are logged, unless the setting is 0.
    private static func store(over driver: any Driver, settings: ServeSettings, logger: Logger) -> SQLStore {
        guard settings.slowStatement > 0 else { return SQLStore(driver) }
        let limit = Duration.milliseconds(settings.slowStatement)
        return SQLStore(
            SlowStatements(of: driver, above: limit, uptime: Uptime.current) { statement in
                logger.warning(
                    "database.slow",
                    metadata: [
                        "milliseconds": .stringConvertible(Int(statement.duration / .milliseconds(1))),
                        "rows": .string(statement.rows.map(String.init) ?? "failed"),
                        "statement": .string(statement.text),
                    ])
            })
    }

    /// Returns the number of the newest migration, and warns of those that this version does not know.
    private static func schemaVersion(of driver: some Driver, logger: Logger) async throws -> Int {
        let (state, newer) = try await driver.read { (try Schema.state(of: $0), try Schema.newer(in: $0)) }
        if !newer.isEmpty {
            logger.warning("database.newer", metadata: ["migrations": .string(newer.joined(separator: ", "))])
        }
        return state.count + newer.count
    }

    private static func lock(_ directory: DataDirectory) throws(ToolError) -> ProcessLock {
        let name = directory.path.printable
        do throws(StoreError) {
            try directory.create()
        } catch {
            throw .cannotCreate("\(name): \(error.reason)")
        }
        guard access(directory.path, W_OK | X_OK) == 0 else {
            throw .cannotCreate("\(name): this user cannot write to the folder; choose another one with --data")
        }
        do throws(StoreError) {
            return try ProcessLock(directory)
        } catch {
            throw .unavailable("\(name): \(error.reason)")
        }
    }
}
