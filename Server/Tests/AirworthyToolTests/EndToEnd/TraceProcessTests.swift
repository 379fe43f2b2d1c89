import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking, .timeLimit(.minutes(5))) struct TraceProcessTests {
    @Test func `a server sends its traces to the collector before it ends`() throws {
        let setup = try ServeSetup()
        let collector = try ScriptedServer(Array(repeating: .ok("{}"), count: 8))
        let server = try ServeProcess(
            data: setup.data,
            environment: [
                "AIRWORTHY_OTEL_ENDPOINT": collector.address, "AIRWORTHY_OTEL_HEADERS": "env:COLLECTOR",
                "COLLECTOR": "api-key=a%20key,X-Scope=tenant", "AIRWORTHY_HTTP_TRUSTED_PROXIES": "127.0.0.1",
            ])
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        #expect(
            try server.send("GET", to: "/v1/apps/nobody/manifest", headers: ["traceparent: \(parent)"]).status == 404)
        #expect(server.stop().status == 0)
        let bodies = collector.requests.filter { $0.line == "POST /v1/traces" }.map(\.text).joined()
        #expect(bodies.contains("0af7651916cd43dd8448eb211c80319c"), "\(server.errors)")
        #expect(bodies.contains("GET /v1/apps/{app}/manifest") && bodies.contains("store.read"))
        #expect(!bodies.contains("nobody"))
        let headers = collector.requests.first?.headers ?? [:]
        #expect(headers["api-key"] == "a key" && headers["x-scope"] == "tenant", "\(headers)")
    }

    @Test func `a server without its collector goes on, and says so once`() throws {
        let setup = try ServeSetup()
        let server = try ServeProcess(data: setup.data, environment: ["AIRWORTHY_OTEL_ENDPOINT": "http://127.0.0.1:9"])
        #expect(try server.send("GET", to: "/health/ready").status == 200)
        #expect(server.stop().status == 0)
    }
}
