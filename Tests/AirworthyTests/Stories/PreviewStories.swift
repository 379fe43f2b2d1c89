import Airworthy
import AirworthyPolicy
import Testing

/// Clients for previews, with a constant decision.
@Suite(.timeLimit(.minutes(5))) struct PreviewStories {
    private let world = FakeWorld()

    private func decision(_ status: Decision.Status) throws -> Decision {
        let copy = Installation(version: "1.5", build: try BuildNumber("150"), channel: .testflight(.internal))
        var decision = Decision(status, for: copy)
        let update = Decision.Update(version: try AppVersion("2.0"), url: "https://apps.apple.com/app/id42")
        (decision.update, decision.newest) = (status == .ok ? nil : update, update)
        if status == .maintenance { decision.maintenance = Maintenance(until: date("2026-11-20T13:00:00Z")) }
        decision.reevaluateAt = date("2026-11-20T11:00:00Z")
        decision.features = ["lab": true]
        return decision
    }

    @Test(arguments: Decision.Status.allCases)
    func `the decision of a preview never changes`(_ status: Decision.Status) async throws {
        let decision = try decision(status)
        let client = Airworthy.preview(decision, environment: world.environment)
        let owner = Task { await client.run() }
        client.setAttribute(1, for: "x")
        client.overrideFeature("lab", with: false)
        client.setStorefront("JP")
        client.enteredBackground()
        world.pass(86_400)
        await client.enteredForeground()
        #expect(await client.launchDecision() == decision)
        #expect(await client.check().decision == decision)
        #expect(client.decision == decision)
        #expect(client.explain(version: "9.9") == decision)
        #expect(client.isEnabled("lab"))
        #expect(client.channel == .testflight(.internal))
        #expect(client.detectedChannel.channel == .testflight(.internal))
        #expect(client.installation.versionText == "1.5")
        #expect(client.policyStatus.source == .none)
        #expect(world.sleeping.isEmpty, "a preview has no timers")
        owner.cancel()
        await owner.value
    }

    @Test func `a preview presents its decision and reports events`() async throws {
        let client = Airworthy.preview(try decision(.recommended), environment: world.environment)
        let events = client.events
        let shown = client.presentation(.launch)
        #expect(shown.content.isPrompt)
        client.didShow(shown)
        client.answer(.later, to: client.decision)
        #expect(client.presentation(.launch).content == .nothing(.answered))
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == .prompted(client.decision))
        #expect(await iterator.next() == .answered(.later, client.decision))

        let another = Airworthy.preview(try decision(.recommended), environment: world.environment)
        #expect(another.presentation(.launch).content.isPrompt, "a preview stores no answers")
        #expect(Airworthy.preview(try decision(.required)).presentation(.launch).isBlocking)
    }

    @Test func `a check of a preview derives its outcome from the decision`() async throws {
        let newer = try decision(.recommended)
        let update = try #require(newer.update)
        #expect(await Airworthy.preview(newer).check().outcome == .available(update))
        var current = try decision(.ok)
        current.newest = Decision.Update(version: try AppVersion("1.5"), url: nil)
        #expect(await Airworthy.preview(current).check().outcome == .upToDate)
        current.newest = nil
        #expect(await Airworthy.preview(current).check().outcome == .undetermined)
    }
}
