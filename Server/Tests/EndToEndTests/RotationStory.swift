import Testing
import ToolTesting

/// A stolen online key.
@Suite(.blocking, .timeLimit(.minutes(5))) struct RotationStory {
    private static let highest = Int.max
    private static let ransom = Author.policy(
        #"{"id": "ransom", "when": {"version": "<2.2.1"}, "update": "required"}"#)

    @Test func `a keyring of a higher epoch revokes a stolen key even at the highest revision`()
        async throws
    {
        let author = try Author()
        let world = try World()
        world.files.put(try author.sign(Author.calm, revision: 1), at: "/manifest.json")
        let first = try world.device(author.manifestSetup)
        let second = try world.device(author.manifestSetup)
        for phone in [first, second] {
            try await phone.launch("2.2.0 (300)")
            #expect(phone.decision.revision == 1)
        }

        // One phone fetches the thief's manifest.
        let stolen = try author.sign(Self.ransom, revision: Self.highest)
        world.files.put(stolen, at: "/manifest.json")
        try await second.launch()
        #expect(second.screen.shows == "gate")
        #expect(second.decision.rule == "ransom")
        #expect(second.decision.revision == Self.highest)

        // The author publishes a keyring with a new key, signed by a root key.
        let ring = try author.kit.keyring(epoch: 2, of: "spare/online", file: "keyring-2.json")
        #expect(ring.status == 0, "\(ring.errors)")
        let healed = try author.sign(Author.calm, revision: 2, key: "spare/online", keyring: "keyring-2.json")
        world.files.put(healed, at: "/manifest.json")
        try await first.launch()
        try await second.launch()
        for phone in [first, second] {
            #expect(phone.decision.status == "ok")
            #expect(phone.decision.revision == 2)
            #expect(phone.screen.shows == "nothing")
            #expect(!phone.events.contains { $0.hasPrefix("refused") })
        }

        // From then on both phones reject the stolen key, with either keyring.
        let withNewKeyring = try author.sign(Self.ransom, revision: Self.highest, keyring: "keyring-2.json")
        for (file, refusal) in [(stolen, "epoch-went-back"), (withNewKeyring, "unknown-key")] {
            world.files.put(file, at: "/manifest.json")
            for phone in [first, second] {
                try await phone.launch()
                #expect(phone.decision.revision == 2)
                #expect(phone.events == ["refused \(refusal), an alarm"])
            }
        }
    }
}
