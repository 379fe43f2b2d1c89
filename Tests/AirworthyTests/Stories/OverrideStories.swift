import Airworthy
import AirworthyPolicy
import Testing

/// Overrides of the channel.
@Suite(.timeLimit(.minutes(5))) struct OverrideStories {
    private let world = FakeWorld()

    private func setup() throws -> Airworthy.Setup {
        let policy: JSONValue = [
            "schema": 1, "rules": [],
            "features": ["lab": ["default": false, "rules": [["when": ["channel": "testflight"], "value": true]]]],
        ]
        return Airworthy.Setup(policy: [.rules(try Policy(json: policy.jsonBytes()))])
    }

    @Test(arguments: [Channel.unknown, .debug, .adhoc, .testflight(.external)])
    func `a channel override applies at once until removed`(_ real: Channel) async throws {
        let client = world.launch(try setup(), channel: real)
        var decisions = client.decisions.makeAsyncIterator()
        let before = await decisions.next()
        client.overrideChannel(.testflight(.internal))
        #expect(await decisions.next()?.channel == .testflight(.internal))
        #expect(client.channel == .testflight(.internal))
        #expect(client.detectedChannel.evidence == "debug override; detected: \(real)")
        #expect(client.isEnabled("lab"))
        client.overrideChannel(nil)
        #expect(client.decision == before)
        #expect(client.channel == real)
    }

    @Test(arguments: [Channel.appstore, .marketplace("com.example.store"), .web, .enterprise])
    func `a channel override is ignored in a public installation`(_ real: Channel) throws {
        let client = world.launch(try setup(), channel: real)
        client.overrideChannel(.testflight(.internal))
        #expect(client.channel == real)
        #expect(!client.isEnabled("lab"))
    }

    @Test func `a channel override survives detection but not a new launch`() async throws {
        let client = world.launch(try setup(), detecting: .testFlight)
        client.overrideChannel(.debug)
        await world.running(client) {
            await wait(until: { client.detectedChannel.evidence == "debug override; detected: testflight" })
            #expect(client.channel == .debug)
        }
        #expect(world.launch(try setup(), detecting: .testFlight).channel == .testflight(nil))
    }
}
