import Crypto
import Foundation
import Synchronization
import Testing

@testable import AppStoreSimulator

@Suite(.timeLimit(.minutes(5))) struct WebhookTests {
    /// A receiver of webhooks: another simulator, which accepts everything at `/_simulator/reset`.
    private final class Listener: Sendable {
        let received: AsyncStream<AppStoreSimulator.Exchange>
        let simulator: AppStoreSimulator

        init() {
            let (stream, continuation) = AsyncStream<AppStoreSimulator.Exchange>.makeStream()
            received = stream
            simulator = AppStoreSimulator(scenario: .empty, observe: { continuation.yield($0) })
        }
    }

    private func register(
        _ client: TestClient, _ url: String, secret: String = "This is my secret",
        events: [String] = Vocabulary.eventTypes
    ) async throws -> String {
        let body: JSON = [
            "data": [
                "type": "webhooks",
                "attributes": [
                    "name": "test", "url": .string(url), "secret": .string(secret), "enabled": true,
                    "eventTypes": .array(events.map(JSON.string)),
                ], "relationships": ["app": ["data": ["type": "apps", "id": .string(hashtags)]]],
            ]
        ]
        let answer = try await client.send("POST", "/v1/webhooks", body: body.text())
        #expect(answer.status == 201, "\(answer.text)")
        #expect(!answer.text.contains(secret))
        return try #require(answer.json?["data"]?["id"]?.string)
    }

    @Test func `the webhook signature equals the documented example`() {
        #expect(
            SignedDelivery.signature(of: Array("Hello, World!".utf8), secret: "This is my secret")
                == "hmacsha256=7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54657")
    }

    @Test func `changes send signed events and are listed as deliveries`() async throws {
        let simulator = AppStoreSimulator()
        let listener = Listener()
        try await listener.simulator.serving { other async throws in
            try await simulator.withClient { client async throws in
                var events = listener.received.makeAsyncIterator()
                let hook = try await register(client, other + "/_simulator/reset")
                try simulator.control(
                    "build", body: #"{"app": "hashtags", "build": "322", "external": "IN_BETA_TESTING"}"#)
                let first = try #require(await events.next())
                let signature = first.requestFields.first { $0.name.lowercased() == "x-apple-signature" }?.value
                #expect(signature == SignedDelivery.signature(of: first.requestBody, secret: "This is my secret"))
                let data = try JSON(bytes: first.requestBody)["data"]
                #expect(data?["type"] == "buildBetaDetailExternalBuildStateUpdated" && data?["version"] == 1)
                #expect(data?["attributes"]?["oldExternalBuildState"] == "WAITING_FOR_BETA_REVIEW")
                #expect(data?["attributes"]?["newExternalBuildState"] == "IN_BETA_TESTING")
                let instance = try #require(data?["relationships"]?["instance"]?["data"]?["id"]?.string)
                #expect(try await client.get("/v1/buildBetaDetails/\(instance)").status == 200)

                try simulator.control("release", body: #"{"app": "hashtags", "version": "2.3.0"}"#)
                var told: Set<String> = []
                for _ in 0..<2 {
                    let event = try #require(await events.next())
                    let attributes = try JSON(bytes: event.requestBody)["data"]?["attributes"]
                    told.insert("\(attributes?["oldValue"]?.string ?? "")>\(attributes?["newValue"]?.string ?? "")")
                }
                #expect(
                    told == [
                        "READY_FOR_DISTRIBUTION>REPLACED_WITH_NEW_VERSION",
                        "PREPARE_FOR_SUBMISSION>READY_FOR_DISTRIBUTION",
                    ])
                try simulator.control("upload", body: #"{"app": "hashtags", "version": "2.4.0", "build": "400"}"#)
                let upload = try #require(await events.next())
                #expect(try JSON(bytes: upload.requestBody)["data"]?["attributes"]?["newState"] == "COMPLETE")

                let path =
                    "/v1/webhooks/\(hook)/deliveries?filter[createdDateLessThan]=2100-01-01T00:00:00Z&include=event"
                let deliveries = try await client.get(path)
                #expect(deliveries.data.count == 4 && deliveries.included("webhookEvents").count == 4)
                #expect(try await client.get("/v1/webhooks/\(hook)/deliveries").status == 400)
            }
        }
    }

    @Test(arguments: Vocabulary.eventTypes + ["FUTURE_THING_HAPPENED"])
    func `every type of event can be sent`(_ eventType: String) async throws {
        let simulator = AppStoreSimulator()
        let listener = Listener()
        try await listener.simulator.serving { other async throws in
            try await simulator.withClient { client async throws in
                var events = listener.received.makeAsyncIterator()
                _ = try await register(client, other + "/_simulator/reset")
                let told = try simulator.perform("event", body: #"{"app": "hashtags", "eventType": "\#(eventType)"}"#)
                #expect(told["webhooks"] == 1)
                let event = try #require(await events.next())
                let data = try JSON(bytes: event.requestBody)["data"]
                #expect(data?["id"] == told["id"])
                let type = try #require(data?["type"]?.string)
                #expect(type.lowercased() == eventType.replacing("_", with: "").lowercased())
                #expect(data?["relationships"]?["instance"] != nil && data?["attributes"]?["timestamp"] != nil)
            }
        }
    }

    @Test func `pings, redeliveries and copies are delivered`() async throws {
        let simulator = AppStoreSimulator()
        let listener = Listener()
        try await listener.simulator.serving { other async throws in
            try await simulator.withClient { client async throws in
                var events = listener.received.makeAsyncIterator()
                let hook = try await register(client, other + "/_simulator/reset")
                let ping = #"""
                    {"data": {"type": "webhookPings",
                      "relationships": {"webhook": {"data": {"type": "webhooks", "id": "\#(hook)"}}}}}
                    """#
                #expect(try await client.send("POST", "/v1/webhookPings", body: ping).status == 201)
                let first = try #require(await events.next())
                #expect(try JSON(bytes: first.requestBody)["data"]?["type"] == "webhookPingCreated")

                let all = try await client.get("/v1/webhooks/\(hook)/relationships/deliveries")
                let again = #"""
                    {"data": {"type": "webhookDeliveries", "relationships": {"template":
                      {"data": {"type": "webhookDeliveries", "id": "\#(all.ids[0])"}}}}}
                    """#
                #expect(try await client.send("POST", "/v1/webhookDeliveries", body: again).status == 201)
                let second = try #require(await events.next())
                #expect(second.requestBody == first.requestBody)

                try simulator.control("webhooks", body: #"{"copies": 2}"#)
                try simulator.control(
                    "build", body: #"{"app": "hashtags", "build": "321", "external": "BETA_REJECTED"}"#)
                let twice = [try #require(await events.next()), try #require(await events.next())]
                #expect(twice[0].requestBody == twice[1].requestBody)
            }
        }
    }

    @Test func `a failed delivery has the state FAILED and the status of the response`() async throws {
        let simulator = AppStoreSimulator()
        try await simulator.withClient { client async throws in
            // The simulator does not know this path and responds 401.
            let hook = try await register(client, client.url + "/hook", events: ["BUILD_UPLOAD_STATE_UPDATED"])
            try simulator.control("build", body: #"{"app": "hashtags", "build": "321", "external": "BETA_REJECTED"}"#)
            try simulator.control("upload", body: #"{"app": "hashtags", "version": "2.4.0", "build": "400"}"#)
            let path = "/v1/webhooks/\(hook)/deliveries?filter[createdDateLessThan]=2100-01-01T00:00:00Z"
            var state: String?
            for _ in 0..<200 where state != "FAILED" {
                let answer = try await client.get(path)
                #expect(answer.data.count == 1, "only the registered event type")
                state = answer.data.first?["attributes"]?["deliveryState"]?.string
                if state == "FAILED" {
                    #expect(answer.data.first?["attributes"]?["response"]?["httpStatusCode"] == 401)
                }
            }
            #expect(state == "FAILED")
        }
    }
}
