import Foundation
import Testing
import ToolTesting

/// The App Store's lookup, with and without rules in code.
@Suite(.blocking, .timeLimit(.minutes(5))) struct LookupStories {
    private static let appStoreOnly = ["--app-store", "6504763618"]

    @Test func `an app with only an Apple ID prompts once a day and can be skipped`()
        async throws
    {
        let world = try World(appStore: listing)
        let phone = try world.device(Self.appStoreOnly)
        try await phone.launch("2.2.0")
        #expect(phone.decision.status == "recommended")
        #expect(phone.screen.shows == "prompt")
        #expect(phone.screen.update == "2.2.1")
        #expect(phone.screen.options == ["update", "later", "skip"])

        try await phone.answer("skip")
        #expect(phone.screen.why == "skipped")
        try await world.pass(days: 3)
        try await phone.launch()
        #expect(phone.screen.why == "skipped")
        try await phone.checkForUpdate()
        #expect(phone.check.outcome == "available 2.2.1" && phone.check.isFresh)
        #expect(phone.check.screen.shows == "prompt")

        // On its first day a new release is found by a check only.
        try world.changeAppStore("release", body: #"{"version": "2.3.0", "build": "320"}"#)
        try await world.pass(hours: 1)
        try await phone.checkForUpdate()
        #expect(phone.check.outcome == "available 2.3.0")
        #expect(phone.decision.status == "ok")
        #expect(phone.decision.newest == "2.3.0")
        try await world.pass(days: 1, hours: 1)
        try await phone.launch()
        #expect(phone.screen.shows == "prompt")
        #expect(phone.screen.update == "2.3.0")
        #expect(phone.events == ["prompted", "prompted"])
    }

    @Test func `lookups are rate-limited, and an unlisted country is undetermined`() async throws {
        let world = try World(appStore: listing)
        let phone = try world.device(Self.appStoreOnly)
        for _ in 0..<3 {
            try await phone.launch("2.2.1")
            #expect(phone.decision.status == "ok")
        }
        var lookups = try world.lookups()
        #expect(lookups == 1)
        try await phone.checkForUpdate()
        #expect(phone.check.outcome == "upToDate")
        try await phone.quit()
        try await world.pass(hours: 7)
        try await phone.launch()
        lookups = try world.lookups()
        #expect(lookups == 3)

        let abroad = try world.device(Self.appStoreOnly)
        abroad.storefront = "US"
        try await abroad.launch("2.0.0")
        #expect(abroad.decision.status == "ok")
        try await abroad.checkForUpdate()
        #expect(abroad.check.outcome == "undetermined")
        #expect(abroad.events.contains("notListed"))
    }

    @Test func `rules in code require only what the lookup offers`() async throws {
        let world = try World(appStore: listing)
        let rules = try ScratchFolder([
            "rules.json": """
            {"schema": 1, "appleID": 6504763618, "rules": [
              {"id": "bad", "when": {"version": "2.2.0"}, "update": "required"},
              {"id": "old", "when": {"version": "<latest"}, "update": "required", "releasedFor": "P2D"}]}
            """
        ])
        let setup = ["--source", "rules=\(rules.url.path)/rules.json", "--app-store", "6504763618", "--country", "jp"]

        // Without a lookup no update is known, so nothing blocks.
        let offline = try world.device(setup)
        offline.hosts = [:]
        try await offline.launch("2.2.0")
        #expect(offline.decision.status == "requiredUnavailable")
        #expect(!offline.decision.isBlocking)
        #expect(offline.events == ["unreachable"])

        let phone = try world.device(setup)
        try await phone.launch("2.2.0")
        #expect(phone.decision.rule == "bad")
        #expect(phone.screen.shows == "gate")
        #expect(phone.screen.update == "2.2.1")
        #expect(phone.decision.url == "https://apps.apple.com/app/id6504763618")

        // The lookup has no build numbers; the version in the store needs no update.
        try await phone.launch("2.2.1 (309)")
        #expect(phone.decision.status == "ok")
        try world.changeAppStore("release", body: #"{"version": "2.3.0", "build": "320"}"#)
        try await world.pass(days: 1)
        try await phone.launch()
        #expect(phone.decision.newest == "2.3.0")
        #expect(phone.screen.shows == "nothing")
        try await world.pass(days: 1, hours: 1)
        try await phone.launch()
        #expect(phone.decision.rule == "old")
        #expect(phone.screen.shows == "gate")
        #expect(phone.screen.update == "2.3.0")
        withExtendedLifetime(rules) {}
    }
}
