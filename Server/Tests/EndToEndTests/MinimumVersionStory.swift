import Testing
import ToolTesting

/// Minimum versions in a `config.json`.
@Suite(.blocking, .timeLimit(.minutes(5))) struct MinimumVersionStory {
    private static let config = ["--source", "config=https://files.example.com/config.json"]

    @Test(arguments: [
        ("1.3.9", "gate"), ("1.4", "nothing"), ("1.4.0", "nothing"), ("1.10.0", "nothing"), ("2.2.0", "gate"),
        ("2.2.1", "nothing"),
    ])
    func `versions below the minimum or listed are blocked`(_ version: String, _ shown: String) async throws {
        let world = try World()
        world.files.put(
            """
            {"url": "https://apps.apple.com/jp/app/id6504763618?mt=8", "version": "2.3.0",
             "minimum_version": "1.4.0", "specific_versions": ["2.2.0"]}
            """, at: "/config.json")
        let phone = try world.device(Self.config)
        try await phone.launch(version)
        #expect(phone.screen.shows == shown)
        #expect(phone.decision.isBlocking == (shown == "gate"))
        if shown == "gate" { #expect(phone.decision.url == "https://apps.apple.com/app/id6504763618") }
    }

    @Test func `a raised minimum blocks at the next return, and plain http is never requested`() async throws {
        let world = try World()
        func require(_ minimum: String) {
            world.files.put(
                #"{"url": "https://apps.apple.com/app/id6504763618", "minimum_version": "\#(minimum)"}"#,
                at: "/config.json")
        }
        require("1.0.0")
        let phone = try world.device(Self.config)
        try await phone.launch("1.4.0")
        #expect(phone.decision.status == "ok")

        // The minimum rises while the app is in use, so the block waits.
        require("2.0.0")
        try await world.pass(hours: 8)
        try await phone.tell("wait status required")
        try await phone.tell("present refresh")
        #expect(phone.screen.shows == "nothing")
        #expect(phone.screen.why == "inUse")
        try await phone.comeBack(after: 10)
        #expect(phone.screen.shows == "gate")
        try await phone.launch("2.0.0")
        #expect(phone.screen.shows == "nothing")

        let count = world.files.requests.count
        let other = try world.device(["--source", "config=http://files.example.com/config.json"])
        try await other.launch("1.4.0")
        #expect(other.decision.status == "ok")
        #expect(world.files.requests.count == count)
    }
}
