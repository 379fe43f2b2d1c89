import AirworthyServer
import AirworthyTrust
import ControlPlane
import Foundation
import Logging
import Persistence
import ReleaseCatalog

/// The components of a server.
struct ServerComponents: Sendable {
    /// The services.
    let plane: ControlPlane
    /// The service that queries Apple. It sends no request before it runs.
    let poller: CatalogPoller
    /// The catalog synchronisation that the routes use.
    let sync: CatalogSync
    /// The clients of Apple.
    let connections: AppStoreConnections
    /// The connections to other nodes; `nil` with SQLite.
    let node: PostgresNode?
    /// Closes the store. Call it once, at the end.
    let close: @Sendable () async throws -> Void

    /// The longest time without reading the tokens for which admin tokens are accepted: another node may revoke them.
    private static let tokenAge = Duration.seconds(60)

    /// Whether this node queries Apple, renews and prunes.
    var leadership: Leadership { node?.leadership ?? Leadership(isLeader: true) }

    /// Opens the store and creates all components.
    /// - Throws: ``ToolError``: 66 or 65 for a key or the keyring, 73 for a folder that cannot be used, 69 for a database
    ///   that cannot be opened.
    init(settings: ServeSettings, environment: [String: String], logger: Logger) async throws {
        let connections = try await AppStoreConnections(settings: settings.apple, environment: environment)
        let storage: ServerStorage
        do {
            let signer = try Self.signer(
                settings: settings, environment: environment, clockOffset: connections.clockOffset)
            storage = try await ServerStorage.open(settings)
            plane = ControlPlane(
                store: storage.store, signer: signer, compress: Gzip.compress,
                report: { name, values in
                    logger.warning("\(name)", metadata: values.mapValues { .string($0) })
                },
                tokenAge: storage.node == nil ? nil : Self.tokenAge, now: WallClock.now)
        } catch {
            await connections.close()
            throw error
        }
        if let upgrade = storage.upgrade {
            logger.notice(
                "database.upgraded",
                metadata: [
                    "from": "\(upgrade.from)", "to": "\(upgrade.to)", "backup": .string(upgrade.backup),
                ])
        }
        self.connections = connections
        poller = connections.poller(for: plane, logger: logger)
        node = storage.node
        let ownSync = connections.catalogSync(by: poller)
        sync = storage.node.map { ownSync.led(by: $0.leadership, through: $0.outbox) } ?? ownSync
        close = {
            await connections.close()
            try await storage.close()
        }
    }

    private static func signer(
        settings: ServeSettings, environment: [String: String], clockOffset: @escaping @Sendable () -> Double?
    ) throws(ToolError) -> Signer {
        var keys: [PrivateKey] = []
        for reference in settings.signingKeys { keys.append(try reference.signingKey(environment: environment)) }
        guard let path = settings.keyring else {
            return Signer(keys: keys, keyring: nil, appleClockOffset: clockOffset)
        }
        let file = try InputFile(path)
        do throws(VerificationError) {
            return Signer(
                keys: keys, keyring: try Keyring.read(json: file.bytes).envelope, appleClockOffset: clockOffset)
        } catch {
            throw file.refusal(error)
        }
    }
}
