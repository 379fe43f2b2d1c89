import Airworthy
import AirworthyPolicy
import Foundation
import Testing

/// What comes up, and when.
@Suite(.timeLimit(.minutes(1))) struct ScreenStories {
    private let world = FakeWorld()
    private let config = Setup.config(Samples.configURL)
    private let lookup = Setup.appStore(id: 42, country: "JP")

    @Test func `a stored block is shown at launch at once, and says that it is being checked`() async {
        world.serve(Samples.files, Samples.config)
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

    @Test func `a block that comes with the answer to the launch comes up, one that comes later waits`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(config)
        var moments = client.presentationTriggers.makeAsyncIterator()
        #expect(client.presentation(.launch).content == .nothing(.nothingToShow))
        _ = await client.launchDecision()
        #expect(await moments.next() == .launch)
        #expect(client.presentation(.launch).isBlocking)

        let other = FakeWorld()
        let working = other.launch(config)
        var later = working.presentationTriggers.makeAsyncIterator()
        other.cut(Samples.files)
        _ = await working.launchDecision()
        other.serve(Samples.files, Samples.config)
        _ = await working.check()
        #expect(await later.next() == .refresh)
        #expect(working.presentation(.refresh).content == .nothing(.inUse))
    }

    @Test func `a hold keeps a block away and gives it back with the trigger it had`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(config)
        _ = await client.check()
        var moments = client.presentationTriggers.makeAsyncIterator()
        let hold = client.holdInterruptions()
        let second = client.holdInterruptions()
        #expect(client.presentation(.launch).content == .nothing(.held))
        #expect(client.presentation(.refresh).content == .nothing(.held))
        hold.end()
        hold.end()
        #expect(client.presentation(.refresh).content == .nothing(.held), "the other one still holds")
        second.end()
        #expect(await moments.next() == .launch)
        #expect(client.presentation(.launch).isBlocking)
    }

    @Test func `a hold ends when nobody holds on to it`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(config)
        _ = await client.check()
        do {
            let hold = client.holdInterruptions()
            #expect(client.presentation(.launch).content == .nothing(.held))
            _ = hold
        }
        #expect(client.presentation(.launch).isBlocking)
    }

    @Test func `a check never blocks by itself, and finds what was skipped`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(config)
        let check = await client.check()
        #expect(check.decision.blocking)
        #expect(check.presentation.content.isPrompt)
        #expect(!check.presentation.isBlocking)

        let other = FakeWorld()
        other.serve(Samples.appStore, Samples.lookup("2.0"))
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
    func `a check names what is newer, also where the rule has nothing to offer`(_ effect: String) async throws {
        world.serve(Samples.appStore, Samples.lookup("2.0"))
        let rules = #"{"schema": 1, "app": "tour", "rules": [{"id": "rule", "when": {}, \#(effect)}]}"#
        let setup = Setup(
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

    @Test func `an answered prompt comes again on the next day, by the place's date`() async {
        world.serve(Samples.appStore, Samples.lookup("2.0"))
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
            await told(client) == [.prompted(client.decision), .answered(.later, client.decision)])
    }

    @Test func `three trips to a store that changes nothing lower the gate, and that is told`() async {
        world.serve(Samples.files, Samples.config)
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
        #expect(await told(client).contains { if case .gateLowered = $0 { true } else { false } })
    }

    @Test func `a return after half an hour is a new visit, and asks again once a minute at most`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(config)
        _ = await client.launchDecision()
        for seconds in [10.0, 20, 30] {
            client.enteredBackground()
            world.pass(seconds)
            await client.enteredForeground()
        }
        #expect(world.requests.count == 2, "the launch, and the return that came a minute after it")
        await client.enteredForeground()
        #expect(world.requests.count == 2, "nothing was left, so nothing is returned to")
    }
}

/// Lets whoever passes wait until it is opened.
final class AsyncGate: Sendable {
    private let signal = Signal()
    func pass() async { await signal.wait(after: 0) }
    func open() { signal.send() }
}
