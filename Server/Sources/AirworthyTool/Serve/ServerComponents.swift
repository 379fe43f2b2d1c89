import AirworthyServer
import ControlPlane
import Dashboard
import Foundation
import Logging
import PersistenceSQLite
import ReleaseCatalog
import ReleaseSources

/// The components of a server.
struct ServerComponents: Sendable {
    let plane: ControlPlane
    /// The service that queries Apple. It sends no request before it runs.
    let poller: CatalogPoller
    /// The catalog synchronisation that the routes use.
    let sync: CatalogSync
    let connections: AppStoreConnections
    /// The connections to other nodes; `nil` with SQLite.
    let node: PostgresNode?
    /// The traces; `nil` if no collector is configured.
    let traces: Traces?
    let registry: MetricsRegistry
    /// Returns the metrics of the database and of backups.
    let readings: @Sendable () -> [MetricReading]
    /// The pages for people; `nil` if they are switched off.
    let dashboard: Dashboard?
    /// Writes scheduled backups; `nil` if none are scheduled.
    let backups: BackupService?
    /// Closes the store. Call it once, at the end.
    let close: @Sendable () async throws -> Void

    /// The longest time without reading the tokens for which admin tokens are accepted: another node may revoke them.
    private static let tokenAge = Duration.seconds(60)

    /// Whether this node queries Apple, renews and prunes.
    var leadership: Leadership { node?.leadership ?? Leadership(isLeader: true) }

    init(settings: ServeSettings, environment: [String: String], logger: Logger) async throws {
        let secrets = try ServerSecrets(settings: settings, environment: environment)
        let templates = settings.hasDashboard ? try Templates(folder: settings.templates) : nil
        let traces = Traces(settings, headers: secrets.traceHeaders, logger: logger)
        let connections: AppStoreConnections
        do {
            connections = try await AppStoreConnections(
                settings: settings, secrets: secrets, tracer: traces?.recorder)
        } catch {
            await traces?.close()
            throw error
        }
        let registry = MetricsRegistry()
        let storage: ServerStorage
        do {
            let signer = Signer(
                keys: secrets.signingKeys, keyring: secrets.keyring, appleClockOffset: connections.clockOffset)
            storage = try await ServerStorage.open(settings, logger: logger)
            plane = ControlPlane(
                store: MeasuredStore(storage.store, metrics: registry, tracer: traces?.recorder), signer: signer,
                compress: Gzip.compress,
                report: { name, values in
                    logger.warning("\(name)", metadata: values.mapValues { .string($0) })
                },
                tokenAge: storage.node == nil ? nil : Self.tokenAge,
                limits: settings.storageLimits,
                // PostgreSQL's disk is its own.
                freeSpace: { [isLocal = storage.sqlite != nil, directory = settings.directory] in
                    isLocal ? DiskCheck.space(of: directory)?.free : nil
                },
                now: WallClock.now)
        } catch {
            await connections.close()
            await traces?.close()
            throw error
        }
        if let upgrade = storage.sqlite?.upgrade {
            logger.notice(
                "database.upgraded",
                metadata: [
                    "from": "\(upgrade.from)", "to": "\(upgrade.to)", "backup": .string(upgrade.backup),
                ])
        }
        self.connections = connections
        self.registry = registry
        self.traces = traces
        let backups = BackupService(settings, database: storage.sqlite, logger: logger)
        self.backups = backups
        let files = DatabaseFileMetrics(directory: DataDirectory(settings.directory))
        readings = { [version = storage.schemaVersion] in
            [.schemaVersion(version)] + files.readings
                + (backups?.schedule.readings
                    ?? MetricReading.backups(interval: nil, age: nil, size: nil, failures: 0))
        }
        poller = connections.poller(for: plane, logger: logger)
        node = storage.node
        let ownSync = connections.catalogSync(by: poller)
        sync =
            storage.node.map { node in
                ownSync.led(by: node.leadership, through: node.outbox, storedKeys: { node.appleKeys.keys })
            } ?? ownSync
        let state = ServerReport(
            startedAt: WallClock.now(), sync: sync, node: storage.node, files: storage.node == nil ? files : nil,
            backups: backups?.schedule, clockOffset: connections.clockOffset)
        dashboard = templates.map { [plane, sync] templates in
            var surroundings = Dashboard.Surroundings(sources: sync.status, publicURL: settings.publicURL)
            surroundings.sync = sync.sync
            surroundings.server = { state.current }
            surroundings.hasWebhookSecret = { !sync.secrets($0).isEmpty }
            return Dashboard(plane: plane, templates: templates, surroundings: surroundings, now: WallClock.now)
        }
        close = {
            await connections.close()
            await traces?.close()
            try await storage.close()
        }
    }
}
