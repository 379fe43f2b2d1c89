import AirworthyAuthoring
import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

@_spi(Testing) @testable import Airworthy

/// Check-ins of a whole client with a server.
@Suite(needsCrypto, .timeLimit(.minutes(5))) struct CheckInStories {
    private let world = FakeWorld()
    private let server: CheckInServer

    init() throws { server = try CheckInServer(in: world) }

    private static let day: TimeInterval = 86_400

    /// Launches the app, waits until nothing is under way, and uses it.
    @discardableResult
    private func launch(
        _ version: String = "1.5", build: String = "150", checkIns: Airworthy.CheckIns = .on, kind: AppKind = .app,
        setup: Airworthy.Setup? = nil, _ use: (Airworthy) async -> Void = { _ in }
    ) async -> Airworthy {
        let client = world.launch(
            setup ?? Samples.serverSetup, version: version, build: build, storefront: "JP", checkIns: checkIns,
            kind: kind)
        await world.running(client) {
            _ = await client.launchDecision(timeout: 10)
            await client.finishCheckIn()
            await use(client)
            await client.finishCheckIn()
        }
        return client
    }

    @Test func `the first check-in has the facts and the decision, and nothing else`() async throws {
        await launch()
        #expect(server.arrivals.count == 1)
        let arrival = try #require(server.arrivals.first)
        #expect(
            arrival.body.jsonText() == """
                {"decision":{"revision":7,"rule":"floor","status":"required"},\
                "now":{"build":"150","channel":"appstore","os":"18.0","platform":"ios","storefront":"JP",\
                "version":"1.5"},"schema":1}
                """)
        #expect(arrival.request.url.absoluteString == "https://updates.example.com/v1/apps/tour/check-ins")
        #expect(!arrival.request.allowsConstrainedNetworkAccess, "never in Low Data Mode")
        #expect(arrival.request.headers == ["Accept": "application/json", "Content-Type": "application/json"])
    }

    @Test func `a device checks in once a day, and after an update of the app`() async throws {
        for hour in 0..<6 {
            await launch { client in
                world.pass(3_600)
                _ = await client.check()
            }
            #expect(server.arrivals.count == 1, "hour \(hour)")
        }
        await launch("1.5", build: "151")
        await launch("1.6", build: "160")
        await launch("1.6", build: "160")
        #expect(server.arrivals.map(\.installed) == [["1.5", "150"], ["1.5", "151"], ["1.6", "160"]])
        #expect(server.arrivals[1].body["last"]?["build"] == "150")
        #expect(server.arrivals[2].body["last"]?["day"] == "2026-11-20")
        world.pass(Self.day)
        await launch("1.6", build: "160")
        #expect(server.arrivals.count == 4, "the next day, with an answer of 304")
        #expect(server.arrivals[3].body["last"]?["version"] == "1.6")
    }

    @Test(arguments: [CheckInServer.Fate.lost, .failed, .busy, .unreachable])
    func `a check-in without an answer is sent again the next day, after an update, too`(
        _ fate: CheckInServer.Fate
    ) async throws {
        await launch()
        world.pass(Self.day)
        server.fate = fate
        for _ in 0..<3 { await launch() }
        for _ in 0..<3 { await launch("1.6") }
        #expect(server.arrivals.count == 3)
        server.fate = .accepted
        await launch("1.6")
        #expect(server.arrivals.count == 3, "not on the same day")
        world.pass(Self.day)
        await launch("1.6")
        #expect(server.arrivals.count == 4)
        #expect(server.arrivals[3].body["last"]?["version"] == "1.5", "the last one that was answered")
    }

    @Test func `the launch does not wait for the check-in, and a killed process does not send it again`() async throws {
        let pause = server.pause()
        let client = world.launch(Samples.serverSetup, checkIns: .on)
        await world.running(client) {
            #expect(await client.launchDecision(timeout: 10).status == .required)
            await wait { server.arrivals.count == 1 }
            #expect(client.core.state.withLock { $0.isCheckingIn })
            await launch()
        }
        #expect(server.arrivals.count == 1)
        pause.send()
        await client.finishCheckIn()
    }

    @Test func `nothing is sent before a refresh is confirmed`() async throws {
        let client = world.launch(Samples.serverSetup, checkIns: .on)
        _ = client.decision
        #expect(world.requests.isEmpty)
        world.disconnect(Samples.host)
        await launch()
        world.serve(try Samples.signed(by: Samples.stranger), at: Samples.host)
        await launch()
        #expect(world.requests(for: "check-ins").isEmpty)
    }

    @Test(arguments: [AppKind.appExtension, .appClip, .watchApp, .app])
    func `extensions and App Clips do not check in`(_ kind: AppKind) async {
        await launch(kind: kind)
        #expect(server.arrivals.count == (kind == .app || kind == .watchApp ? 1 : 0))
    }

    @Test func `a refresh in the background is no use of the app`() async throws {
        let client = world.launch(Samples.serverSetup, checkIns: .on)
        #expect(await client.refresh() == .changed)
        await client.finishCheckIn()
        #expect(server.arrivals.isEmpty)
        await launch()
        #expect(server.arrivals.count == 1)
    }

    @Test func `only a server gets check-ins`() async throws {
        world.serve(try Samples.signed(), at: Samples.files)
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let file = try #require(URL(string: "https://files.example.com/manifest.json"))
        let setups: [Airworthy.Setup] = [
            .init(policy: [.manifest(file, pins: Samples.pins)]), .appStore(id: 42), .custom { Policy {} },
            .init(policy: [.bundled(Data(try Samples.signed()), pins: Samples.pins)]),
        ]
        for setup in setups {
            world.pass(Self.day)
            await launch(setup: setup) { $0.didShow(Presentation(.gate(.init()))) }
        }
        #expect(server.arrivals.isEmpty)
        #expect(!world.requests.contains { $0.body != nil })
    }

    @Test func `the options, the app at any time, and the policy can turn check-ins off`() async throws {
        let off = await launch(checkIns: .off)
        #expect(off.checkIns == .off)
        #expect(server.arrivals.isEmpty)
        await launch { client in
            client.checkIns = .off
            world.pass(Self.day)
            _ = await client.check()
        }
        #expect(server.arrivals.count == 1)
        var policy = Samples.block.objectValue ?? [:]
        policy["checkIns"] = "off"
        try server.publish(.object(policy), revision: 8)
        world.pass(Self.day)
        await launch { $0.didShow(Presentation(.gate(.init()))) }
        #expect(server.arrivals.count == 1)
        try server.publish(Samples.block, revision: 9)
        world.pass(Self.day)
        await launch()
        #expect(server.arrivals.count == 2)
        #expect(server.arrivals[1].body["funnel"] == nil, "nothing that happened while they were off")
    }

    @Test func `turning check-ins off discards what was counted`() async throws {
        await launch { client in
            client.didShow(Presentation(.gate(.init())))
            #expect(!client.core.state.withLock { $0.stored.checkIn.funnel.counts.isEmpty })
            client.checkIns = .off
            #expect(client.core.state.withLock { $0.stored.checkIn.funnel.counts.isEmpty })
        }
        await launch { $0.didShow(Presentation(.gate(.init()))) }
        let off = await launch(checkIns: .off)
        #expect(off.core.state.withLock { $0.stored.checkIn.funnel.counts.isEmpty })
        #expect(off.core.state.withLock { $0.stored.checkIn.last != nil }, "so that the server is told what it counted")
    }

    @Test func `the steps of a rule are counted from the gate to the update`() async throws {
        await launch { client in
            client.didShow(Presentation(.gate(.init())))
            client.didShow(Presentation(.gate(.init())))
            client.didOpenStore(for: client.decision, succeeded: true)
            client.didOpenStore(for: client.decision, succeeded: false)
            client.enteredBackground()
            await client.enteredForeground()
            client.didShow(Presentation(.gate(.init())))
            client.didShow(Presentation(.maintenance(until: .distantFuture, isRechecking: false)))
            client.answer(.later, to: client.decision)
            client.answer(.skip, to: client.decision)
        }
        world.pass(Self.day)
        await launch("2.0", build: "200")
        #expect(
            server.arrivals.last?.body["funnel"]?.jsonText()
                == #"[{"opened":1,"postponed":2,"rule":"floor","shown":2,"updated":1}]"#)
        world.pass(Self.day)
        await launch("2.0", build: "200")
        #expect(server.arrivals.last?.body["funnel"] == nil)
        #expect(server.arrivals.last?.body["decision"]?.jsonText() == #"{"revision":7,"rule":null,"status":"ok"}"#)
    }

    @Test func `steps during the request are sent the next time`() async throws {
        await launch { $0.didShow(Presentation(.gate(.init()))) }
        world.pass(Self.day)
        let pause = server.pause()
        let client = world.launch(Samples.serverSetup, checkIns: .on)
        await world.running(client) {
            _ = await client.launchDecision(timeout: 10)
            await wait { server.arrivals.count == 2 }
            client.didShow(Presentation(.gate(.init())))
            pause.send()
            await client.finishCheckIn()
        }
        world.pass(Self.day)
        await launch()
        #expect(server.arrivals.map { $0.body["funnel"]?.arrayValue?.first?["shown"]?.intValue ?? 0 } == [0, 1, 1])
    }

    @Test func `the app's analytics learn what was sent`() async throws {
        let client = await launch()
        let sent = try #require(server.arrivals.first?.body)
        #expect(await reportedEvents(of: client).contains(.checkedIn(day: "2026-11-20", report: sent)))
        world.pass(Self.day)
        server.fate = .busy
        let other = await launch()
        let event = await reportedEvents(of: other).first { $0.name == "check_in_failed" }
        #expect(event?.parameters["reason"] == "https://updates.example.com/v1/apps/tour/check-ins: 429")
        #expect(event?.parameters["report"] == server.arrivals.last?.body.jsonText())
    }

    @Test(arguments: ["", "{}", "[]", #"{"day":5}"#, #"{"day":"today"}"#, #"{"day":"2026-11-20T10:00:00Z"}"#])
    func `an answer without a day confirms nothing`(_ answer: String) async throws {
        let files = try #require(world.answer(of: Samples.host))
        world.answer(Samples.host) { request in
            guard request.body != nil else { return try await files(request) }
            return TransportResponse(url: request.url, status: 202, body: Array(answer.utf8))
        }
        let client = await launch()
        #expect(client.core.state.withLock { $0.stored.checkIn.last } == nil)
        #expect(await reportedEvents(of: client).contains { $0.name == "check_in_failed" })
    }
}
