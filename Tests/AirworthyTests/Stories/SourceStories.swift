import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// Policy sources in order, and the App Store's lookup.
@Suite(.timeLimit(.minutes(5))) struct SourceStories {
    private let world = FakeWorld()

    @Test func `a config.json over plain http is never requested`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(.config(URL(string: "http://files.example.com/config.json")!))
        _ = await client.check()
        #expect(world.requests.isEmpty)
        #expect(client.decision.status == .ok)
    }

    @Test func `a config.json stops blocking after 45 days without confirmation`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(.config(Samples.configURL))
        _ = await client.check()
        #expect(client.decision.status == .required)
        world.disconnect(Samples.files)
        world.pass(44 * 86_400)
        #expect(world.launch(.config(Samples.configURL)).decision.status == .required)
        world.pass(86_400)
        #expect(world.launch(.config(Samples.configURL)).decision.status == .recommended)
    }

    @Test func `a config.json at another address does not use the stored one`() async {
        world.serve(Samples.config, at: Samples.files)
        _ = await world.launch(.config(Samples.configURL)).check()
        let other = world.launch(.config(URL(string: "https://files.example.com/other.json")!))
        #expect(other.decision.status == .ok)
    }

    @Test(needsCrypto) func `an unsigned file recommends at most after a signed manifest was accepted`() async throws {
        world.serve(try Samples.signed(Samples.calm), at: Samples.host)
        world.serve(Samples.config, at: Samples.files)
        let setup = Airworthy.Setup(policy: [.server(Samples.server, pins: Samples.pins), .config(Samples.configURL)])
        let client = world.launch(setup)
        _ = await client.check()
        #expect(client.decision.status == .ok)
        #expect(
            world.requests.map(\.url.host) == [Samples.host],
            "the second source was asked although the first has a policy")

        // The manifest has expired, so the file is next.
        world.disconnect(Samples.host)
        world.pass(50 * 86_400)
        _ = await client.check()
        #expect(client.decision.status == .recommended)
        #expect(!client.decision.blocking)
        #expect(client.decision.reason == .unsigned)
    }

    @Test(needsCrypto) func `an unsigned file may block until a signed manifest is accepted`() async throws {
        world.disconnect(Samples.host)
        world.serve(Samples.config, at: Samples.files)
        let setup = Airworthy.Setup(policy: [.server(Samples.server, pins: Samples.pins), .config(Samples.configURL)])
        let client = world.launch(setup)
        _ = await client.check()
        #expect(client.decision.status == .required)

        // Once a signed manifest is fetched, it counts instead of the file.
        world.serve(try Samples.signed(Samples.calm), at: Samples.host)
        _ = await client.check()
        #expect(client.decision.status == .ok)
    }

    @Test(needsCrypto) func `a bundled manifest applies until a newer one is fetched`() async throws {
        let bundled = Data(try Samples.signed(revision: 5))
        let setup = Airworthy.Setup(policy: [
            .server(Samples.server, pins: Samples.pins), .bundled(bundled, pins: Samples.pins),
        ])
        world.disconnect(Samples.host)
        let first = world.launch(setup)
        #expect(first.decision.revision == 5)
        #expect(first.decision.status == .required)

        world.serve(try Samples.signed(Samples.calm, revision: 9), at: Samples.host)
        _ = await first.check()
        #expect(first.decision.revision == 9)
        world.disconnect(Samples.host)
        let second = world.launch(setup)
        #expect(second.decision.revision == 9)
        #expect(
            await reportedEvents(of: second).compactMap(\.refusal) == [], "an older bundled manifest is not reported")
    }

    @Test(needsCrypto) func `a newer bundled manifest replaces the stored one`() async throws {
        world.serve(try Samples.signed(revision: 7), at: Samples.host)
        _ = await world.launch(Samples.serverSetup).check()
        world.disconnect(Samples.host)
        let bundled = Data(try Samples.signed(Samples.calm, revision: 12, issuedAt: "2026-11-20T10:00:00Z"))
        let client = world.launch(
            Airworthy.Setup(policy: [
                .server(Samples.server, pins: Samples.pins), .bundled(bundled, pins: Samples.pins),
            ]),
            version: "1.6")
        #expect(client.decision.revision == 12)
        #expect(await reportedEvents(of: client).compactMap(\.refusal) == [])
    }

    @Test func `an empty lookup is undetermined and keeps the known release`() async {
        let setup = Airworthy.Setup.appStore(id: 42, country: "JP")
        world.serve(Samples.emptyLookup, at: Samples.appStore)
        let client = world.launch(setup, storefront: "JP")
        let nothing = await client.check()
        #expect(nothing.outcome == .undetermined)
        #expect(await reportedEvents(of: client).contains(.notListed(Storefront("JP"))))

        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        _ = await client.check()
        world.serve(Samples.emptyLookup, at: Samples.appStore)
        _ = await client.check()
        #expect(client.decision.newest?.version?.description == "2.0")
    }

    @Test(
        arguments: [(Platform.macos, "desktopSoftware"), (.tvos, "tvSoftware"), (.ios, nil)] as [(Platform, String?)])
    func `of an app for several platforms the release for this one is asked for, and no other counts`(
        platform: Platform, entity: String?
    ) async throws {
        let iPhone = #"{"results": [{"kind": "software", "version": "2.0", "trackId": 42}]}"#
        world.serve(Array(iPhone.utf8), at: Samples.appStore)
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP", platform: platform)
        _ = await client.check()
        let query = try #require(URLComponents(url: world.requests[0].url, resolvingAgainstBaseURL: false)?.queryItems)
        #expect(query.first { $0.name == "entity" }?.value == entity)
        let isListed = platform != .macos
        #expect(await reportedEvents(of: client).contains(.notListed(Storefront("JP"))) == !isListed)
        #expect(client.decision.status == (isListed ? .recommended : .ok))
    }

    @Test func `caches on the way keep lookups for six hours, and not from who checks by hand`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let clients = [world.launch(.appStore(id: 42)), world.launch(.appStore(id: 42), store: MemoryStateStore())]
        for client in clients { _ = await client.refresh() }
        world.pass(1)
        for client in clients { _ = await client.check() }
        let urls = world.requests.map(\.url.absoluteString)
        #expect(urls.count == 4 && urls[0] == urls[1] && Set(urls).count == 2)
        world.pass(6 * 3_600)
        _ = await clients[0].refresh()
        #expect(Set(world.requests.map(\.url.absoluteString)).count == 3)
    }

    @Test(arguments: [("1.9", "1.10", true), ("1.10", "1.9", false), ("1.0.0", "1.0", false)])
    func `lookup versions are compared numerically`(
        _ installed: String, _ listed: String, _ isNewer: Bool
    ) async {
        world.serve(Samples.lookup(listed), at: Samples.appStore)
        let client = world.launch(.appStore(id: 42, country: "JP"), version: installed, storefront: "JP")
        let check = await client.check()
        if isNewer {
            #expect(client.decision.status == .recommended)
        } else {
            #expect(client.decision.status == .ok)
            #expect(check.outcome == .upToDate)
        }
    }

    @Test func `a release of today is found by a check but not recommended yet`() async {
        world.serve(Samples.lookup("2.0", publishedAt: "2026-11-20T10:00:00Z"), at: Samples.appStore)
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP")
        let check = await client.check()
        #expect(client.decision.status == .ok)
        guard case .available = check.outcome else {
            Issue.record("the check says \(check.outcome)")
            return
        }
        world.pass(86_400)
        client.setAttribute(1, for: "anything")
        #expect(client.decision.status == .recommended)
    }

    @Test func `launches within six hours share one lookup`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        for _ in 0..<5 {
            world.pass(3_000)
            _ = await world.launch(.appStore(id: 42, country: "JP"), storefront: "JP").launchDecision()
        }
        #expect(world.requests.count == 1)
        world.pass(21_600)
        _ = await world.launch(.appStore(id: 42, country: "JP"), storefront: "JP").launchDecision()
        #expect(world.requests.count == 2)
    }

    @Test func `a refused lookup is not repeated for minutes, not even by a check`() async {
        world.serve([], at: Samples.appStore, status: 403)
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP")
        for _ in 0..<5 { #expect(await client.check().outcome == .undetermined) }
        #expect(world.requests.count == 1)
        world.pass(400)
        _ = await client.check()
        #expect(world.requests.count == 2)
    }

    @Test func `a check while lookups are refused is undetermined, not up to date`() async {
        world.serve(Samples.lookup("1.5"), at: Samples.appStore)
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP")
        #expect(await client.check().outcome == .upToDate)
        world.serve([], at: Samples.appStore, status: 403)
        for _ in 1...3 {
            let check = await client.check()
            #expect(check.outcome == .undetermined && !check.isFresh)
        }
        #expect(world.requests.count == 2)
    }

    @Test func `a check that joins a launch refresh also sends the lookup`() async {
        world.serve(Samples.lookup("1.5"), at: Samples.appStore)
        let setup = Airworthy.Setup(policy: [.config(Samples.configURL)], releases: .appStore(id: 42, country: "JP"))
        world.serve(Samples.config, at: Samples.files)
        _ = await world.launch(setup, storefront: "JP").check()
        let gate = AsyncGate()
        let body = Samples.config
        world.answer(Samples.files) { request in
            await gate.pass()
            return TransportResponse(url: request.url, status: 200, body: body)
        }
        let client = world.launch(setup, storefront: "JP")
        let launch = Task { await client.launchDecision() }
        await wait(until: { world.requests(for: "config.json").count == 2 })
        let check = Task { await client.check() }
        gate.open()
        _ = await launch.value
        #expect(await check.value.isFresh)
        #expect(world.requests(for: "lookup").count == 2)
    }

    @Test func `a 304 to an unconditional lookup is a failure`() async {
        world.serve([], at: Samples.appStore, status: 304)
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP")
        #expect(!(await client.check().isFresh))
        #expect(client.nextRefresh == 2)
    }

    @Test func `a body above the size limit is a failure`() async {
        world.serve(Samples.config + Array(repeating: UInt8(ascii: " "), count: 262_144), at: Samples.files)
        let client = world.launch(.config(Samples.configURL))
        #expect(!(await client.check().isFresh))
        #expect(client.decision.status == .ok)
    }

    @Test func `after a 404 the next refresh is at the regular interval`() async {
        world.serve([], at: Samples.files, status: 404)
        let client = world.launch(.config(Samples.configURL))
        _ = await client.check()
        #expect(client.nextRefresh == 21_600)
    }

    @Test(arguments: [503, 500, 429, 408])
    func `after a temporary failure the next refresh is soon`(_ status: Int) async {
        world.serve([], at: Samples.files, status: status)
        let client = world.launch(.config(Samples.configURL))
        _ = await client.check()
        #expect(client.nextRefresh == 2)
    }

    @Test func `Retry-After still applies at the next launch`() async {
        world.serve([], at: Samples.files, status: 503, headers: ["Retry-After": "1000"])
        _ = await world.launch(.config(Samples.configURL)).launchDecision()
        let again = world.launch(.config(Samples.configURL))
        _ = await again.check()
        #expect(world.requests.count == 1)
        world.pass(1_100)
        _ = await again.check()
        #expect(world.requests.count == 2)
    }

    @Test func `a source that never answers is abandoned at the deadline`() async {
        world.answer(Samples.files) { _ in
            try await Task.sleep(nanoseconds: 1_000_000_000_000)
            throw CancellationError()
        }
        let client = world.launch(.config(Samples.configURL))
        let check = Task { await client.check() }
        await wait(until: { world.sleeping == [5] })
        world.pass(5)
        #expect(await check.value.outcome == .undetermined)
    }
}
