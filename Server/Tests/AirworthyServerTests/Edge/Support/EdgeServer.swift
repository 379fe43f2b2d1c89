import AirworthyAuthoring
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Dashboard
import Foundation
import Hummingbird
import InMemoryLogging
import Logging
import ServiceLifecycle

@testable import AirworthyServer

/// The whole server on a real socket, with the app `hashtags` in memory and its log lines.
struct EdgeServer: Sendable {
    let plane: ControlPlane
    let admin: String
    let logs = InMemoryLogHandler()
    let registry = MetricsRegistry()
    // A fixed time, because failures are forgotten with time and tests may run slowly.
    let began = Date()
    private let limits: ServerLimits
    private let proxies: TrustedProxies

    static let policy = """
        {"schema": 1, "app": "hashtags", "rules": [
          {"id": "floor", "when": {"version": "<2"}, "update": "recommended", "url": "https://example.com/get"}]}
        """

    init(_ limits: ServerLimits = .forTests(), proxies: TrustedProxies = .none) async throws {
        let key = try PrivateKey.generate()
        plane = ControlPlane(
            store: MemoryStore(), signer: Signer(keys: [key], keyring: nil), compress: Gzip.compress, now: { Date() })
        try await plane.housekeeping.load()
        admin = try await plane.tokens.create(.init(kind: .admin, name: "tester"), by: .server).text
        _ = try await plane.apps.create(
            App(
                slug: "hashtags", bundleID: "com.example.hashtags", pins: [PinnedKey(key.publicKey, role: .online)]),
            by: .server)
        _ = try await plane.publishing.publish(
            Array(Self.policy.utf8), to: "hashtags", expecting: .nothingPublished, note: nil, forced: nil, by: .server)
        self.limits = limits
        self.proxies = proxies
    }

    func run<R: Sendable>(
        _ parts: APIOptions.Parts = .all, level: Logger.Level = .trace, catalogSync: CatalogSync = .none,
        adminWork: AdminWork? = nil, front: Bool = true, dashboard: Dashboard? = nil,
        innerMiddleware: [APIOptions.Middleware] = [],
        extending: (Router<AppRequestContext>) -> Void = { _ in },
        _ body: @Sendable (Served) async throws -> R
    ) async throws -> R {
        var logger = Logger(label: "test") { [logs] _ in logs }
        logger.logLevel = level
        var edge = HTTPEdge(
            plane: plane, limits: limits, proxies: proxies, catalogSync: catalogSync, dashboard: dashboard,
            observation: .init(version: "1.2.3", registry: registry, logger: logger), now: { [began] in began })
        edge.hasFront = front
        edge.innerMiddleware = innerMiddleware
        if let adminWork { edge.options.adminWork = adminWork }
        return try await serving(services: { onReady in
            [
                edge.service(
                    for: Listener(host: "127.0.0.1", port: 0, parts: parts), onReady: onReady, extending: extending)
            ]
        }) { try await body($0) }
    }

    /// All log lines as a single text.
    var logged: String {
        logs.entries.map { "\($0.level) \($0.message) \($0.metadata) \($0.error.map { "\($0)" } ?? "")" }
            .joined(separator: "\n")
    }
}

extension Served {
    /// Sends a request on a new connection.
    func ask(
        _ method: String, _ path: String, fields: [String] = [], body: String? = nil, version: String = "1.1"
    ) async throws -> Answer {
        var lines = ["\(method) \(path) HTTP/\(version)", "Host: a"] + fields
        if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
        let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
        return try await Wire.with(port: port) { wire in
            wire.send(text)
            return try wire.answer(toHead: method == "HEAD")
        }
    }
}
