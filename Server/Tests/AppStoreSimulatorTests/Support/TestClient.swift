import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import NIOHTTP1

@testable import AppStoreSimulator

/// An HTTP client of a simulator.
struct TestClient {
    struct Response {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSON? { try? JSON(bytes: body) }
        var error: JSON? { json?["errors"]?.array?.first }
        var data: [JSON] { json?["data"]?.array ?? json?["data"].map { [$0] } ?? [] }
        var ids: [String] { data.compactMap { $0["id"]?.string } }

        func header(_ name: String) -> [String] { headers[name] }

        /// The included resources of a type.
        func included(_ type: String) -> [JSON] {
            (json?["included"]?.array ?? []).filter { $0["type"]?.string == type }
        }
    }

    let url: String
    let key: AppStoreSimulator.ConnectKey
    /// The seconds ahead of real time.
    var clock = 0.0

    func token(_ changes: JSONObject = [:], header changed: JSONObject = [:]) throws -> String {
        try Self.token(for: key, at: Date().addingTimeInterval(clock), changes, header: changed)
    }

    /// Creates a token; a null removes a claim.
    static func token(
        for key: AppStoreSimulator.ConnectKey, at now: Date, _ changes: JSONObject = [:],
        header changed: JSONObject = [:],
        signedBy other: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        var header: JSONObject = ["alg": "ES256", "kid": .string(key.id), "typ": "JWT"]
        let seconds = Int(now.timeIntervalSince1970)
        var claims: JSONObject = [
            "iat": .integer(seconds), "exp": .integer(seconds + 600), "aud": "appstoreconnect-v1",
        ]
        if let issuer = key.issuerID { claims["iss"] = .string(issuer) } else { claims["sub"] = "user" }
        for (name, value) in changes { claims[name] = value == .null ? nil : value }
        for (name, value) in changed { header[name] = value == .null ? nil : value }
        let text = [header, claims].map { encoded(JSON.object($0).bytes(pretty: false)) }.joined(separator: ".")
        let pem = key.privateKeyPEM ?? ""
        let privateKey = try other ?? P256.Signing.PrivateKey(pemRepresentation: pem)
        return text + "." + encoded(Array(try privateKey.signature(for: Array(text.utf8)).rawRepresentation))
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    func send(
        _ method: String, _ path: String, body: String? = nil, headers: [(String, String)] = [], token: String? = nil,
        seconds: Int64 = 90
    ) async throws -> Response {
        let place = path.hasPrefix("http") ? path : url + path
        var request = HTTPClientRequest(url: place)
        request.method = HTTPMethod(rawValue: method)
        request.headers = HTTPHeaders(headers)
        if path.contains("/v1/") {
            request.headers.replaceOrAdd(name: "Authorization", value: "Bearer \(try token ?? self.token())")
        }
        if let body {
            if !request.headers.contains(name: "Content-Type") {
                request.headers.add(name: "Content-Type", value: "application/json")
            }
            request.body = .bytes(ByteBuffer(string: body))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(seconds))
        let content = try await answer.body.collect(upTo: 8 << 20)
        return Response(
            status: Int(answer.status.code), headers: answer.headers, body: Array(content.readableBytesView))
    }

    func get(_ path: String) async throws -> Response { try await send("GET", path) }
}

extension AppStoreSimulator {
    /// Serves while `body` uses a client.
    func withClient<R: Sendable>(_ body: (TestClient) async throws -> R) async throws -> R {
        try await serving { url in try await body(TestClient(url: url, key: key)) }
    }

    /// Performs a control action and returns its result.
    func perform(_ action: String, body: String = "{}") throws -> JSON { try JSON(text: control(action, body: body)) }
}

let hashtags = "6504763618"
