import AirworthyAuthoring
import AirworthyPolicy
import AirworthyServer
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Dashboard
import Foundation
import Hummingbird
import Logging
import PersistenceSQLite
import ServiceLifecycle
import UnixSignals

/// A server that has been in use for more than a year: 200 apps, 400 days of check-ins, 5,000 rows in the audit log, and
/// a history of 60 publications in its busiest app. `Server/Benchmarks/pages.py` measures its dashboard.
///
/// Usage: `PagesBench FOLDER`, a folder for the database. Prints its URL and an admin token.
@main
struct PagesBench {
    private static let apps = 200
    private static let days = 400
    private static let auditRows = 5_000
    private static let publications = 60
    private static let busiest = "app-001"

    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { fatalError("PagesBench FOLDER") }
        let end = Date()
        let database = try await SQLiteDatabase.open(
            try ProcessLock(DataDirectory(CommandLine.arguments[1])), at: end - Double(days) * 86_400)
        let key = try PrivateKey.generate()
        try await live(in: database.store, key: key, until: end)

        let plane = ControlPlane(
            store: database.store, signer: Signer(keys: [key], keyring: nil), compress: Gzip.compress, now: { Date() })
        try await plane.housekeeping.load()
        let draft = TokenService.Draft(kind: .admin, name: "bench")
        let token = try await plane.tokens.create(draft, by: .server).text
        var logger = Logger(label: "airworthy") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let dashboard = Dashboard(plane: plane, templates: try Templates(), now: { Date() })
        let edge = HTTPEdge(
            plane: plane, dashboard: dashboard,
            observation: .init(version: "bench", registry: MetricsRegistry(), logger: logger), now: { Date() })
        let listener = edge.service(
            for: Listener(host: "127.0.0.1", port: 0),
            onReady: { port in
                print("http://127.0.0.1:\(port) \(token)")
                fflush(nil)
            })
        let group = ServiceGroupConfiguration(
            services: [StorageService(close: { try database.close() }), listener],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await ServiceGroup(configuration: group).run()
    }

    /// Lets the days pass.
    private static func live(in store: any Store, key: PrivateKey, until end: Date) async throws {
        let clock = FixedClock(end - Double(days) * 86_400)
        let plane = ControlPlane(
            store: store, signer: Signer(keys: [key], keyring: nil), now: { clock.now })
        for number in 1...apps {
            let slug = String(format: "app-%03d", number)
            let draft = App(
                slug: slug, bundleID: "com.example.\(slug)", appleID: 1_000_000 + number,
                pins: [PinnedKey(key.publicKey, role: .online)])
            _ = try await plane.apps.create(draft, by: .server)
            _ = try await plane.catalogs.importCatalog(Samples.catalog(), for: slug, by: .server)
            try await publish(1, to: slug, on: plane)
        }
        for day in 1...days {
            clock.advance(days: 1)
            if day % (days / publications) == 0 { try await publish(day, to: busiest, on: plane) }
            checkIn(day, app: busiest, cells: 300, on: plane)
            if day > days - 28 {
                for number in 2...apps { checkIn(day, app: String(format: "app-%03d", number), cells: 20, on: plane) }
            }
            try await plane.adoption.flush()
        }
        try await store.write { transaction in
            for number in 0..<auditRows {
                try transaction.insertAudit(
                    AuditEntry(
                        at: clock.now, actor: "somebody", action: "catalog.imported",
                        app: String(format: "app-%03d", number % apps + 1), detail: "12 releases"))
            }
        }
    }

    private static func publish(_ number: Int, to app: String, on plane: ControlPlane) async throws {
        let current = try await plane.store.read { transaction in
            try transaction.policies(app, before: nil, limit: 1).first?.entityTag
        }
        _ = try await plane.publishing.publish(
            Samples.policy(floor: "1.\(number)"), to: app,
            expecting: current.map { .matches([$0]) } ?? .nothingPublished,
            note: "floor 1.\(number)", forced: "the bench", by: .server)
    }

    /// Lets one installation of each cell check in: 30 versions, 5 systems and 4 storefronts.
    private static func checkIn(_ day: Int, app: String, cells: Int, on plane: ControlPlane) {
        for number in 0..<cells {
            let cell = AdoptionCell(
                platform: "ios", version: "1.\(day / 14 + number % 30)", build: "\(number % 30)", channel: "appstore",
                os: "17.\(number / 30 % 5)", storefront: ["JP", "US", "DE", "FR"][number % 4])
            _ = plane.adoption.add(CheckIn(now: cell, told: CheckIn.Told(status: .ok)), app: app)
        }
    }
}
