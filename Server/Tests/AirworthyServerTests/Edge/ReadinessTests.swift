import ControlPlane
import ControlPlaneTesting
import Foundation
import InMemoryLogging
import Logging
import Testing

@testable import AirworthyServer

/// A server on a real socket before its state is loaded, and while it stops.
@Suite(.timeLimit(.minutes(5))) struct ReadinessTests {
    private static let others = [
        "/v1/apps/hashtags/manifest", "/v1/apps/hashtags/decision?version=1.0", "/v1/apps/nobody/manifest",
        "/v1/admin/apps", "/openapi.yaml", "/no/such/path", "/testflight/latest/internal",
    ]

    private func run(
        _ parts: APIOptions.Parts = .all, isLoaded: Bool = false,
        _ body: @Sendable (Served, ControlPlane, Readiness) async throws -> Void
    ) async throws {
        let plane = try TestPlane().plane
        if isLoaded { try await plane.housekeeping.load() }
        let readiness = Readiness(served: plane.served)
        let logs = InMemoryLogHandler()
        let edge = HTTPEdge(
            plane: plane, readiness: readiness,
            observation: .init(
                version: "1.2.3", registry: MetricsRegistry(), logger: Logger(label: "test") { _ in logs }),
            now: { Date() })
        try await serving(services: { onReady in
            [edge.service(for: Listener(host: "127.0.0.1", port: 0, parts: parts), onReady: onReady)]
        }) { try await body($0, plane, readiness) }
    }

    @Test func `before loading, the server is live and not ready, and every other path answers 503`() async throws {
        try await run { server, plane, _ in
            #expect(try await server.ask("GET", "/health/live").status == 200)
            for path in ["/health/ready", "/metrics"] + Self.others {
                let answer = try await server.ask("GET", path)
                #expect(answer.status == 503, "\(path)")
                #expect(answer.problem == "not-ready", "\(path)")
                #expect(answer["retry-after"] == "1", "\(path)")
                #expect(answer["cache-control"] == "no-store", "\(path)")
                #expect(answer.body.contains("still loading"), "\(path)")
            }
            let hook = try await server.ask("POST", "/hooks/app-store-connect/hashtags", body: "{}")
            #expect(hook.status == 503)
            try await plane.housekeeping.load()
            #expect(try await server.ask("GET", "/health/ready").status == 200)
            #expect(try await server.ask("GET", "/v1/apps/nobody/manifest").status == 404)
            #expect(try await server.ask("GET", "/v1/admin/apps").status == 401)
            #expect(try await server.ask("GET", "/openapi.yaml").status == 200)
        }
    }

    @Test func `metrics that need no token are shown before loading`() async throws {
        try await run(.internal) { server, plane, _ in
            func ready() async throws -> Double? {
                let answer = try await server.ask("GET", "/metrics")
                #expect(answer.status == 200)
                return try PrometheusText.read(answer.body)["airworthy_ready"]?.samples[""]
            }
            #expect(try await ready() == 0)
            try await plane.housekeeping.load()
            #expect(try await ready() == 1)
        }
    }

    @Test func `while it drains, the server answers requests and is not ready`() async throws {
        try await run(.internal, isLoaded: true) { server, _, readiness in
            #expect(try await server.ask("GET", "/health/ready").status == 200)
            readiness.drain()
            let answer = try await server.ask("GET", "/health/ready")
            #expect(answer.status == 503)
            #expect(answer.body.contains("stopping"))
            #expect(try await server.ask("GET", "/health/live").status == 200)
            #expect(try await server.ask("GET", "/v1/apps/nobody/manifest").status == 404)
            let metrics = try await server.ask("GET", "/metrics")
            #expect(try PrometheusText.read(metrics.body)["airworthy_ready"]?.samples[""] == 0)
        }
    }
}
