import AirworthyServer
import ControlPlane
import Foundation
import Logging
import Persistence
import ReleaseCatalog

/// The components of a server. This is the only place that chooses the store.
struct ServerComponents: Sendable {
    /// The services.
    let plane: ControlPlane
    /// The service that queries Apple. It sends no request before it runs.
    let poller: CatalogPoller
    /// The catalog synchronisation that the routes use.
    let sync: CatalogSync
    /// The clients of Apple.
    let connections: AppStoreConnections
    /// The traces; `nil` if no collector is configured.
    let traces: Traces?
    /// The metrics.
    let registry: MetricsRegistry
    /// Returns the metrics of the database and of backups.
    let readings: @Sendable () -> [MetricReading]
    /// Writes scheduled backups; `nil` if none are scheduled.
    let backups: BackupService?
    /// Closes the store. Call it once, at the end.
    let close: @Sendable () async throws -> Void

    /// Opens the store and creates all components.
    /// - Throws: ``ToolError``: 66 or 65 for a key or the keyring, 73 for a folder that cannot be used, 69 for a database
    ///   that cannot be opened.
    init(settings: ServeSettings, environment: [String: String], logger: Logger) async throws {
        let secrets = try ServerSecrets(settings: settings, environment: environment)
        let traces = Traces(endpoint: settings.traceEndpoint, logger: logger)
        let connections: AppStoreConnections
        do {
            connections = try await AppStoreConnections(
                settings: settings.apple, secrets: secrets, tracer: traces?.recorder)
        } catch {
            await traces?.close()
            throw error
        }
        let registry = MetricsRegistry()
        let database: SQLiteDatabase
        do {
            let signer = Signer(
                keys: secrets.signingKeys, keyring: secrets.keyring, appleClockOffset: connections.clockOffset)
            database = try await Self.openDatabase(settings)
            plane = ControlPlane(
                store: MeasuredStore(database.store, metrics: registry, tracer: traces?.recorder), signer: signer,
                compress: Gzip.compress,
                report: { name, values in
                    logger.warning("\(name)", metadata: values.mapValues { .string($0) })
                },
                now: WallClock.now)
        } catch {
            await connections.close()
            await traces?.close()
            throw error
        }
        if let upgrade = database.upgrade {
            logger.notice(
                "database.upgraded",
                metadata: [
                    "from": "\(upgrade.from)", "to": "\(upgrade.to)", "backup": .string(upgrade.backup),
                ])
        }
        self.connections = connections
        self.registry = registry
        self.traces = traces
        let backups = BackupService(settings.backup, database: database, logger: logger)
        self.backups = backups
        let files = DatabaseFileMetrics(directory: DataDirectory(settings.directory))
        readings = {
            files.readings
                + (backups?.schedule.readings
                    ?? MetricReading.backups(interval: nil, age: nil, size: nil, failures: 0))
        }
        poller = connections.poller(for: plane, logger: logger)
        sync = connections.catalogSync(by: poller)
        close = {
            await connections.close()
            await traces?.close()
            try database.close()
        }
    }

    private static func openDatabase(_ settings: ServeSettings) async throws -> SQLiteDatabase {
        let lock = try lock(DataDirectory(settings.directory))
        let options = SQLiteOptions(maximumPages: settings.maximumPages)
        do {
            return try await SQLiteDatabase.open(lock, options: options, at: WallClock.now())
        } catch let error as StoreError {
            throw ToolError.unavailable("\(settings.directory.printable): \(error)")
        }
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

extension StoreError {
    /// The reason, for a message about the folder instead of the database.
    fileprivate var reason: String { if case .unavailable(let why) = self { why } else { description } }
}
