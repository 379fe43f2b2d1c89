import AirworthyPolicy
import ControlPlane
import Crypto
import Dashboard
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOCore
import ReleaseCatalog
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct HookRouteTests {
    private static let secrets = ["hashtags": ["first secret", "second secret"], "nobody": ["first secret"]]

    private static func event(
        _ type: String = "buildBetaDetailExternalBuildStateUpdated", id: String = "e1"
    ) -> String {
        #"{"data":{"type":"\#(type)","id":"\#(id)","version":1,"attributes":{"newExternalBuildState":"IN_BETA_TESTING"},"#
            + #""relationships":{"instance":{"data":{"type":"buildBetaDetails","id":"b322"}}}}}"#
    }

    private static func signature(of body: String, secret: String = "first secret") -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(body.utf8), using: SymmetricKey(data: Array(secret.utf8)))
        return "hmacsha256=" + code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func send(
        _ body: String, signed signature: String?, to app: String = "hashtags", recorder: CatalogSyncRecorder, api: API
    ) async throws -> TestResponse {
        var fields: HTTPFields = [:]
        fields[HTTPField.Name("x-apple-signature")!] = signature
        return try await api(
            .post, "/hooks/app-store-connect/\(app)", headers: fields, body: body,
            options: APIOptions(catalogSync: recorder.sync(secrets: secrets)))
    }

    @Test func `the dashboard knows the latest events of an app, and those whose signature was wrong`() async throws {
        let api = try await API(publishes: false)
        let dashboard = Dashboard(plane: api.plane, templates: try Templates(), now: { [api] in api.clock.now })
        let options = APIOptions(
            now: { [api] in api.clock.now }, catalogSync: CatalogSyncRecorder().sync(secrets: Self.secrets),
            dashboard: dashboard)
        let ping = Self.event("webhookPingCreated", id: "e2")
        for (body, secret, app) in [
            (Self.event(), "first secret", "hashtags"), (Self.event(), "first secret", "hashtags"),
            (ping, "second secret", "hashtags"), ("{}", "third secret", "hashtags"), ("{}", "first secret", "nobody"),
        ] {
            var fields: HTTPFields = [:]
            fields[HTTPField.Name("x-apple-signature")!] = Self.signature(of: body, secret: secret)
            _ = try await api(
                .post, "/hooks/app-store-connect/\(app)", headers: fields, body: body, options: options)
        }
        let record = dashboard.webhooks.record(of: "hashtags")
        #expect(record.deliveries.count == 3 && record.refusals == 1 && record.lastRefusal == api.clock.now)
        #expect(record.deliveries.last?.event == "buildBetaDetailExternalBuildStateUpdated")
        #expect(record.deliveries.last?.result == "asked Apple for news" && record.deliveries.last?.at == api.clock.now)
        // An app that does not exist takes no memory.
        #expect(
            dashboard.webhooks.record(of: "nobody").refusals == 0
                && dashboard.webhooks.record(of: "nobody").deliveries.isEmpty)
    }

    @Test(arguments: ["first secret", "second secret"])
    func `an event signed with any of the secrets becomes a hint`(secret: String) async throws {
        let (api, recorder) = (try await API(publishes: false), CatalogSyncRecorder())
        let body = Self.event()
        let response = try await Self.send(
            body, signed: Self.signature(of: body, secret: secret), recorder: recorder, api: api)
        #expect(response.status == .noContent)
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(recorder.hints == [Hint(.build("b322"), state: "IN_BETA_TESTING")])
    }

    @Test(arguments: [
        ("hashtags", Optional("hmacsha256=00")), ("hashtags", nil),
        ("hashtags", signature(of: "{}", secret: "third secret")),
        ("hashtags", signature(of: "{} ")), ("hashtags", "hmacsha1=" + signature(of: "{}").dropFirst(11)),
        ("nobody", signature(of: "{}")), ("never-was", signature(of: "{}")),
        ("hashtags", signature(of: "{}", secret: "")),
    ])
    func `a wrong signature and an unknown app get the same problem`(app: String, signature: String?) async throws {
        let (api, recorder) = (try await API(publishes: false), CatalogSyncRecorder())
        let response = try await Self.send("{}", signed: signature, to: app, recorder: recorder, api: api)
        #expect(response.status == .unauthorized && response.problem == "unauthorized")
        let other = try await Self.send("{}", signed: "x", recorder: recorder, api: api)
        #expect(try response.json["detail"] == (try other.json["detail"]))
        #expect(recorder.hints.isEmpty)
    }

    @Test(arguments: [
        event("webhookPingCreated"), event("betaFeedbackCrashSubmissionCreated"), event("somethingOfNextYear"), "{}",
        "no JSON", "",
    ])
    func `pings and irrelevant events are accepted`(body: String) async throws {
        let (api, recorder) = (try await API(publishes: false), CatalogSyncRecorder())
        #expect(
            try await Self.send(body, signed: Self.signature(of: body), recorder: recorder, api: api).status
                == .noContent)
        #expect(recorder.hints.isEmpty)
    }

    @Test(
        arguments: [
            ("hashtags", nil), ("hashtags", "hmacsha256=00"), ("hashtags", "x" + signature(of: "{}")),
            ("unconfigured", signature(of: "{}")), ("never-was", signature(of: "{}")),
        ] as [(String, String?)])
    func `a body that cannot be signed is not read`(app: String, signature: String?) async throws {
        let (api, recorder) = (try await API(publishes: false), CatalogSyncRecorder())
        let body = String(repeating: "x", count: BodyLimit.webhook + 1)
        // Read, it would be too large.
        #expect(
            try await Self.send(body, signed: signature, to: app, recorder: recorder, api: api).status == .unauthorized)
    }

    @Test func `a webhook body above the limit is rejected`() async throws {
        let (api, recorder) = (try await API(publishes: false), CatalogSyncRecorder())
        let body = String(repeating: "x", count: BodyLimit.webhook + 1)
        let response = try await Self.send(body, signed: Self.signature(of: body), recorder: recorder, api: api)
        #expect(response.status == .contentTooLarge && response.problem == "body-too-large")
    }

    @Test func `a repeated event is accepted but handled once, and its contents are not logged`() async throws {
        let (api, recorder) = (try await API(publishes: false), CatalogSyncRecorder())
        let logs = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in logs }
        logger.logLevel = .info
        let router = makeRouter(for: api.plane, options: APIOptions(catalogSync: recorder.sync(secrets: Self.secrets)))
        try await Application(router: router, logger: logger).test(.router) { client in
            for id in ["e1", "e1", "e2"] {
                let body = Self.event(id: id)
                try await client.execute(
                    uri: "/hooks/app-store-connect/hashtags", method: .post,
                    headers: [HTTPField.Name("X-Apple-Signature")!: Self.signature(of: body)],
                    body: ByteBuffer(string: body)
                ) { #expect($0.status == .noContent) }
            }
        }
        #expect(recorder.hints.count == 2)
        let lines = logs.entries.filter { $0.message == "hook.received" }
        #expect(lines.count == 3 && lines.allSatisfy { $0.level == .info })
        #expect(lines.map { $0.metadata["new"]?.description } == ["true", "false", "true"])
        #expect(!lines.contains { "\($0.metadata)".contains("b322") })
    }

    @Test func `webhook requests are counted by result`() async throws {
        let (api, recorder, registry) = (try await API(publishes: false), CatalogSyncRecorder(), MetricsRegistry())
        var options = APIOptions(catalogSync: recorder.sync(secrets: Self.secrets))
        options.webhooks = WebhookMetrics(registry: registry)
        let router = makeRouter(for: api.plane, options: options)
        let (build, ping) = (Self.event(), Self.event("webhookPingCreated", id: "p1"))
        let sent = [(build, build), (build, build), (ping, ping), ("no JSON", "no JSON"), (build, "{}")]
        try await Application(router: router).test(.router) { client in
            for (body, signed) in sent {
                try await client.execute(
                    uri: "/hooks/app-store-connect/hashtags", method: .post,
                    headers: [HTTPField.Name("X-Apple-Signature")!: Self.signature(of: signed)],
                    body: ByteBuffer(string: body)
                ) { _ in }
            }
        }
        let samples = registry.families().first { $0.name == Metric.webhooks.name }?.samples ?? []
        #expect(
            Dictionary(uniqueKeysWithValues: samples.map { ($0.labels[0].value, $0.value) })
                == ["used": 1, "repeated": 1, "ignored": 2, "refused": 1])
    }

    @Test func `the number of remembered events is bounded`() {
        let seen = SeenWebhookEvents(capacity: 3)
        #expect(["1", "2", "3", "4"].allSatisfy { seen.insert($0, app: "a") })
        #expect(!seen.insert("4", app: "a") && !seen.insert("2", app: "a"))
        #expect(seen.insert("4", app: "b"))
        #expect(seen.insert("1", app: "a"))
    }
}
