import AirworthyPolicy
import Foundation
import OutgoingHTTP
import Testing

@testable import AppStoreConnect

@Suite(.timeLimit(.minutes(5))) struct WebhookTests {
    private let body = Array("Hello, World!".utf8)
    private let secret = "This is my secret"
    private let code = "7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54657"

    @Test func `Apple's example signature is valid`() {
        #expect(WebhookSignature.isValid("hmacsha256=\(code)", body: body, secrets: [secret]))
        #expect(WebhookSignature.isValid("hmacsha256=\(code.uppercased())", body: body, secrets: [secret]))
    }

    @Test(arguments: [["This is my secret", "b"], ["a", "This is my secret"], ["", "a", "b", "This is my secret"]])
    func `a signature with any of the secrets is valid`(_ secrets: [String]) {
        #expect(WebhookSignature.isValid("hmacsha256=\(code)", body: body, secrets: secrets))
    }

    @Test(arguments: [[], [""], ["this is my secret"], ["This is my secret "], ["a", "b"]])
    func `a signature with another secret is invalid`(_ secrets: [String]) {
        #expect(!WebhookSignature.isValid("hmacsha256=\(code)", body: body, secrets: secrets))
    }

    @Test(arguments: [[], [""], ["a"], ["", "a"], ["a", "b"]])
    func `two codes are computed for up to two secrets`(_ secrets: [String]) {
        let candidates = WebhookSignature.candidates(for: secrets)
        #expect(candidates.count == 2)
        #expect(candidates.count { $0.isReal } == secrets.count { !$0.isEmpty })
    }

    @Test(
        arguments: [
            nil, "", "hmacsha256=", "7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54657",
            "hmacsha1=7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54657",
            "HMACSHA256=7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54657",
            "hmacsha256=7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e5465",
            "hmacsha256=7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e546",
            "hmacsha256=7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e5465700",
            "hmacsha256=7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54658",
            "hmacsha256=7g062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54657",
            "hmacsha256= 7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54657",
            "hmacsha256=fwYhcrAcsAtTygaGFGdKPZgqNAYqD103aH1eM3flRlc=",
        ])
    func `a malformed signature header is invalid`(_ header: String?) {
        #expect(!WebhookSignature.isValid(header, body: body, secrets: [secret]))
    }

    @Test func `a signature is invalid for a body with one more byte`() {
        #expect(!WebhookSignature.isValid("hmacsha256=\(code)", body: body + [10], secrets: [secret]))
    }

    struct Event: Sendable, CustomTestStringConvertible {
        let data: String
        var new: String?
        var instance: String?

        var testDescription: String { String(data.prefix(40)) }
    }

    private static let events: [Event] = [
        Event(
            data: #""type":"appStoreVersionAppVersionStateUpdated","id":"e","version":1,"attributes":{"#
                + #""newValue":"IN_REVIEW","oldValue":"WAITING_FOR_REVIEW","timestamp":"2025-04-16T05:00:52.745Z"},"#
                + #""relationships":{"instance":{"data":{"type":"appStoreVersions","id":"i"}}}"#,
            new: "IN_REVIEW", instance: "appStoreVersions"),
        Event(
            data: #""type":"buildBetaDetailExternalBuildStateUpdated","id":"e","attributes":{"#
                + #""oldExternalBuildState":"A","newExternalBuildState":"IN_BETA_TESTING"},"#
                + #""relationships":{"instance":{"data":{"type":"buildBetaDetails","id":"i"}}}"#,
            new: "IN_BETA_TESTING", instance: "buildBetaDetails"),
        Event(
            data:
                #""type":"buildUploadStateUpdated","id":"e","attributes":{"newState":{"state":"COMPLETE","errors":[]}}"#,
            new: "COMPLETE"),
        Event(
            data: #""type":"backgroundAssetVersionStateUpdated","id":"e","attributes":{"oldState":"A","newState":"B"},"#
                + #""relationships":{"instance":{"type":"backgroundAssetVersions","id":"i"}}"#,
            new: "B", instance: "backgroundAssetVersions"),
        Event(
            data: #""type":"webhookPingCreated","id":"e","attributes":{"timestamp":"2025-04-16T05:00:52Z"}"#),
        Event(data: #""type":"ofNextYear","id":"e","attributes":null,"relationships":{"instance":{"data":null}}"#),
        Event(data: #""type":"ofNextYear","id":"e","attributes":{"newValue":7,"newState":{"a":1}},"relationships":[]"#),
    ]

    @Test(arguments: events)
    func `events of every type are read`(_ expected: Event) throws {
        let event = try #require(WebhookEvent(json: Array("{\"data\":{\(expected.data)}}".utf8)))
        #expect(event.id == "e")
        #expect(event.newState == expected.new)
        #expect(event.instance?.type == expected.instance)
        #expect(event.isPing == (event.type == "webhookPingCreated"))
    }

    @Test(
        arguments: [
            "", "{}", "[]", "null", #"{"data":null}"#, #"{"data":{"type":"a"}}"#, #"{"data":{"id":"a"}}"#,
            #"{"data":{"type":"a","id":""}}"#, #"{"data":{"type":1,"id":2}}"#, String(repeating: "[", count: 100_000),
        ])
    func `a body without type and id is not an event`(_ text: String) {
        #expect(WebhookEvent(json: Array(text.utf8)) == nil)
    }

    @Test func `requests to create, change and ping a webhook follow Apple's schema`() async throws {
        let answer = Script.Answer.json(
            #"{"data":{"type":"webhooks","id":"w/1","attributes":{"name":"n","url":"https://x/h","enabled":true,"#
                + #""eventTypes":["OF_NEXT_YEAR",7]}}}"#, status: 201)
        let script = Script(
            answer, answer, .json(#"{"data":{"type":"webhookPings","id":"p"}}"#))
        let client = try script.client()
        let made = try await client.createWebhook(app: "12", name: "n", url: "https://x/h", secret: "s")
        #expect(
            made
                == WebhookResource(
                    id: "w/1", name: "n", url: "https://x/h", enabled: true, eventTypes: ["OF_NEXT_YEAR"]))
        _ = try await client.updateWebhook(
            id: "w/1", name: "n", url: "https://x/h", secret: "s", eventTypes: ["BUILD_UPLOAD_STATE_UPDATED"])
        try await client.pingWebhook(id: "w/1")
        let lines = script.requests.map { "\($0.method) \($0.url.dropFirst(AppStoreConnectClient.host.count))" }
        #expect(
            lines == [
                "POST /v1/webhooks", "PATCH /v1/webhooks/w%2F1", "POST /v1/webhookPings",
            ])
        let bodies = script.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
        #expect(
            bodies[0]
                == #"{"data":{"type":"webhooks","attributes":{"name":"n","url":"https://x/h","secret":"s","#
                + #""eventTypes":["APP_STORE_VERSION_APP_VERSION_STATE_UPDATED","BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED","#
                + #""BUILD_UPLOAD_STATE_UPDATED"],"enabled":true},"#
                + #""relationships":{"app":{"data":{"type":"apps","id":"12"}}}}}"#
        )
        #expect(bodies[1].hasPrefix(#"{"data":{"type":"webhooks","id":"w/1","attributes":{"#))
        #expect(
            bodies[2]
                == #"{"data":{"type":"webhookPings","relationships":{"webhook":{"data":{"#
                + #""type":"webhooks","id":"w/1"}}}}}"#
        )
        #expect(script.field("Content-Type", of: script.requests[0]) == "application/json")
    }

    @Test func `the webhooks of an app are listed`() async throws {
        let script = Script(.json(#"{"data":[{"type":"webhooks","id":"w","attributes":{"enabled":null}}]}"#))
        #expect(try await script.client().webhooks(app: "12").items == [WebhookResource(id: "w")])
        #expect(try #require(script.urls.first).contains("/v1/apps/12/webhooks?fields%5Bwebhooks%5D="))
        #expect(script.requests.map { script.field("Content-Type", of: $0) } == [nil])
    }
}
