import Testing
import ToolTesting

/// Daily prompts across midnight and time zones.
@Suite(.blocking, .timeLimit(.minutes(5))) struct DailyPromptStory {
    @Test func `a prompt appears once on each local date`() async throws {
        let world = try World("2026-11-20T14:50:00Z", appStore: listing)
        let phone = try world.device(["--app-store", "6504763618"])
        phone.timeZone = "Asia/Tokyo"

        // Ten minutes to midnight. A killed app has no answer, so the prompt returns.
        try await phone.launch("2.2.0")
        #expect(phone.screen.shows == "prompt")
        phone.kill()
        try await phone.launch()
        #expect(phone.screen.shows == "prompt")
        try await phone.answer("later")
        #expect(phone.screen.why == "answered")
        #expect(phone.screen.nextAt == "2026-11-20T15:00:00Z")
        try await phone.launch()
        #expect(phone.screen.why == "answered")

        // A quarter past midnight is another date, even while the app is in use.
        try await world.pass(minutes: 25)
        try await phone.tell("present refresh")
        #expect(phone.screen.shows == "prompt")
        try await phone.answer("later")
        #expect(phone.screen.nextAt == "2026-11-21T15:00:00Z")

        // In Honolulu the 21st, the date of the answer, has yet to pass.
        try await phone.quit()
        phone.timeZone = "Pacific/Honolulu"
        try await world.pass(hours: 9)
        try await phone.launch()
        #expect(phone.screen.why == "answered")
        try await world.pass(hours: 32)
        try await phone.launch()
        #expect(phone.screen.why == "answered", "it is still the 21st in Honolulu")
        try await world.pass(hours: 2)
        try await phone.launch()
        #expect(phone.screen.shows == "prompt", "it is the 22nd in Honolulu")
        try await phone.answer("later")

        // Back over the date line the date is a day later.
        try await phone.quit()
        phone.timeZone = "Asia/Tokyo"
        try await world.pass(hours: 8)
        try await phone.launch()
        #expect(phone.screen.shows == "prompt")
        try await phone.answer("skip")
        try await world.pass(days: 5)
        try await phone.launch()
        #expect(phone.screen.why == "skipped")
    }

    @Test func `a downgrade or a reinstallation forgets skipped versions`() async throws {
        let world = try World(appStore: listing)
        let phone = try world.device(["--app-store", "6504763618"])
        try await phone.launch("2.2.0")
        try await phone.answer("skip")
        let id = phone.installID
        try await phone.launch("2.1.0")
        #expect(phone.screen.shows == "prompt", "a downgrade forgets what was skipped")
        #expect(phone.installID == id)
        #expect(phone.events == ["changed", "prompted", "prompted"])

        try await phone.answer("skip")
        try await phone.remove()
        try await phone.launch()
        #expect(phone.screen.shows == "prompt", "a new installation remembers nothing")
        #expect(phone.installID != id)
    }
}
