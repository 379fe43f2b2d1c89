import Testing
import ToolTesting

/// A manifest that expires without a new signature.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ExpiryStory {
    private static let policy = Author.policy(
        #"{"id": "bad", "when": {"version": "2.2.0"}, "update": "required"}"#,
        features: """
            {"sync": {"default": true, "rules": [{"when": {"version": "<2.2.1"}, "value": false}]},
             "hint": {"default": false, "whenExpired": "default", "rules": [{"when": {}, "value": true}]}}
            """)

    @Test func `an expired manifest turns a block into a prompt and keeps features off`() async throws {
        let author = try Author()
        let world = try World("2026-11-20T12:00:00Z")
        world.files.put(try author.sign(Self.policy, revision: 1), at: "/manifest.json")
        let phone = try world.device(author.manifestSetup)
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate")
        #expect(phone.has("sync") == false)
        #expect(phone.has("hint") == true)
        #expect(phone.events == ["blocked"])

        // Past half of the lifetime the client reports `aging`.
        try await world.pass(days: 16)
        try await phone.launch()
        #expect(phone.screen.shows == "gate")
        #expect(phone.events == ["blocked", "aging", "blocked"])

        // Confirmations do not prolong the lifetime.
        try await world.pass(days: 13, hours: 23)
        try await phone.launch()
        #expect(phone.screen.shows == "gate")
        try await world.pass(hours: 1, minutes: 1)
        try await phone.tell("wait status recommended")
        #expect(phone.decision.softened == "expired")
        #expect(!phone.decision.isSkippable)
        try await phone.launch()
        #expect(phone.screen.shows == "prompt")
        #expect(phone.screen.options == ["update", "later"])
        #expect(phone.has("sync") == false, "an expired manifest must not turn a kill switch off")
        #expect(phone.has("hint") == false, "`whenExpired` asks for the default")

        // A new signature restores the block.
        let now = "2026-12-20T13:00:00Z"
        world.files.put(try author.sign(Self.policy, revision: 2, at: now), at: "/manifest.json")
        try await phone.launch()
        #expect(phone.screen.shows == "gate")
        #expect(phone.decision.softened == nil)
        #expect(phone.has("hint") == true)
    }
}
