import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// The loop that keeps the answer fresh.
@Suite(.timeLimit(.minutes(1))) struct LoopStories {
    private let world = FakeWorld()
    private let config = Setup.config(Samples.configURL)

    @Test func `it asks at launch, then when it is time, and not in between`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(config)
        await world.running(client) {
            await wait(until: { world.sleeping == [3_600] })
            #expect(world.requests.count == 1)
            for hour in 1...6 {
                world.pass(3_600)
                await wait(until: { !world.sleeping.isEmpty })
                #expect(world.requests.count == (hour < 6 ? 1 : 2))
            }
        }
    }

    @Test func `the manifest says how often, a fifth more or less`() async {
        world.serve(Samples.files, [], status: 503)
        world.setRandom(0.75)
        let client = world.launch(config)
        await world.running(client) {
            await wait(until: { world.sleeping == [3] })
            world.pass(3)
            await wait(until: { world.sleeping == [6] })
            world.pass(6)
            await wait(until: { world.sleeping == [12] })
        }
        #expect(world.requests.count == 3)
    }

    @Test func `in the background there are no timers, and the return asks`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(config)
        await world.running(client) {
            await wait(until: { world.sleeping == [3_600] })
            client.enteredBackground()
            await wait(until: { world.sleeping.isEmpty })
            world.pass(10 * 86_400)
            for _ in 0..<100 { await Task.yield() }
            #expect(world.sleeping.isEmpty)
            #expect(world.requests.count == 1)
            await client.enteredForeground()
            #expect(world.requests.count == 2)
            await wait(until: { world.sleeping == [3_600] })
        }
        #expect(world.sleeping.isEmpty, "and none is left when the owner is gone")
    }

    @Test(needsCrypto) func `the answer changes when its time comes, without a request`() async throws {
        let policy: JSONValue = [
            "schema": 1, "appleID": 42,
            "rules": [
                [
                    "id": "maintenance", "when": [:],
                    "maintenance": ["until": "2026-11-20T12:30:00Z"],
                ]
            ],
        ]
        world.serve(Samples.host, try Samples.signed(policy))
        let client = world.launch(Samples.serverSetup)
        let statuses = Task {
            var statuses: [Decision.Status] = []
            for await decision in client.decisions {
                statuses.append(decision.status)
                if statuses.contains(.maintenance), decision.status == .ok { break }
            }
            return statuses
        }
        await world.running(client) {
            await wait(until: { world.sleeping.contains(1_800) && client.decision.status == .maintenance })
            // The listener may be behind, but sees the last.
            for _ in 0..<100 { await Task.yield() }
            world.pass(1_800)
            let seen = await statuses.value
            #expect(seen.suffix(2) == [.maintenance, .ok])
            #expect(world.requests.count == 1)
        }
    }

    @Test func `many who ask at once ask once`() async {
        let gate = AsyncGate()
        world.answer(Samples.files) { request in
            await gate.pass()
            return TransportResponse(url: request.url, status: 200, body: Samples.config)
        }
        let client = world.launch(config)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { await client.check().isFresh } }
            await wait(until: { world.requests.count == 1 })
            for _ in 0..<1_000 { await Task.yield() }
            gate.open()
            for await isFresh in group { #expect(isFresh) }
        }
        #expect(world.requests.count < 20)
    }

    @Test func `a second owner waits, and takes over when the first is gone`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(config)
        let first = Task { await client.run() }
        await wait(until: { world.sleeping == [3_600] })
        let second = Task { await client.run() }
        for _ in 0..<100 { await Task.yield() }
        #expect(world.sleeping.count == 1)
        first.cancel()
        await first.value
        await wait(until: { world.sleeping == [3_600] })
        second.cancel()
        await second.value
        #expect(world.sleeping.isEmpty)
    }

    @Test func `who takes over is in the middle of work: that is no launch`() async {
        world.serve(Samples.files, Samples.config(minimum: "1.0"))
        let client = world.launch(config)
        let first = Task { await client.run() }
        await wait(until: { world.sleeping == [3_600] })
        world.serve(Samples.files, Samples.config)
        let second = Task { await client.run() }
        first.cancel()
        await first.value
        await wait(until: { world.sleeping == [3_600] })
        #expect(world.requests.count == 1, "it is not time yet")
        #expect(client.decision.status == .ok)
        second.cancel()
        await second.value
    }

    @Test func `the launch is held up no longer than asked, whatever the network does`() async {
        world.answer(Samples.files) { _ in
            try await Task.sleep(nanoseconds: 1_000_000_000_000)
            throw CancellationError()
        }
        let client = world.launch(config)
        let launch = Task { await client.launchDecision(timeout: 2) }
        await wait(until: { world.sleeping.sorted() == [2, 5] })
        world.pass(2)
        #expect(await launch.value.status == .ok)
        #expect(world.sleeping.isEmpty)
        #expect(client.nextRefresh == 0, "what was cut off is asked again")
    }

    @Test func `the launch waits for the loop's own request instead of asking twice`() async {
        let gate = AsyncGate()
        world.answer(Samples.files) { request in
            await gate.pass()
            return TransportResponse(url: request.url, status: 200, body: Samples.config)
        }
        let client = world.launch(config)
        await world.running(client) {
            await wait(until: { world.requests.count == 1 })
            let launch = Task { await client.launchDecision(timeout: 60) }
            await wait(until: { world.sleeping.contains(60) })
            gate.open()
            #expect(await launch.value.status == .required)
        }
        #expect(world.requests.count == 1)
    }

    @Test func `a launch that may not ask yet does not wait either`() async {
        world.serve(Samples.files, [], status: 503, headers: ["Retry-After": "1000"])
        _ = await world.launch(config).launchDecision()
        let client = world.launch(config)
        await world.running(client) {
            #expect(await client.launchDecision(timeout: 60).status == .ok)
        }
    }
}
