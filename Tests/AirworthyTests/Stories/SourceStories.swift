import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// Several sources, in order, and what the weaker ones may do.
@Suite(.timeLimit(.minutes(1))) struct SourceStories {
    private let world = FakeWorld()

    @Test func `a plain file over plain http is not even asked`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(.config(URL(string: "http://files.example.com/config.json")!))
        _ = await client.check()
        #expect(world.requests.isEmpty)
        #expect(client.decision.status == .ok)
    }

    @Test func `a plain file blocks, and softens when its host was silent for 45 days`() async {
        world.serve(Samples.files, Samples.config)
        let client = world.launch(.config(Samples.configURL))
        _ = await client.check()
        #expect(client.decision.status == .required)
        world.cut(Samples.files)
        world.pass(44 * 86_400)
        #expect(world.launch(.config(Samples.configURL)).decision.status == .required)
        world.pass(86_400)
        #expect(world.launch(.config(Samples.configURL)).decision.status == .recommended)
    }

    @Test func `a file at another address is another file`() async {
        world.serve(Samples.files, Samples.config)
        _ = await world.launch(.config(Samples.configURL)).check()
        let other = world.launch(.config(URL(string: "https://files.example.com/other.json")!))
        #expect(other.decision.status == .ok)
    }

    @Test(needsCrypto) func `unsigned after signed recommends at most`() async throws {
        world.serve(Samples.host, try Samples.signed(Samples.calm))
        world.serve(Samples.files, Samples.config)
        let setup = Setup(policy: [.server(Samples.server, pins: Samples.pins), .config(Samples.configURL)])
        let client = world.launch(setup)
        _ = await client.check()
        #expect(client.decision.status == .ok)
        #expect(world.requests.map(\.url.host) == [Samples.host], "the next source is not asked while the first holds")

        // The server is gone for good, so the file is next.
        world.cut(Samples.host)
        world.pass(50 * 86_400)
        _ = await client.check()
        #expect(client.decision.status == .recommended)
        #expect(!client.decision.blocking)
        #expect(client.decision.reason == .unsigned)
    }

    @Test(needsCrypto) func `a file decides as long as nothing signed was ever accepted`() async throws {
        world.cut(Samples.host)
        world.serve(Samples.files, Samples.config)
        let setup = Setup(policy: [.server(Samples.server, pins: Samples.pins), .config(Samples.configURL)])
        let client = world.launch(setup)
        _ = await client.check()
        #expect(client.decision.status == .required)

        // The signed one comes back, and from then on it is the one that counts.
        world.serve(Samples.host, try Samples.signed(Samples.calm))
        _ = await client.check()
        #expect(client.decision.status == .ok)
    }

    @Test(needsCrypto) func `a manifest that ships with the app counts until a newer one comes`() async throws {
        let bundled = Data(try Samples.signed(revision: 5))
        let setup = Setup(policy: [
            .server(Samples.server, pins: Samples.pins), .bundled(bundled, pins: Samples.pins),
        ])
        world.cut(Samples.host)
        let first = world.launch(setup)
        #expect(first.decision.revision == 5)
        #expect(first.decision.status == .required)

        world.serve(Samples.host, try Samples.signed(Samples.calm, revision: 9))
        _ = await first.check()
        #expect(first.decision.revision == 9)
        world.cut(Samples.host)
        let second = world.launch(setup)
        #expect(second.decision.revision == 9)
        #expect(await told(second).compactMap(\.refusal) == [], "an older one in the bundle is no alarm")
    }

    @Test(needsCrypto) func `a newer manifest in an update of the app replaces the stored one`() async throws {
        world.serve(Samples.host, try Samples.signed(revision: 7))
        _ = await world.launch(Samples.serverSetup).check()
        world.cut(Samples.host)
        let bundled = Data(try Samples.signed(Samples.calm, revision: 12, issuedAt: "2026-11-20T10:00:00Z"))
        let client = world.launch(
            Setup(policy: [.server(Samples.server, pins: Samples.pins), .bundled(bundled, pins: Samples.pins)]),
            version: "1.6")
        #expect(client.decision.revision == 12)
        #expect(await told(client).compactMap(\.refusal) == [])
    }

    @Test func `an empty answer of the App Store means unknown, and takes nothing back`() async {
        let setup = Setup.appStore(id: 42, country: "JP")
        world.serve(Samples.appStore, Samples.emptyLookup)
        let client = world.launch(setup, storefront: "JP")
        let nothing = await client.check()
        #expect(nothing.outcome == .undetermined)
        #expect(await told(client).contains(.notListed(Storefront("JP"))))

        world.serve(Samples.appStore, Samples.lookup("2.0"))
        _ = await client.check()
        world.serve(Samples.appStore, Samples.emptyLookup)
        _ = await client.check()
        #expect(client.decision.newest?.version?.description == "2.0")
    }

    @Test(arguments: [("1.9", "1.10", true), ("1.10", "1.9", false), ("1.0.0", "1.0", false)])
    func `versions of the App Store are compared as numbers`(
        _ installed: String, _ listed: String, _ isNewer: Bool
    ) async {
        world.serve(Samples.appStore, Samples.lookup(listed))
        let client = world.launch(.appStore(id: 42, country: "JP"), version: installed, storefront: "JP")
        let check = await client.check()
        if isNewer {
            #expect(client.decision.status == .recommended)
        } else {
            #expect(client.decision.status == .ok)
            #expect(check.outcome == .upToDate)
        }
    }

    @Test func `a release that came out today is found by who asks, and brought up to nobody`() async {
        world.serve(Samples.appStore, Samples.lookup("2.0", publishedAt: "2026-11-20T10:00:00Z"))
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

    @Test func `launches do not ask the App Store again and again`() async {
        world.serve(Samples.appStore, Samples.lookup("2.0"))
        for _ in 0..<5 {
            world.pass(3_000)
            _ = await world.launch(.appStore(id: 42, country: "JP"), storefront: "JP").launchDecision()
        }
        #expect(world.requests.count == 1)
        world.pass(21_600)
        _ = await world.launch(.appStore(id: 42, country: "JP"), storefront: "JP").launchDecision()
        #expect(world.requests.count == 2)
    }

    @Test func `the App Store's limit is waited out for minutes, even by a person`() async {
        world.serve(Samples.appStore, [], status: 403)
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP")
        for _ in 0..<5 { #expect(await client.check().outcome == .undetermined) }
        #expect(world.requests.count == 1)
        world.pass(400)
        _ = await client.check()
        #expect(world.requests.count == 2)
    }

    @Test func `who asks while the App Store is not to be asked is not told that all is well`() async {
        world.serve(Samples.appStore, Samples.lookup("1.5"))
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP")
        #expect(await client.check().outcome == .upToDate)
        world.serve(Samples.appStore, [], status: 403)
        for _ in 1...3 {
            let check = await client.check()
            #expect(check.outcome == .undetermined && !check.isFresh)
        }
        #expect(world.requests.count == 2)
    }

    @Test func `a check that joins the launch asks the App Store too`() async {
        world.serve(Samples.appStore, Samples.lookup("1.5"))
        let setup = Setup(policy: [.config(Samples.configURL)], releases: .appStore(id: 42, country: "JP"))
        world.serve(Samples.files, Samples.config)
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

    @Test func `a 304 of the App Store, which was asked no such thing, is no answer`() async {
        world.serve(Samples.appStore, [], status: 304)
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP")
        #expect(!(await client.check().isFresh))
        #expect(client.nextRefresh == 2)
    }

    @Test func `a body that is longer than allowed is no answer`() async {
        world.serve(Samples.files, Samples.config + Array(repeating: UInt8(ascii: " "), count: 262_144))
        let client = world.launch(.config(Samples.configURL))
        #expect(!(await client.check().isFresh))
        #expect(client.decision.status == .ok)
    }

    @Test func `a server that says 404 is not asked again until it is time`() async {
        world.serve(Samples.files, [], status: 404)
        let client = world.launch(.config(Samples.configURL))
        _ = await client.check()
        #expect(client.nextRefresh == 21_600)
    }

    @Test(arguments: [503, 500, 429, 408])
    func `a server that is busy is asked again soon`(_ status: Int) async {
        world.serve(Samples.files, [], status: status)
        let client = world.launch(.config(Samples.configURL))
        _ = await client.check()
        #expect(client.nextRefresh == 2)
    }

    @Test func `a wait the server asks for outlives the process`() async {
        world.serve(Samples.files, [], status: 503, headers: ["Retry-After": "1000"])
        _ = await world.launch(.config(Samples.configURL)).launchDecision()
        let again = world.launch(.config(Samples.configURL))
        _ = await again.check()
        #expect(world.requests.count == 1)
        world.pass(1_100)
        _ = await again.check()
        #expect(world.requests.count == 2)
    }

    @Test func `a source that never answers is given up at the deadline`() async {
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
