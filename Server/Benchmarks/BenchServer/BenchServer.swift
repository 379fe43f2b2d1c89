import AirworthyAuthoring
import AirworthyServer
import AirworthyTrust
import ControlPlane
import Foundation
import Hummingbird
import Logging
import NIOCore
import PersistenceSQLite
import ServiceLifecycle
import UnixSignals

/// The server of `airworthy serve` with its middleware and log level, and a control route for comparison:
/// `/v1/apps/{app}/control` returns a prepared buffer of 200 bytes. `Server/Benchmarks/bench.py` sends the requests.
///
/// Usage: `BenchServer FOLDER KEY`, a folder for the database and the PEM file of an online key. Prints its URL and an
/// admin token.
@main
struct BenchServer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { fatalError("BenchServer FOLDER KEY") }
        let key = try PrivateKey(pem: String(contentsOfFile: arguments[2], encoding: .utf8))
        let now: @Sendable () -> Date = { Date() }
        let database = try await SQLiteDatabase.open(try ProcessLock(DataDirectory(arguments[1])), at: now())
        let plane = ControlPlane(
            store: database.store, signer: Signer(keys: [key], keyring: nil), compress: Gzip.compress, now: now)
        try await plane.housekeeping.load()
        let token = try await plane.tokens.createFirstAdminToken() ?? ""

        var logger = Logger(label: "airworthy") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .info
        // Trusts the load's addresses, because one address may not send as many check-ins as are measured.
        let registry = MetricsRegistry()
        let edge = HTTPEdge(
            plane: plane, proxies: TrustedProxies.parse(["127.0.0.1"]).proxies ?? .none,
            observation: .init(version: "bench", registry: registry, logger: logger), now: now)
        let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: 200)
        let listener = edge.service(
            for: Listener(host: "127.0.0.1", port: 0),
            onReady: { port in
                print("http://127.0.0.1:\(port) \(token)")
                fflush(nil)
            },
            extending: { router in
                router.get("/v1/apps/{app}/control") { _, _ in
                    Response(
                        status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
                }
            })
        let group = ServiceGroupConfiguration(
            services: [
                StorageService(close: { try database.close() }),
                HousekeepingService(
                    logger: logger, poll: plane.housekeeping.poll, renew: plane.housekeeping.renew),
                CheckInService(adoption: plane.adoption, logger: logger, metrics: registry), listener,
            ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await ServiceGroup(configuration: group).run()
    }
}
