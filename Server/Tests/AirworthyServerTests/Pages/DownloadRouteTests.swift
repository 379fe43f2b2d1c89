import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite("The route of the public page", .timeLimit(.minutes(5)))
struct DownloadRouteTests {
    private static let phone: HTTPFields = [.accept: "text/html", .userAgent: "(iPhone)"]

    private static func server(
        _ parts: APIOptions.Parts = [.public, .health]
    ) async throws -> (api: API, options: APIOptions) {
        let api = try await API()
        let dashboard = Dashboard(plane: api.plane, templates: try Templates(), now: { [api] in api.clock.now })
        return (api, APIOptions(parts: parts, dashboard: dashboard))
    }

    @Test("anybody may read it, caches keep it briefly, and it loads nothing from elsewhere")
    func headers() async throws {
        let (api, options) = try await Self.server()
        let response = try await api(.get, "/get/hashtags?version=2.2.0", headers: Self.phone, options: options)
        #expect(response.status == .ok && response.headers[.contentType] == "text/html; charset=utf-8")
        #expect(response.headers[.cacheControl] == "public, max-age=30")
        #expect(response.headers[.vary] == "User-Agent, Accept-Language")
        #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
        #expect(response.headers[.xContentTypeOptions] == "nosniff" && response.headers[.setCookie] == nil)
        #expect(response.text.contains("has to be updated"))
        let sheet = try #require(response.text.firstMatch(of: /href="(\/assets\/[^"]+)"/)).1
        #expect(try await api(.get, String(sheet), options: options).status == .ok)
    }

    @Test("a listener for the public has this page, and none of the dashboard")
    func publicListener() async throws {
        let (api, options) = try await Self.server()
        for path in ["/", "/sign-in", "/apps", "/apps/hashtags", "/status"] {
            #expect(try await api(.get, path, options: options).status == .notFound, "\(path)")
        }
        let inner = try await Self.server([.admin])
        #expect(try await inner.api(.get, "/get/hashtags", options: inner.options).status == .notFound)
        #expect(try await api(.get, "/get/hashtags", options: APIOptions(parts: [.public])).status == .notFound)
        let both = try await Self.server([.public, .admin])
        #expect(try await both.api(.get, "/get/hashtags", options: both.options).status == .ok)
    }

    @Test("an unknown app has no page, and its problem leads nowhere")
    func unknown() async throws {
        let (api, options) = try await Self.server()
        let response = try await api(.get, "/get/%3Cscript%3E", headers: Self.phone, options: options)
        #expect(response.status == .notFound && response.headers[.contentType] == "text/html; charset=utf-8")
        #expect(!response.text.contains("<script>") && !response.text.contains("href=\"/apps\""))
        try await api.plane.apps.delete("hashtags", by: .server)
        #expect(try await api(.get, "/get/hashtags", options: options).problem == "gone")
    }

    @Test(
        "a query that cannot be read is refused",
        arguments: ["?%ZZ", "?version=%FF", "?" + String(repeating: "a", count: 5_000)])
    func queries(query: String) async throws {
        let (api, options) = try await Self.server()
        #expect(try await api(.get, "/get/hashtags\(query)", options: options).status == .badRequest)
    }

    @Test("visits that differ in unknown fields and unlisted languages share one answer")
    func shared() async throws {
        let (api, options) = try await Self.server()
        for index in 0..<20 {
            let fields: HTTPFields = [.userAgent: "browser \(index)", .acceptLanguage: "x\(index)"]
            _ = try await api(.get, "/get/hashtags?a=\(index)", headers: fields, options: options)
        }
        #expect(options.answers.parsed.count == 1)
    }

    @Test("a change of the settings is seen at once")
    func settings() async throws {
        let (api, options) = try await Self.server()
        let before = try await api(.get, "/get/hashtags", headers: Self.phone, options: options)
        #expect(before.text.contains("2.3.0"))
        _ = try await api.plane.apps.update("hashtags", by: .server) { $0.internalBuilds = App.InternalBuilds.none }
        let after = try await api(.get, "/get/hashtags", headers: Self.phone, options: options)
        #expect(!after.text.contains("2.3.0"))
    }
}
