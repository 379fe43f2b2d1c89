import Airworthy
import AirworthyPolicy
import Foundation
import Testing

/// The presentation of decisions: gates, prompts and holds.
@Suite(.timeLimit(.minutes(5))) struct ScreenStories {
    private let world = FakeWorld()
    private let config = Airworthy.Setup.config(Samples.configURL)
    private let lookup = Airworthy.Setup.appStore(id: 42, country: "JP")

    @Test func `a stored block is a gate at launch and shows that a refresh is under way`() async {
        world.serve(Samples.config, at: Samples.files)
        _ = await world.launch(config).check()
        let gate = AsyncGate()
        world.answer(Samples.files) { request in
            await gate.pass()
            return TransportResponse(url: request.url, status: 503)
        }
        let client = world.launch(config)
        let owner = Task { await client.run() }
        await wait(until: { world.requests.count == 2 })
        #expect(client.presentation(.launch).content == .gate(.init(client.decision.update, isRechecking: true)))
        gate.open()
        await wait(until: { client.nextRefresh != nil })
        #expect(client.presentation(.refresh).content == .gate(.init(client.decision.update, isRechecking: false)))
        owner.cancel()
        await owner.value
    }

    @Test func `a block from the launch refresh is presented, a later one waits`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config)
        var moments = client.presentationTriggers.makeAsyncIterator()
        #expect(client.presentation(.launch).content == .nothing(.nothingToShow))
        _ = await client.launchDecision()
        #expect(await moments.next() == .launch)
        #expect(client.presentation(.launch).isBlocking)

        let other = FakeWorld()
        let working = other.launch(config)
        var later = working.presentationTriggers.makeAsyncIterator()
        other.disconnect(Samples.files)
        _ = await working.launchDecision()
        other.serve(Samples.config, at: Samples.files)
        _ = await working.check()
        #expect(await later.next() == .refresh)
        #expect(working.presentation(.refresh).content == .nothing(.inUse))
    }

    @Test func `a block held back is presented with its trigger when the last hold ends`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config)
        _ = await client.check()
        var moments = client.presentationTriggers.makeAsyncIterator()
        let hold = client.holdInterruptions()
        let second = client.holdInterruptions()
        #expect(client.presentation(.launch).content == .nothing(.held))
        #expect(client.presentation(.refresh).content == .nothing(.held))
        hold.end()
        hold.end()
        #expect(client.presentation(.refresh).content == .nothing(.held), "the second hold is still active")
        second.end()
        #expect(await moments.next() == .launch)
        #expect(client.presentation(.launch).isBlocking)
    }

    @Test func `releasing a hold ends it`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config)
        _ = await client.check()
        do {
            let hold = client.holdInterruptions()
            #expect(client.presentation(.launch).content == .nothing(.held))
            _ = hold
        }
        #expect(client.presentation(.launch).isBlocking)
    }

    @Test func `a check never blocks and finds skipped versions`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config)
        let check = await client.check()
        #expect(check.decision.blocking)
        #expect(check.presentation.content.isPrompt)
        #expect(!check.presentation.isBlocking)

        let other = FakeWorld()
        other.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let skipping = other.launch(lookup, storefront: "JP")
        _ = await skipping.check()
        skipping.answer(.skip, to: skipping.decision)
        let again = await skipping.check()
        #expect(again.presentation.content.isPrompt)
    }

    @Test(arguments: [
        #""update": "required", "releasedFor": "P60D""#,
        #""maintenance": {"until": "2026-11-20T15:00:00Z"}"#,
    ])
    func `a check finds a newer release that no rule offers yet`(_ effect: String) async throws {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let rules = #"{"schema": 1, "app": "tour", "rules": [{"id": "rule", "when": {}, \#(effect)}]}"#
        let setup = Airworthy.Setup(
            policy: [.rules(try Policy(json: Array(rules.utf8)))], releases: .appStore(id: 42, country: "JP"))
        let client = world.launch(setup, storefront: "JP")
        let check = await client.check()
        #expect([.requiredUnavailable, .maintenance].contains(check.decision.status))
        guard case .available(let update) = check.outcome else {
            Issue.record("\(check.outcome), though 2.0 is in the store")
            return
        }
        #expect(update.version == (try AppVersion("2.0")))
    }

    @Test func `an answered prompt returns on the next local date`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let client = world.launch(lookup, storefront: "JP")
        _ = await client.check()
        client.didShow(client.presentation(.launch))
        client.answer(.later, to: client.decision)
        let silent = client.presentation(.launch)
        #expect(silent.content == .nothing(.answered))
        #expect(silent.nextAt == date("2026-11-21T00:00:00Z"))
        world.pass(12 * 3_600)
        #expect(world.launch(lookup, storefront: "JP").presentation(.launch).content.isPrompt)
        #expect(
            await reportedEvents(of: client) == [.prompted(client.decision), .answered(.later, client.decision)])
    }

    @Test func `three trips to the store lower the gate to a prompt and are reported`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config)
        _ = await client.check()
        #expect(client.presentation(.launch).isBlocking)
        for _ in 0..<3 {
            client.didOpenStore(for: client.decision, succeeded: true)
            world.pass(1_000)
        }
        guard case .prompt(let prompt) = client.presentation(.foreground).content else {
            Issue.record("the gate is still up")
            return
        }
        #expect(prompt.lowered == .storeTrips)
        #expect(await reportedEvents(of: client).contains { if case .gateLowered = $0 { true } else { false } })
    }

    @Test func `returns to the foreground refresh at most once a minute`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config)
        _ = await client.launchDecision()
        for seconds in [10.0, 20, 30] {
            client.enteredBackground()
            world.pass(seconds)
            await client.enteredForeground()
        }
        #expect(world.requests.count == 2, "one for the launch, one for the return a minute later")
        await client.enteredForeground()
        #expect(world.requests.count == 2, "the app was not in the background")
    }
}

/// A gate that tasks wait at until it is opened.
final class AsyncGate: Sendable {
    private let signal = Signal()
    func pass() async { await signal.wait(after: 0) }
    func open() { signal.send() }
}
