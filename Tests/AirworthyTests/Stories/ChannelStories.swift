import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// How a copy finds out how it was distributed, from the launch to the server's word.
@Suite(.timeLimit(.minutes(1))) struct ChannelStories {
    private let world = FakeWorld()
    /// A plain file, which needs no signature, and beside it a server that knows who has a build.
    private let setup = Setup(
        policy: [.config(Samples.configURL), .server(Samples.server, pins: Pins(app: "tour", roots: []))])

    init() { world.serve(Samples.files, Samples.config) }

    private func serverSays(_ audiences: String) {
        world.serve(
            Samples.host,
            Array(
                """
                {"builds": [{"version": "1.5", "buildNumber": "150", "availableTo": \(audiences)},
                {"version": "1.4", "buildNumber": "150", "availableTo": ["external", "internal"]}]}
                """.utf8))
    }

    private func serverIsSilent() {
        world.answer(Samples.host) { _ in
            try await Task.sleep(nanoseconds: 1_000_000_000_000)
            throw CancellationError()
        }
    }

    @Test func `an App Store copy of before is one at once, and for certain a little later`() async {
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

    @Test func `a stored block that waits for the channel comes up at this launch, not at the next`() async {
        _ = await world.launch(.config(Samples.configURL)).check()
        world.cut(Samples.files)
        let client = world.launch(.config(Samples.configURL), detecting: .appStore)
        var moments = client.presentationTriggers.makeAsyncIterator()
        #expect(!client.presentation(.launch).isBlocking, "nobody knows yet where this build is from")
        await world.running(client) {
            await wait(until: { client.channel == .appstore })
            #expect(client.decision.blocking)
            #expect(await moments.next() == .launch)
            #expect(client.presentation(.launch).isBlocking)
        }
    }

    @Test(arguments: [("[\"internal\"]", Channel.Audience.internal), ("[\"external\"]", .external)])
    func `the server tells internal testers from external ones, and the next launch knows`(
        _ audiences: String, _ expected: Channel.Audience
    ) async throws {
        serverSays(audiences)
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

    @Test func `a silent server is waited for five seconds, and asked again when the app comes back`() async {
        serverIsSilent()
        let client = world.launch(setup, detecting: .testFlight)
        await world.running(client) {
            // The question has a deadline of its own, beside that of the detection.
            await wait(until: { world.sleeping.sorted() == [5, ChannelDetector.audienceTimeout, 3_600] })
            #expect(client.channel == .testflight(nil), "what is known counts in the meantime")
            world.pass(5)
            await wait(until: { world.sleeping == [3_600] })
            #expect(client.channel == .testflight(nil))
            #expect(client.detectedChannel.isProvisional)
            #expect(world.requests(for: "audience").count == 1)

            serverSays(#"["internal"]"#)
            client.enteredBackground()
            world.pass(3_600)
            await client.enteredForeground()
            await wait(until: { client.channel == .testflight(.internal) })
            #expect(!client.detectedChannel.isProvisional)
        }
        serverIsSilent()
        #expect(world.launch(setup, detecting: .testFlight).channel == .testflight(.internal), "learnt once, kept")
    }

    @Test func `an answer that is too long counts for nothing`() async {
        world.serve(Samples.host, Array(repeating: UInt8(ascii: " "), count: 262_145))
        let client = world.launch(setup, detecting: .testFlight)
        await world.running(client) {
            await wait(until: { !world.requests(for: "audience").isEmpty && world.sleeping == [3_600] })
            #expect(client.channel == .testflight(nil))
            #expect(client.detectedChannel.isProvisional)
        }
    }

    @Test func `a set-up without a server asks nobody`() async {
        let client = world.launch(.config(Samples.configURL), detecting: .testFlight)
        await world.running(client) {
            await wait(until: { client.channel == .testflight(nil) && !client.detectedChannel.isProvisional })
        }
        #expect(world.requests.map(\.url.host) == [Samples.files])
    }

    @Test func `a witness that never answers holds up the channel and nothing else`() async {
        let client = world.launch(setup, detecting: .appStore, hanging: [.distributor])
        await world.running(client) {
            await wait(until: { world.sleeping.sorted() == [FakeRung.hanging, 3_600] })
            #expect(client.policyStatus.source == .config(Samples.configURL))
            #expect(client.channel == .unknown)
            world.pass(1)
            await wait(until: { client.channel == .appstore })
        }
    }

    @Test func `what the app says of itself counts, and nothing is looked at`() async {
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
        #expect(world.launch(setup, detecting: .testFlight).channel != .adhoc, "and it is not kept")
    }

    @Test func `an app that says TestFlight is told by the server which one, unless it says that too`() async {
        serverSays(#"["internal"]"#)
        let plain = world.launch(setup, channel: .testflight(nil))
        await world.running(plain) { await wait(until: { plain.channel == .testflight(.internal) }) }
        let asked = world.requests(for: "audience").count
        let exact = world.launch(setup, channel: .testflight(.external))
        await world.running(exact) { await wait(until: { world.sleeping == [3_600] }) }
        #expect(exact.channel == .testflight(.external))
        #expect(world.requests(for: "audience").count == asked)
    }
}
