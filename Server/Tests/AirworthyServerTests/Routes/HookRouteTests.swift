import AirworthyPolicy
import AirworthyServer
import Crypto
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOCore
import ReleaseCatalog
import Testing

@Suite struct HookRouteTests {
    private static let secrets = ["hashtags": ["first secret", "second secret"], "nobody": ["first secret"]]

    private static func event(
        _ type: String = "buildBetaDetailExternalBuildStateUpdated", id: String = "e1"
    ) -> String {
        #"{"data":{"type":"\#(type)","id":"\#(id)","version":1,"attributes":{"newExternalBuildState":"IN_BETA_TESTING"},"#
            + #""relationships":{"instance":{"data":{"type":"buildBetaDetails","id":"b322"}}}}}"#
    }

    private static func signature(_ body: String, _ secret: String = "first secret") -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(body.utf8), using: SymmetricKey(data: Array(secret.utf8)))
        return "hmacsha256=" + code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func send(
        _ body: String, signed signature: String?, to app: String = "hashtags", _ asked: Asked, _ api: API
    ) async throws -> TestResponse {
        var fields: HTTPFields = [:]
        fields[HTTPField.Name("x-apple-signature")!] = signature
        return try await api(
            .post, "/hooks/app-store-connect/\(app)", headers: fields, body: body,
            options: APIOptions(apple: asked.side(secrets: secrets)))
    }

    @Test(arguments: ["first secret", "second secret"])
    func `what was signed with any of the secrets is a hint`(secret: String) async throws {
        let (api, asked) = (try await API(publishes: false), Asked())
        let body = Self.event()
        let response = try await Self.send(body, signed: Self.signature(body, secret), asked, api)
        #expect(response.status == .noContent)
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(asked.hints == [Hint(.build("b322"), state: "IN_BETA_TESTING")])
    }

    @Test(arguments: [
        ("hashtags", Optional("hmacsha256=00")), ("hashtags", nil), ("hashtags", signature("{}", "third secret")),
        ("hashtags", signature("{} ")), ("hashtags", "hmacsha1=" + signature("{}").dropFirst(11)),
        ("nobody", signature("{}")), ("never-was", signature("{}")), ("hashtags", signature("{}", "")),
    ])
    func `a wrong signature and an unknown app are the same refusal`(app: String, signature: String?) async throws {
        let (api, asked) = (try await API(publishes: false), Asked())
        let response = try await Self.send("{}", signed: signature, to: app, asked, api)
        #expect(response.status == .unauthorized && response.problem == "unauthorized")
        let other = try await Self.send("{}", signed: "x", asked, api)
        #expect(try response.json["detail"] == (try other.json["detail"]))
        #expect(asked.hints.isEmpty)
    }

    @Test(arguments: [
        event("webhookPingCreated"), event("betaFeedbackCrashSubmissionCreated"), event("somethingOfNextYear"), "{}",
        "no JSON", "",
    ])
    func `what is of no concern is accepted`(body: String) async throws {
        let (api, asked) = (try await API(publishes: false), Asked())
        #expect(try await Self.send(body, signed: Self.signature(body), asked, api).status == .noContent)
        #expect(asked.hints.isEmpty)
    }

    @Test func `a body that is too long is not read`() async throws {
        let (api, asked) = (try await API(publishes: false), Asked())
        let body = String(repeating: "x", count: HookRoutes.longestBody + 1)
        let response = try await Self.send(body, signed: Self.signature(body), asked, api)
        #expect(response.status == .contentTooLarge && response.problem == "body-too-large")
    }

    @Test func `an event that comes again is accepted, acted on once, and logged without what is in it`() async throws {
        let (api, asked) = (try await API(publishes: false), Asked())
        let logs = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in logs }
        logger.logLevel = .info
        let router = makeRouter(api.plane, APIOptions(apple: asked.side(secrets: Self.secrets)))
        try await Application(router: router, logger: logger).test(.router) { client in
            for id in ["e1", "e1", "e2"] {
                let body = Self.event(id: id)
                try await client.execute(
                    uri: "/hooks/app-store-connect/hashtags", method: .post,
                    headers: [HTTPField.Name("X-Apple-Signature")!: Self.signature(body)],
                    body: ByteBuffer(string: body)
                ) { #expect($0.status == .noContent) }
            }
        }
        #expect(asked.hints.count == 2)
        let lines = logs.entries.filter { $0.message == "hook.received" }
        #expect(lines.count == 3 && lines.allSatisfy { $0.level == .info })
        #expect(lines.map { $0.metadata["new"]?.description } == ["true", "false", "true"])
        #expect(!lines.contains { "\($0.metadata)".contains("b322") })
    }

    @Test func `the events that are remembered are bounded`() {
        let seen = SeenEvents(capacity: 3)
        #expect(["1", "2", "3", "4"].allSatisfy { seen.insert($0, of: "a") })
        #expect(!seen.insert("4", of: "a") && !seen.insert("2", of: "a"))
        #expect(seen.insert("4", of: "b"))
        #expect(seen.insert("1", of: "a"))
    }
}
