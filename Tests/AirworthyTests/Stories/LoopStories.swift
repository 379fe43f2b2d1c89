import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// The refresh loop of `run`, and `launchDecision`.
@Suite(.timeLimit(.minutes(5))) struct LoopStories {
    private let world = FakeWorld()
    private let config = Airworthy.Setup.config(Samples.configURL)

    @Test func `run refreshes at launch and after the refresh interval only`() async {
        world.serve(Samples.config, at: Samples.files)
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

    @Test func `failed refreshes back off with doubling delays`() async {
        world.serve([], at: Samples.files, status: 503)
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

    @Test(needsCrypto, arguments: [(0.0, 8_000.0), (0.5, 10_000), (0.75, 11_000)])
    func `the manifest sets the refresh interval, which varies by a fifth`(
        _ random: Double, _ interval: Double
    ) async throws {
        world.setRandom(random)
        world.serve(try Samples.signed(refreshEvery: 10_000), at: Samples.host)
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        #expect(abs(try #require(client.nextRefresh) - interval) < 0.001)
    }

    @Test func `there are no timers in the background, and the return refreshes`() async {
        world.serve(Samples.config, at: Samples.files)
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
        #expect(world.sleeping.isEmpty, "a timer is left after run was cancelled")
    }

    @Test(needsCrypto) func `a decision that changes with time is updated without a request`() async throws {
        let policy: JSONValue = [
            "schema": 1, "appleID": 42,
            "rules": [
                [
                    "id": "maintenance", "when": [:],
                    "maintenance": ["until": "2026-11-20T12:30:00Z"],
                ]
            ],
        ]
        world.serve(try Samples.signed(policy), at: Samples.host)
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
            // Lets the listener receive the maintenance decision first.
            for _ in 0..<100 { await Task.yield() }
            world.pass(1_800)
            let seen = await statuses.value
            #expect(seen.suffix(2) == [.maintenance, .ok])
            #expect(world.requests.count == 1)
        }
    }

    @Test func `concurrent checks share one request`() async {
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

    @Test func `a second call of run takes over when the first is cancelled`() async {
        world.serve(Samples.config, at: Samples.files)
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

    @Test func `a call of run that takes over does not refresh as a launch`() async {
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        let client = world.launch(config)
        let first = Task { await client.run() }
        await wait(until: { world.sleeping == [3_600] })
        world.serve(Samples.config, at: Samples.files)
        let second = Task { await client.run() }
        first.cancel()
        await first.value
        await wait(until: { world.sleeping == [3_600] })
        #expect(world.requests.count == 1, "the refresh was not due yet")
        #expect(client.decision.status == .ok)
        second.cancel()
        await second.value
    }

    @Test func `launchDecision returns after its time-out if the network hangs`() async {
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
        #expect(client.nextRefresh == 0, "the cancelled request is not due again")
    }

    @Test func `launchDecision waits for the request of run instead of sending its own`() async {
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

    @Test func `launchDecision returns at once while the server refuses requests`() async {
        world.serve([], at: Samples.files, status: 503, headers: ["Retry-After": "1000"])
        _ = await world.launch(config).launchDecision()
        let client = world.launch(config)
        await world.running(client) {
            #expect(await client.launchDecision(timeout: 60).status == .ok)
        }
    }
}
