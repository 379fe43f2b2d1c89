import Testing
import ToolTesting

/// Launches with each set-up that an app can choose.
@Suite(.blocking, .timeLimit(.minutes(10))) struct StartUpStories {
    @Test(arguments: StartUp.allCases)
    func `each set-up decides at a cold, a warm, an offline and an upgraded launch`(_ startUp: StartUp) async throws {
        let scene = try StartUpScene(startUp)
        let phone = scene.phone

        // Cold: nothing is stored.
        try await phone.launch("2.2.0 (300)")
        #expect(phone.firstScreen.shows == startUp.firstScreen)
        #expect(phone.screen.shows == startUp.screen)
        #expect(phone.decision.update == startUp.update)
        let id = try #require(phone.installID)

        // Warm: the stored answers decide at once.
        try await scene.waitForLookup()
        try await phone.launch()
        #expect(phone.firstScreen.shows == startUp.screen)
        #expect(phone.screen.shows == startUp.screen)
        #expect(!phone.events.contains("unreachable"))

        // Offline: the stored answers stay in force.
        try await scene.waitForLookup()
        try scene.goOffline()
        try await phone.launch()
        #expect(phone.firstScreen.shows == startUp.screen)
        #expect(phone.screen.shows == startUp.screen)
        #expect(phone.events.contains("unreachable") == startUp.asks)

        // Upgraded: the stored answers decide for the new version at once.
        try await phone.launch("2.2.1 (310)")
        #expect(phone.firstScreen.shows == "nothing")
        #expect(phone.screen.shows == "nothing")
        #expect(phone.events.first == "updated")
        #expect(!phone.events.contains { $0.hasPrefix("refused") || $0.hasPrefix("store") })
        #expect(phone.installID == id)
    }

    @Test(arguments: StartUp.allCases)
    func `a first launch without sources shows only the rules in the app`(_ startUp: StartUp) async throws {
        let scene = try StartUpScene(startUp)
        try scene.goOffline()
        try await scene.phone.launch("2.2.0 (300)")
        #expect(scene.phone.firstScreen.shows == startUp.firstScreen)
        #expect(scene.phone.screen.shows == startUp.firstScreen)
        #expect(scene.phone.events.contains("unreachable") == startUp.asks)
        try await scene.phone.checkForUpdate()
        #expect(scene.phone.check.isFresh == !startUp.asks)
    }
}
