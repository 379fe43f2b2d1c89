import AirworthyPolicy
import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

/// A server with the dashboard, and a browser that keeps its cookie.
struct PageBrowser {
    private static let html: HTTPFields = [.accept: "text/html"]

    let api: API
    var options: APIOptions
    var cookie: String?

    init(parts: APIOptions.Parts = .all) async throws {
        api = try await API()
        let dashboard = Dashboard(plane: api.plane, templates: try Templates(), now: { [api] in api.clock.now })
        options = APIOptions(parts: parts, dashboard: dashboard)
    }

    func get(_ path: String, fields: HTTPFields = [:]) async throws -> TestResponse {
        try await api(.get, path, headers: merged(fields), options: options)
    }

    /// Returns the path that signs in.
    func makeLink(for token: String? = nil) async throws -> String {
        let answer = try await api(
            .post, "/v1/admin/sign-in-links", token: token ?? api.admin,
            headers: [.contentType: "application/json"], options: options)
        return try #require(try answer.json["path"]?.stringValue)
    }

    func post(_ path: String, _ form: String, fields: HTTPFields = [:]) async throws -> TestResponse {
        var all = merged(fields)
        if all[.contentType] == nil { all[.contentType] = "application/x-www-form-urlencoded" }
        return try await api(.post, path, headers: all, body: form, options: options)
    }

    /// Signs in, keeps the cookie, and returns the form token.
    mutating func signIn(_ token: String? = nil) async throws -> String {
        let response = try await post("/sign-in", "token=\(token ?? api.admin)")
        #expect(response.status == .seeOther)
        cookie = response.headers[.setCookie]?.split(separator: ";").first.map(String.init)
        let page = try await get("/apps")
        return page.text.firstMatch(of: /name="csrf" value="([0-9a-f]+)"/).map { String($0.1) } ?? ""
    }

    private func merged(_ fields: HTTPFields) -> HTTPFields {
        var all = Self.html
        for field in fields { all[field.name] = field.value }
        if let cookie { all[.cookie] = "other=1; \(cookie)" }
        return all
    }

    /// A request of a browser for a host, with further fields.
    static func request(host: String, _ fields: [String: String] = [:]) -> Request {
        var headers = HTTPFields()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/", headerFields: headers)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }
}
