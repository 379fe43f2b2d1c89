import AirworthyServer
import AirworthyTrust
import ControlPlane
import Foundation
import Hummingbird
import Logging
import NIOCore
import Persistence
import ServiceLifecycle
import UnixSignals

/// The server as `airworthy serve` runs it, with its middleware and its log level, and one more route beside those of an
/// app: `/v1/apps/{app}/control` returns a prepared buffer of 200 bytes. `Server/Benchmarks/bench.py` fills it over HTTP
/// and compares.
///
/// Called with a folder for the database and the PEM file of an online key. Prints where it listens and an admin token.
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
        let edge = HTTPEdge(plane, version: "bench", registry: MetricsRegistry(), logger: logger, now: now)
        let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: 200)
        let listener = edge.service(
            Listener(host: "127.0.0.1", port: 0),
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
                listener,
            ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await ServiceGroup(configuration: group).run()
    }
}
