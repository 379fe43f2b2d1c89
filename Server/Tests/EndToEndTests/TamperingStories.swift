import AirworthyPolicy
import Testing
import ToolTesting

/// An attacker between the author and the phone who wants to remove a block.
@Suite(.blocking, .timeLimit(.minutes(5))) struct TamperingStories {
    enum Attack: String, CaseIterable {
        case signedByAStranger = "unknown-key, an alarm"
        case contentExchanged = "bad-signature, an alarm"
        case replayed = "revision-went-back, an alarm"
        case lagging = "stale-copy"
        case sameNumberOtherContent = "same-revision-other-bytes, an alarm"
        case stagingForProduction = "wrong-audience, an alarm"
        case otherOrigin = "wrong-lineage, an alarm"
        case otherApp = "wrong-app, an alarm"
        case portal = "malformed-envelope"

        /// Returns the file that replaces revision 7.
        func file(_ author: Author) throws -> String {
            let calm = Author.calm
            switch self {
            case .signedByAStranger: return try author.sign(calm, revision: 8, key: "spare/online")
            case .contentExchanged:
                let other = try JSONReader.read(author.sign(calm, revision: 8)).jsonValue
                var file = try #require(
                    try JSONReader.read(author.sign(Author.badVersion, revision: 8)).jsonValue.objectValue)
                file["payload"] = other["payload"]
                return JSONValue.object(file).jsonText()
            case .replayed: return try author.sign(calm, revision: 6, at: "2026-11-10T12:00:00Z")
            case .lagging: return try author.sign(calm, revision: 6, at: "2026-11-20T11:00:00Z")
            case .sameNumberOtherContent: return try author.sign(calm, revision: 7)
            case .stagingForProduction: return try author.sign(calm, revision: 8, "--audience", "staging")
            case .otherOrigin: return try author.sign(calm, revision: 8, "--lineage", "hashtags-staging")
            case .otherApp:
                let policy = calm.replacing(#""hashtags""#, with: #""birthdays""#)
                return try author.sign(policy, revision: 8, isCatalogKnown: false, "--app", "birthdays")
            case .portal: return "<html>Welcome to the hotel.</html>"
            }
        }
    }

    @Test(arguments: Attack.allCases)
    func `a manipulated manifest changes nothing and is reported`(_ attack: Attack) async throws {
        let author = try Author()
        let world = try World("2026-11-20T12:00:00Z")
        world.files.put(try author.sign(Author.badVersion, revision: 7), at: "/manifest.json")
        let phone = try world.device(author.manifestSetup + ["--lineage", "hashtags"])
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate")

        world.files.put(try attack.file(author), at: "/manifest.json")
        for _ in 0..<2 {
            try await phone.launch()
            #expect(phone.screen.shows == "gate")
            #expect(phone.decision.revision == 7)
            #expect(phone.events == ["blocked", "refused \(attack.rawValue)", "blocked"])
        }
        try await phone.checkForUpdate()
        #expect(phone.check.isFresh == false)

        // The author's next manifest is accepted.
        world.files.put(try author.sign(Author.calm, revision: 9), at: "/manifest.json")
        try await phone.launch()
        #expect(phone.firstScreen.shows == "gate")
        #expect(phone.screen.shows == "nothing")
        #expect(phone.decision.revision == 9)
    }

    @Test func `a host frozen at a block blocks only until the manifest expires`() async throws {
        let author = try Author()
        let world = try World("2026-11-20T12:00:00Z")
        let everybody = Author.policy(#"{"id": "all", "when": {"version": "<2.2.1"}, "update": "required"}"#)
        world.files.put(try author.sign(everybody, revision: 1), at: "/manifest.json")
        let phone = try world.device(author.manifestSetup)
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate")
        // The author removes the block, but the host still serves the old file.
        _ = try author.sign(Author.calm, revision: 2)
        try await world.pass(days: 29)
        try await phone.launch()
        #expect(phone.screen.shows == "gate")
        try await world.pass(days: 1)
        try await phone.launch()
        #expect(phone.screen.shows == "prompt")
        #expect(phone.decision.softened == "expired")

        // A new installation fetches the same expired manifest.
        let other = try world.device(author.manifestSetup)
        try await other.launch("2.2.0 (300)")
        #expect(other.screen.shows == "prompt")
    }
}
