import Testing
import ToolTesting

/// A rule that blocks one broken version.
@Suite(.blocking, .timeLimit(.minutes(5))) struct BadVersionStory {
    @Test func `the bad version is blocked until it is updated`() async throws {
        let author = try Author()
        let world = try World()
        world.files.put(try author.sign(Author.badVersion, revision: 1), at: "/manifest.json")
        let phone = try world.device(author.manifestSetup)

        // The first launch has no policy until the first answer.
        try await phone.launch("2.2.0 (300)")
        #expect(phone.firstScreen.shows == "nothing")
        #expect(phone.decision.status == "required")
        #expect(phone.decision.rule == "bad")
        #expect(phone.decision.message == "This version loses tags.")
        #expect(phone.screen.shows == "gate")
        #expect(phone.screen.update == "2.2.1 (310)")
        #expect(phone.decision.url == "https://apps.apple.com/app/id6504763618")

        // The next launch has the stored policy at once.
        try await phone.launch()
        #expect(phone.firstScreen.shows == "gate")
        phone.kill()
        phone.language = "ja-JP"
        try await phone.launch()
        #expect(phone.firstScreen.shows == "gate")
        #expect(phone.decision.message == "タグが失われます。")
        try await phone.tell("store opened")
        #expect(phone.events == ["blocked", "blocked", "storeTrip"])

        // The update unblocks the app, and a downgrade blocks it again.
        try await phone.launch("2.2.1 (310)")
        #expect(phone.firstScreen.shows == "nothing")
        #expect(phone.decision.status == "ok")
        try await phone.checkForUpdate()
        #expect(phone.check.outcome == "upToDate")
        #expect(phone.events == ["updated"])
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate")
        #expect(phone.events == ["changed", "blocked", "blocked"])
    }

    @Test(arguments: ["2.1.0 (290)", "2.2.1 (310)", "2.3.0 (320)"])
    func `other versions are not affected`(_ version: String) async throws {
        let author = try Author()
        let world = try World()
        world.files.put(try author.sign(Author.badVersion, revision: 1), at: "/manifest.json")
        let phone = try world.device(author.manifestSetup)
        try await phone.launch(version)
        #expect(phone.decision.status == "ok")
        #expect(phone.screen.shows == "nothing")
        #expect(phone.has("sync") == true)
        #expect(phone.events == [])
    }
}
