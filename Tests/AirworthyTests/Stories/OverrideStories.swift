import Airworthy
import AirworthyPolicy
import Testing

/// Pretending another channel, to try things out.
@Suite(.timeLimit(.minutes(1))) struct OverrideStories {
    private let world = FakeWorld()

    private func setup() throws -> Setup {
        let policy: JSONValue = [
            "schema": 1, "rules": [],
            "features": ["lab": ["default": false, "rules": [["when": ["channel": "testflight"], "value": true]]]],
        ]
        return Setup(policy: [.rules(try Policy(json: policy.jsonBytes()))])
    }

    @Test(arguments: [Channel.unknown, .debug, .adhoc, .testflight(.external)])
    func `an override counts at once, everywhere, until it is taken away`(_ real: Channel) async throws {
        let client = world.launch(try setup(), channel: real)
        var decisions = client.decisions.makeAsyncIterator()
        let before = await decisions.next()
        client.overrideChannel(.testflight(.internal))
        #expect(await decisions.next()?.channel == .testflight(.internal))
        #expect(client.channel == .testflight(.internal))
        #expect(client.detectedChannel.evidence == "debug override; really \(real)")
        #expect(client.isEnabled("lab"))
        client.overrideChannel(nil)
        #expect(client.decision == before)
        #expect(client.channel == real)
    }

    @Test(arguments: [Channel.appstore, .marketplace("com.example.store"), .web, .enterprise])
    func `a copy that people have is never anything else`(_ real: Channel) throws {
        let client = world.launch(try setup(), channel: real)
        client.overrideChannel(.testflight(.internal))
        #expect(client.channel == real)
        #expect(!client.isEnabled("lab"))
    }

    @Test func `an override outlives what is found out later, but not the process`() async throws {
        let client = world.launch(try setup(), detecting: .testFlight)
        client.overrideChannel(.debug)
        await world.running(client) {
            await wait(until: { client.detectedChannel.evidence == "debug override; really testflight" })
            #expect(client.channel == .debug)
        }
        #expect(world.launch(try setup(), detecting: .testFlight).channel == .testflight(nil))
    }
}
