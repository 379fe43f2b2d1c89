import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

@testable import Airworthy

/// Checks by hand that cannot find an update, however often the user asks.
@Suite(.timeLimit(.minutes(1))) struct CheckStories {
    private let world = FakeWorld()
    private let rules = Airworthy.Setup(policy: [.rules(Policy(rules: []))])

    @Test(
        arguments: [
            (.debug, "-AirworthyPretend appstore"), (.adhoc, "ad hoc"), (.testflight(.external), "TestFlight builds"),
            (.appstore, "releases: .appStore()"), (.web, "the channel web"),
        ] as [(Channel, String)])
    func `a check without release data says what is missing`(_ channel: Channel, _ part: String) async throws {
        let client = world.launch(rules, channel: channel)
        let check = await client.check()
        #expect(check.outcome == .undetermined)
        #expect(try #require(check.obstacle).contains(part))
        #expect(world.logged.contains { $0.contains(part) })
    }

    @Test func `a check that failed, or that may find something later, names no obstacle`() async {
        world.disconnect(Samples.files)
        #expect(await world.launch(.config(Samples.configURL)).check().obstacle == nil)
        world.serve(Samples.emptyLookup, at: Samples.appStore)
        let unlisted = await world.launch(.appStore(id: 42, country: "JP")).check()
        #expect(unlisted.outcome == .undetermined && unlisted.obstacle == nil)
    }

    @Test func `a check with a result names no obstacle`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let check = await world.launch(.appStore(id: 42, country: "JP"), storefront: "JP").check()
        #expect(check.outcome != .undetermined && check.obstacle == nil)
    }

    @Test func `an unknown channel is no obstacle while it may still be found`() async {
        let client = world.launch(rules, channel: .unknown)
        #expect(await client.check().obstacle == nil)
        await world.running(client) { await wait(until: { client.core.state.withLock { $0.launch.isEmpty } }) }
        #expect(await client.check().obstacle?.contains("declaredChannel") == true)
    }
}
