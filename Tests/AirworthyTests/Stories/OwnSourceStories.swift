import Airworthy
import AirworthyChannel
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// Rules in the app's own formats and from its own functions.
@Suite(.timeLimit(.minutes(5))) struct OwnSourceStories {
    private struct Versions: Decodable {
        let oldest: String
    }

    private let world = FakeWorld()
    private let own = Array(#"{"oldest": "2.0"}"#.utf8)
    private let json = Airworthy.Setup.json(Samples.configURL) { data in
        let file = try JSONDecoder().decode(Versions.self, from: data)
        return Policy { Minimum(file.oldest, url: "https://apps.apple.com/app/id42") }
    }

    @Test func `an app reads its own JSON, and the next launch has its rules at once`() async {
        world.serve(own, at: Samples.files)
        let client = world.launch(json)
        #expect(client.decision.status == .ok)
        _ = await client.check()
        #expect(client.decision.status == .required)
        #expect(client.policyStatus.source == .json(Samples.configURL))
        world.disconnect(Samples.files)
        #expect(world.launch(json).decision.status == .required)
    }

    @Test func `a file that the app cannot read changes nothing`() async {
        world.serve(own, at: Samples.files)
        _ = await world.launch(json).check()
        world.serve(Array("<html>".utf8), at: Samples.files)
        let client = world.launch(json)
        #expect(await client.check().isFresh == false)
        #expect(client.decision.status == .required)
        #expect(await reportedEvents(of: client).contains { if case .unreachable = $0 { true } else { false } })
    }

    @Test func `the client downloads the app's own file again in full, because another build may read it otherwise`()
        async
    {
        world.serve(own, at: Samples.files)
        _ = await world.launch(json).check()
        _ = await world.launch(json).check()
        #expect(world.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
    }

    @Test func `rules may come from a function of the app`() async {
        let minimum = Locked("2.0")
        let setup = Airworthy.Setup.custom {
            let minimum = minimum.withLock { $0 }
            return Policy { Minimum(minimum, url: "https://apps.apple.com/app/id42") }
        }
        let client = world.launch(setup)
        _ = await client.check()
        #expect(client.decision.status == .required)
        #expect(client.policyStatus.source == .custom("custom"))
        #expect(client.policyStatus.confirmedAt != nil)
        minimum.withLock { $0 = "1.0" }
        _ = await client.check()
        #expect(client.decision.status == .ok)
        #expect(world.requests.isEmpty)
    }

    @Test func `a function that fails or never returns leaves the last rules in force`() async {
        let fails = Locked(false)
        let setup = Airworthy.Setup.custom {
            if fails.withLock({ $0 }) { await Signal().wait(after: 0) }
            return Policy { Minimum("2.0", url: "https://apps.apple.com/app/id42") }
        }
        _ = await world.launch(setup).check()
        fails.withLock { $0 = true }
        let client = world.launch(setup)
        #expect(client.decision.status == .required)
        let isFresh = Locked<Bool?>(nil)
        let check = Task {
            let result = await client.check()
            isFresh.withLock { $0 = result.isFresh }
        }
        await wait {
            world.pass(0.5)
            return isFresh.withLock { $0 } != nil
        }
        await check.value
        #expect(isFresh.withLock { $0 } == false)
        #expect(client.decision.status == .required)
    }

    @Test(needsCrypto) func `rules of the app's own function only recommend after a signed manifest`() async throws {
        world.serve(try Samples.signed(Samples.calm), at: Samples.host)
        let own = PolicySource.custom { Policy { Minimum("2.0", url: "https://apps.apple.com/app/id42") } }
        let setup = Airworthy.Setup(policy: [.server(Samples.server, pins: Samples.pins), own])
        _ = await world.launch(setup).check()
        world.disconnect(Samples.host)
        world.pass(50 * 86_400)
        let client = world.launch(setup)
        _ = await client.check()
        #expect(client.decision.status == .recommended)
        #expect(client.decision.reason == .unsigned)
    }

    @Test func `rules with mistakes are refused`() async {
        var effect = Effect(update: .required)
        effect.isReadable = false
        let rule = Rule(id: "", when: .unknown("future"), effect: effect)
        let client = world.launch(.custom { Policy(rules: [rule]) })
        _ = await client.check()
        #expect(client.policyStatus.source == .none)
        #expect(await reportedEvents(of: client).compactMap(\.refusal) == ["malformed-policy"])
    }

    // MARK: The App Store

    @Test func `without an Apple ID the App Store is asked for the bundle id`() async {
        world.answer(Samples.appStore) { request in
            TransportResponse(
                url: request.url, status: 200,
                body: Array(
                    """
                    {"resultCount": 2, "results": [
                    {"kind": "software", "version": "9.0", "trackId": 7, "bundleId": "com.example.other"},
                    {"kind": "software", "version": "2.0", "trackId": 42, "bundleId": "com.example.tour",
                    "currentVersionReleaseDate": "2026-11-01T00:00:00Z"}]}
                    """.utf8))
        }
        let source = ReleaseSource.appStore(id: nil, country: "JP", bundleID: "com.example.tour")
        let client = world.launch(Airworthy.Setup(policy: [.newestRelease], releases: source))
        _ = await client.check()
        let now = Int(world.now.timeIntervalSince1970)
        #expect(
            world.requests.map(\.url.absoluteString)
                == ["https://itunes.apple.com/lookup?bundleId=com.example.tour&country=jp&_=\(now)"])
        #expect(client.decision.update?.version?.description == "2.0")
        #expect(client.decision.update?.url == "https://apps.apple.com/app/id42")
    }

    @Test func `the prompt of the App Store set-up can be tuned`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let setup = Airworthy.Setup.appStore(
            id: 42, country: "JP", remind: .weekly, skippable: false, settle: .days(3), requireMajor: true)
        let minor = world.launch(setup, version: "2.0.0", storefront: "JP")
        #expect(minor.decision.status == .ok)
        let major = world.launch(setup, version: "1.5", storefront: "JP", store: MemoryStateStore())
        _ = await major.check()
        #expect(major.decision.status == .required)
        world.serve(Samples.lookup("1.6"), at: Samples.appStore)
        let other = world.launch(setup, version: "1.5", storefront: "JP", store: MemoryStateStore())
        _ = await other.check()
        #expect(other.decision.status == .recommended)
        #expect(other.decision.remind == .weekly)
        #expect(!other.decision.skippable)
        world.serve(Samples.lookup("1.6", publishedAt: "2026-11-18T00:00:00Z"), at: Samples.appStore)
        let fresh = world.launch(setup, version: "1.5", storefront: "JP", store: MemoryStateStore())
        _ = await fresh.check()
        #expect(fresh.decision.status == .ok)
    }
}
