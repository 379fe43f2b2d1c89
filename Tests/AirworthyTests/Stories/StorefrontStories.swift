import AirworthyPolicy
import Foundation
import Testing

@testable import Airworthy

/// The storefront of the account, and the storefront of the lookup.
@Suite(.timeLimit(.minutes(5))) struct StorefrontStories {
    private let world = FakeWorld()
    private let setup = Airworthy.Setup.appStore(id: 42)

    /// The queries of the lookups, without the parameter that keeps caches on the way from answering.
    private var asked: [String?] { world.requests.map { Self.query(of: $0) } }

    private static func query(of request: TransportRequest) -> String? {
        request.url.query.map { String($0.prefix(upTo: $0.range(of: "&_=")?.lowerBound ?? $0.endIndex)) }
    }

    @Test func `the storefront of the account is used for the lookup and stored`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        world.setStorefront("JPN")
        let client = world.launch(setup)
        await world.running(client) {
            await wait(until: { client.decision.status == .recommended && client.nextRefresh ?? 0 > 3_600 })
        }
        #expect(client.installation.storefront == Storefront("JP"))
        #expect(asked.last == "id=42&country=jp")
        let count = asked.count
        let next = world.launch(setup)
        #expect(next.installation.storefront == Storefront("JP"))
        #expect(next.decision.status == .recommended)
        await world.running(next) { await wait(until: { world.sleeping == [3_600] }) }
        #expect(asked.count == count, "the second launch sent another lookup")
    }

    @Test(
        arguments: [("JP", "USA", true), ("JP", "JPN", false), (nil, "USA", false), ("JP", nil, false)]
            as [(String?, String?, Bool)])
    func `the log says when the lookup asks another country than the account's`(
        _ country: String?, _ account: String?, _ isSaid: Bool
    ) async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        world.setStorefront(account)
        let client = world.launch(.appStore(id: 42, country: country))
        await world.running(client) { await client.launchSettled() }
        #expect(
            world.logged.contains { $0.contains("asked about JP only, and the account's storefront is US") } == isSaid)
    }

    @Test(arguments: [("iPhone8", true), ("iPhone6", false), (nil, true)] as [(String?, Bool)])
    func `a release that does not list this device is not offered, and the log says so`(
        _ device: String?, _ isOffered: Bool
    ) async {
        let text = """
            {"results": [{"kind": "software", "version": "2.0", "trackId": 42, "bundleId": "com.example.app",
                          "currentVersionReleaseDate": "2020-01-01T00:00:00Z", "supportedDevices": ["iPhone8-iPhone8"]}]}
            """
        world.serve(Array(text.utf8), at: Samples.appStore)
        var environment = world.environment
        environment.deviceModel = { device }
        let client = Airworthy(
            setup,
            options: Airworthy.Options(
                installation: Installation(version: "1.5", channel: .appstore), transport: world.transport),
            environment: environment, store: world.store)
        await world.running(client) { await client.launchSettled() }
        #expect((client.decision.status == .recommended) == isOffered)
        #expect(world.logged.contains { $0.contains("not for this device") } == !isOffered)
    }

    @Test(
        arguments: [("iPhone10,1", "iPhone8"), ("iPad7,5", "iPad75"), ("iPhone99,1", nil), ("arm64", nil), ("", nil)]
            as [(String, String?)])
    func `devices have the names of the App Store's lists, new ones none`(_ identifier: String, _ name: String?) {
        #expect(DeviceModel.name(of: identifier) == name)
    }

    @Test func `the lookup waits for the storefront of the account`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        world.setStorefront("JPN")
        let silence = world.silenceStorefront()
        let client = world.launch(setup)
        await world.running(client) {
            // The sleep is the time limit of StoreKit's answer.
            await wait(until: { world.sleeping == [5] })
            #expect(asked == [])
            silence.send()
            await wait(until: { client.decision.status == .recommended })
        }
        #expect(asked == ["id=42&country=jp"])
    }

    @Test func `the lookup is sent without a storefront if StoreKit never answers`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        _ = world.silenceStorefront()
        let client = world.launch(setup)
        await world.running(client) {
            await wait(until: { world.sleeping == [5] })
            world.pass(5)
            await wait(until: { client.decision.status == .recommended })
        }
        #expect(asked == ["id=42"])
    }

    @Test func `a lookup with a named country does not wait for StoreKit`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        _ = world.silenceStorefront()
        let client = world.launch(.appStore(id: 42, country: "DE"))
        await world.running(client) { await wait(until: { asked == ["id=42&country=de"] }) }
    }

    @Test func `a storefront set during a lookup triggers another lookup`() async {
        let gate = AsyncGate()
        world.answer(Samples.appStore) { request in
            if Self.query(of: request) == "id=42" { await gate.pass() }
            return TransportResponse(url: request.url, status: 200, body: Samples.lookup("2.0"))
        }
        let client = world.launch(setup)
        await world.running(client) {
            await wait(until: { asked == ["id=42"] })
            client.setStorefront("DE")
            gate.open()
            await wait(until: { asked == ["id=42", "id=42&country=de"] })
            await wait(until: { client.decision.status == .recommended })
        }
    }

    @Test func `a storefront set by the app overrides StoreKit`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        world.setStorefront("JPN")
        let client = world.launch(setup, storefront: "US")
        await world.running(client) { await wait(until: { world.sleeping == [3_600] }) }
        #expect(client.installation.storefront == Storefront("US"))
        client.setStorefront("Narnia")
        #expect(world.logged.last == "fault: Narnia is no country of a storefront, which is e.g. JP or JPN.")
        client.setStorefront(nil)
        await world.running(client) { await wait(until: { asked.last == "id=42" && world.sleeping == [3_600] }) }
        #expect(client.installation.storefront == nil)
    }
}
