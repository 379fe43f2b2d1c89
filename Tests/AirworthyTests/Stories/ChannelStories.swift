import AirworthyChannel
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

@testable import Airworthy

/// The detection of the channel, from the launch to the server's answer.
@Suite(.timeLimit(.minutes(5))) struct ChannelStories {
    private let world = FakeWorld()
    /// A config.json, which needs no signature, and a server that knows the audience of a build.
    private let setup = Airworthy.Setup(
        policy: [.config(Samples.configURL), .server(Samples.server, pins: Pins(app: "tour", roots: []))])

    init() { world.serve(Samples.config, at: Samples.files) }

    private func serveAudiences(_ audiences: String) {
        world.serve(
            Array(
                """
                {"builds": [{"version": "1.5", "buildNumber": "150", "availableTo": \(audiences)},
                {"version": "1.4", "buildNumber": "150", "availableTo": ["external", "internal"]}]}
                """.utf8), at: Samples.host)
    }

    private func silenceServer() {
        world.answer(Samples.host) { _ in
            try await Task.sleep(nanoseconds: 1_000_000_000_000)
            throw CancellationError()
        }
    }

    @Test func `an App Store installation starts provisional at the next launch and becomes certain`() async {
        let first = world.launch(setup, detecting: .appStore)
        #expect(first.channel == .unknown)
        #expect(first.detectedChannel.isProvisional)
        await world.running(first) {
            await wait(until: { first.channel == .appstore && !first.detectedChannel.isProvisional })
        }
        let next = world.launch(setup, detecting: .appStore)
        #expect(next.channel == .appstore)
        #expect(next.decision.channel == .appstore)
        #expect(next.detectedChannel.isProvisional)
    }

    @Test func `a stored block that depends on the channel comes up in the launch that detects it`() async {
        _ = await world.launch(.config(Samples.configURL)).check()
        world.disconnect(Samples.files)
        let client = world.launch(.config(Samples.configURL), detecting: .appStore)
        var moments = client.presentationTriggers.makeAsyncIterator()
        #expect(!client.presentation(.launch).isBlocking, "the channel is not known yet")
        await world.running(client) {
            await wait(until: { client.channel == .appstore })
            #expect(client.decision.blocking)
            #expect(await moments.next() == .launch)
            #expect(client.presentation(.launch).isBlocking)
        }
    }

    @Test(arguments: [("[\"internal\"]", Channel.Audience.internal), ("[\"external\"]", .external)])
    func `the server's audience refines the TestFlight channel and is stored for the next launch`(
        _ audiences: String, _ expected: Channel.Audience
    ) async throws {
        serveAudiences(audiences)
        let client = world.launch(setup, detecting: .testFlight)
        await world.running(client) {
            await wait(until: { client.channel == .testflight(expected) })
            #expect(!client.detectedChannel.isProvisional)
            #expect(client.decision.channel == .testflight(expected))
        }
        let asked = try #require(world.requests(for: "audience").first)
        #expect(
            asked.url.absoluteString
                == "https://updates.example.com/v1/apps/tour/testflight/builds/150/audience?platform=ios")
        #expect(asked.headers["Accept"] == "application/json")
        #expect(world.launch(setup, detecting: .testFlight).channel == .testflight(expected))
    }

    @Test func `without the server's manifest a TestFlight build on a Mac is not one of development`() async {
        serveAudiences(#"["internal"]"#)
        let setups: [(Airworthy.Setup, Channel)] = [
            (.config(Samples.configURL), .testflight(nil)), (setup, .testflight(.internal)),
        ]
        for (setup, channel) in setups {
            let client = world.launch(setup, detecting: .testFlight.on(.macos, 15))
            await world.running(client) {
                await wait(until: {
                    client.channel == channel && client.policyStatus.source == .config(Samples.configURL)
                })
                #expect(!client.isDevelopment, "App Review looks the same")
            }
        }
    }

    @Test(needsCrypto, arguments: [(#""live""#, true), (#""inReview""#, false)], [false, true])
    func `a TestFlight build on a Mac is one of development if the server's manifest does not have it in review`(
        review: (state: String, isDevelopment: Bool), besideTestFlightAlone: Bool
    ) async throws {
        let (state, isDevelopment) = review
        let text = #"""
            {"schema": 1, "releases": [{"platform": "ios", "version": "1.5", "build": "150",
             "offers": [{"channel": "appstore", "state": \#(state)}]}]}
            """#
        let catalog = try JSONReader.read(Array(text.utf8)).jsonValue
        let manifest = try Samples.signed(Samples.calm, catalog: catalog)
        let builds = #"{"builds": [{"version": "1.5", "buildNumber": "150", "availableTo": ["internal"]}]}"#
        world.answer(Samples.host) { request in
            let body = request.url.lastPathComponent == "audience" ? Array(builds.utf8) : manifest
            return TransportResponse(url: request.url, status: 200, headers: [:], body: body)
        }
        let alone = besideTestFlightAlone ? [PolicySource.testFlight(server: Samples.server, app: "tour")] : []
        let setup = Airworthy.Setup(policy: alone + Samples.serverSetup.policies)
        let client = world.launch(setup, detecting: .testFlight.on(.macos, 15))
        await world.running(client) {
            await wait(until: { client.channel == .testflight(.internal) && client.decision.revision == 7 })
            #expect(client.isDevelopment == isDevelopment)
            #expect(!client.detectedChannel.isSettled)
        }
    }

    @Test(
        arguments: [
            (ChannelHost(family: .macos, major: 15, hasReceipt: false), "The app has no receipt of the App Store"),
            (ChannelHost(family: .tvos, major: 15), "Nothing on this version of tvOS"),
            (ChannelHost(family: .macos, major: 15), nil), (ChannelHost(family: .ios, major: 15), nil),
            (ChannelHost(family: .tvos, major: 15, isSimulator: true), nil),
        ] as [(ChannelHost, String?)])
    func `where nothing can tell the channel the app is told so, with the remedy`(
        host: ChannelHost, reason: String?
    ) async {
        var install = Install.appStore
        install.host = host
        let events = await reportedEvents(of: world.launch(setup, detecting: install))
        let mistakes = events.compactMap { if case .misconfigured(let text) = $0 { text } else { nil } }
        #expect(mistakes.contains { $0.hasPrefix(reason ?? "-") } == (reason != nil), "\(mistakes)")
        #expect(mistakes.allSatisfy { $0.contains("declaredChannel") })
    }

    @Test func `a Mac app from the web declares its channel, and is blocked like any other`() async throws {
        let text = #"""
            {"schema": 1, "app": "tour", "rules": [{"id": "old", "when": {"version": "<2.0", "channel": "web"},
             "update": "required", "url": "https://tour.example.com/Tour.dmg"}]}
            """#
        let setup = Airworthy.Setup(policy: [.rules(try Policy(json: Array(text.utf8)))])
        var options = Airworthy.Options(
            installation: Installation(platform: .macos, version: "1.5", channel: .unknown), transport: world.transport)
        let host = ChannelHost(family: .macos, major: 15, hasReceipt: false)
        func launch() -> Airworthy {
            Airworthy(setup, options: options, environment: world.environment, store: world.store, host: host)
        }
        #expect(!launch().presentation(.launch).isBlocking, "the channel is unknown")
        options.declaredChannel = .web
        let client = launch()
        #expect(client.channel == .web && client.detectedChannel.isSettled)
        #expect(client.decision.update?.url == "https://tour.example.com/Tour.dmg")
        #expect(client.presentation(.launch).isBlocking)
        options.declaredChannel = nil
        #expect(options.installation.channel == .unknown)
    }

    @Test func `an app can forbid to ask AppTransaction`() async {
        let asked = Locked(0)
        var options = Airworthy.Options(
            installation: Installation(version: "1.5", channel: .unknown), transport: world.transport)
        options.asksAppTransaction = false
        let client = Airworthy(
            setup, options: options, environment: world.environment, store: world.store,
            host: ChannelHost(family: .macos, major: 15), rungs: [CountingRung(asked: asked)])
        await world.running(client) {
            await wait(until: { !client.detectedChannel.isProvisional || world.sleeping == [3_600] })
        }
        #expect(asked.withLock { $0 } == 0 && client.channel == .unknown)
    }

    private struct CountingRung: ChannelRung {
        let asked: Locked<Int>
        var step: ChannelStep { .transaction }
        var deadline: Double { 1 }

        func find() async -> ChannelFinding {
            asked.withLock { $0 += 1 }
            return .transaction(.production)
        }
    }

    @Test func `the audience query times out after five seconds and is repeated on return to the foreground`() async {
        silenceServer()
        let client = world.launch(setup, detecting: .testFlight)
        await world.running(client) {
            // The request has its own time limit besides that of the detection.
            await wait(until: { world.sleeping.sorted() == [5, ChannelDetector.audienceTimeout, 3_600] })
            #expect(client.channel == .testflight(nil), "the channel without audience applies meanwhile")
            world.pass(5)
            await wait(until: { world.sleeping == [3_600] })
            #expect(client.channel == .testflight(nil))
            #expect(client.detectedChannel.isProvisional)
            #expect(world.requests(for: "audience").count == 1)

            serveAudiences(#"["internal"]"#)
            client.enteredBackground()
            world.pass(3_600)
            await client.enteredForeground()
            await wait(until: { client.channel == .testflight(.internal) })
            #expect(!client.detectedChannel.isProvisional)
        }
        silenceServer()
        #expect(world.launch(setup, detecting: .testFlight).channel == .testflight(.internal), "the audience is stored")
    }

    @Test func `an audience answer above the size limit is ignored`() async {
        world.serve(Array(repeating: UInt8(ascii: " "), count: 262_145), at: Samples.host)
        let client = world.launch(setup, detecting: .testFlight)
        await world.running(client) {
            await wait(until: { !world.requests(for: "audience").isEmpty && world.sleeping == [3_600] })
            #expect(client.channel == .testflight(nil))
            #expect(client.detectedChannel.isProvisional)
        }
    }

    @Test func `without a server no audience query is sent`() async {
        let client = world.launch(.config(Samples.configURL), detecting: .testFlight)
        await world.running(client) {
            await wait(until: { client.channel == .testflight(nil) && !client.detectedChannel.isProvisional })
        }
        #expect(world.requests.map(\.url.host) == [Samples.files])
    }

    @Test func `a rung that never answers delays the channel but not the policy`() async {
        let client = world.launch(setup, detecting: .appStore, hanging: [.distributor])
        await world.running(client) {
            await wait(until: { world.sleeping.sorted() == [FakeRung.hanging, 3_600] })
            #expect(client.policyStatus.source == .config(Samples.configURL))
            #expect(client.channel == .unknown)
            world.pass(1)
            await wait(until: { client.channel == .appstore })
        }
    }

    @Test func `a channel declared by the app is used without consulting any rung`() async {
        let installation = Installation(version: "1.5", build: try? BuildNumber("150"), channel: .adhoc)
        let rung = FakeImmediateRung(step: .profile, answer: .profile(.enterprise))
        let client = Airworthy(
            setup, options: .init(installation: installation, transport: world.transport),
            environment: world.environment, store: world.store, host: Install.adHoc.host, rungs: [rung])
        await world.running(client) { await wait(until: { client.nextRefresh == 21_600 }) }
        #expect(
            client.detectedChannel
                == DetectedChannel(channel: .adhoc, isProvisional: false, evidence: "declared by the app"))
        #expect(rung.asked.withLock { $0 } == 0)
        #expect(world.launch(setup, detecting: .testFlight).channel != .adhoc, "a declared channel is not stored")
    }

    @Test func `the server adds the audience to declared TestFlight unless the app declares it`() async {
        serveAudiences(#"["internal"]"#)
        let plain = world.launch(setup, channel: .testflight(nil))
        await world.running(plain) { await wait(until: { plain.channel == .testflight(.internal) }) }
        let asked = world.requests(for: "audience").count
        let exact = world.launch(setup, channel: .testflight(.external))
        await world.running(exact) { await wait(until: { world.sleeping == [3_600] }) }
        #expect(exact.channel == .testflight(.external))
        #expect(world.requests(for: "audience").count == asked)
    }
}
