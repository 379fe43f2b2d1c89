import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// One policy for the iOS app and its Android twin.
@Suite(.blocking, .timeLimit(.minutes(5)), .enabled(if: AndroidPhone.isPossible)) struct AndroidStory {
    private static let link = "https://play.google.com/store/apps/details?id=com.example.hashtags"

    private static func policy(floor: String) -> String {
        """
        {"schema": 1, "app": "hashtags", "appleID": 6504763618, "links": {"play": "\(link)"},
         "rules": [{"id": "floor", "when": {"version": "<\(floor)"}, "update": "required", "message": "Please update."}],
         "features": {"export": {"default": false, "rules": [{"when": {"channel": "play.internal"}, "value": true}]}}}
        """
    }

    private static let catalog = """
        {"schema": 1, "app": "hashtags", "releases": [
          {"platform": "ios", "version": "2.2.1", "build": "310", "offers": [{"channel": "appstore"}]},
          {"platform": "android", "version": "2.2.1", "build": "22002", "minimumOS": "8",
           "offers": [{"channel": "play"}]}]}
        """

    private func backend(floor: String = "2.0") throws -> Backend {
        let backend = try Backend()
        _ = try backend.author.kit.folder.write(Self.catalog, to: "both.json")
        try backend.run("catalog", "import", "both.json", "--app", "hashtags")
        try backend.publish(Self.policy(floor: floor))
        return backend
    }

    private func pins(_ backend: Backend) -> [String] {
        zip(backend.author.pins, backend.author.pins.dropFirst()).filter { $0.0 == "--root" }.map(\.1)
    }

    @Test func `one policy steers the iOS client and the Android example`() async throws {
        let backend = try backend()
        let (iPhone, phone) = (try backend.device(), try AndroidPhone())
        let address = "http://127.0.0.1:\(backend.process.port)"
        let pins = pins(backend)

        try await iPhone.launch("1.9 (290)")
        #expect(iPhone.screen.shows == "gate" && iPhone.decision.rule == "floor")
        let answers = try phone.ask(
            [
                .init(), .init(version: "2.2.1", build: 22_002), .init(channel: "play.internal"), .init(os: "7"),
                .init(channel: "sideload"),
            ], of: address, pins: pins)
        #expect(answers.map { $0["blocking"] } == [true, false, true, false, false], "\(answers)")
        #expect(answers.allSatisfy { $0["source"] == "SERVER" && $0["problem"] == nil })
        #expect(answers[0]["url"]?.stringValue == Self.link && answers[0]["version"] == "2.2.1")
        #expect(answers[0]["message"] == "Please update." && answers[0]["features"]?["export"] == false)
        #expect(answers[2]["features"]?["export"] == true)

        try backend.publish(Self.policy(floor: "1.5"))
        try await iPhone.launch()
        #expect(iPhone.screen.shows == "nothing")
        #expect(try phone.ask(of: address, pins: pins)["blocking"] == false)

        // Without the server the last answer counts for the same build, until its manifest expires.
        try backend.publish(Self.policy(floor: "2.0"))
        #expect(try phone.ask(of: address, pins: pins)["blocking"] == true)
        backend.stop()
        let offline = try phone.ask(
            [.init(), .init(version: "1.9.1", build: 19_001), .init(now: "2030-01-01T00:00:00Z")], of: address,
            pins: pins)
        #expect(offline.map { $0["blocking"] } == [true, false, false])
        #expect(offline.map { $0["source"] } == ["STORED", "NONE", "NONE"])
        #expect(offline[0]["problem"]?.stringValue?.contains("ConnectException") == true)
    }

    @Test func `only a signed and current manifest can block, and only by its own rules`() throws {
        let backend = try backend()
        let phone = try AndroidPhone()
        let pins = pins(backend)
        func text(_ path: String) throws -> String { try backend.process.send("GET", to: path).body }
        let question = "/v1/apps/hashtags/decision?platform=android&version=1.9&build=19000&channel=play"
        let (old, decision) = (try text("/v1/apps/hashtags/manifest"), try text(question))
        try backend.publish(Self.policy(floor: "2.0.1"))
        let (manifest, newer) = (try text("/v1/apps/hashtags/manifest"), try text(question))
        #expect(newer.contains(#""blocking":true"#))

        func ask(
            _ manifest: ScriptedServer.Answer, _ decision: ScriptedServer.Answer, app: String = "hashtags",
            pins other: [String]? = nil
        ) throws -> JSONValue {
            let server = try ScriptedServer { $0.target.hasSuffix("/manifest") ? manifest : decision }
            defer { server.stop() }
            return try phone.ask(of: server.address, app: app, pins: other ?? pins)
        }
        #expect(try ask(.ok(manifest), .ok(newer))["blocking"] == true)
        phone.forget()
        let flipped = manifest.replacing("\"payload\":\"ey", with: "\"payload\":\"eo")
        let stranger = "0uU7c1hO/eEvpSUU8M/TDFxypH7WGN7iyCNunNwwKQw="
        for (name, answer, problem) in [
            ("changed", try ask(.ok(flipped), .ok(newer)), "no trusted key signed"),
            (
                "pins of others", try ask(.ok(manifest), .ok(newer), pins: [stranger]),
                "no trusted key signed the keyring"
            ),
            ("another app", try ask(.ok(manifest), .ok(newer), app: "birthdays"), "the manifest is for hashtags"),
            ("no JSON", try ask(.ok("<html>"), .ok(newer)), "JSONException"),
            ("too long", try ask(.ok(String(repeating: " ", count: 300_000)), .ok(newer)), "the answer is too long"),
            ("500", try ask(.http("500 No", body: ""), .ok(newer)), "the server answered 500"),
            ("hung up", try ask(.hangUp, .ok(newer)), "SocketException"),
            ("silent", try ask(.ok(manifest), .silence), "SocketTimeoutException"),
        ] {
            #expect(answer["blocking"] == false && answer["source"] == "NONE", "\(name): \(answer)")
            #expect(answer["problem"]?.stringValue?.contains(problem) == true, "\(name): \(answer)")
        }
        // A decision that the signed rules do not make blocks nobody.
        let forged = newer.replacing(#""rule":"floor""#, with: #""rule":"mine""#)
        #expect(forged != newer)
        #expect(try ask(.ok(manifest), .ok(forged))["blocking"] == false)
        #expect(try ask(.ok(manifest), .ok(decision))["blocking"] == false)
        // Nobody goes back to rules from before.
        #expect(try ask(.ok(manifest), .ok(newer))["blocking"] == true)
        let replayed = try ask(.ok(old), .ok(decision))
        #expect(replayed["source"] == "STORED" && replayed["blocking"] == true)
        #expect(replayed["problem"]?.stringValue?.contains("older than one seen before") == true)
    }
}
