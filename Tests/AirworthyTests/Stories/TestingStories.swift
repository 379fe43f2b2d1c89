import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

#if canImport(Observation)
import Observation
#endif

/// Stubs, launch arguments, observable objects, and what is new: the parts that apps test with and show.
@Suite(.timeLimit(.minutes(5))) struct TestingStories {
    private let world = FakeWorld()

    // MARK: Stubs

    @Test func `a stub keeps its features when a decision is sent`() {
        let stub = Airworthy.stub(.ok, features: ["columns": 3])
        stub.send(.maintenance)
        #expect(stub.airworthy.decision.status == .maintenance)
        #expect(stub.airworthy.value(for: "columns", default: 1) == 3)
        stub.setFeature("columns", to: nil)
        #expect(stub.airworthy.value(for: "columns", default: 1) == 1)
    }

    @Test func `a reminder of a stub is due the next day, not before`() {
        let stub = Airworthy.stub(.recommended, now: date("2026-11-20T12:00:00Z"))
        let airworthy = stub.airworthy
        airworthy.answer(.later, to: airworthy.decision)
        stub.pass(.hours(1))
        #expect(airworthy.presentation(.foreground).content == .nothing(.answered))
        stub.pass(.days(1))
        guard case .prompt = airworthy.presentation(.foreground).content else {
            Issue.record("there is no prompt the next day")
            return
        }
    }

    @Test func `a presentation that is due while time passes is announced`() async {
        let stub = Airworthy.stub(.recommended, now: date("2026-11-20T12:00:00Z"))
        let triggers = stub.airworthy.presentationTriggers
        stub.airworthy.answer(.later, to: stub.airworthy.decision)
        _ = stub.airworthy.presentation(.foreground)
        stub.pass(.days(1))
        #expect(await triggers.first { _ in true } == .refresh)
    }

    @Test func `a stub has the channel and the clock of the test, and its launch is over`() async {
        let now = date("2026-11-20T12:00:00Z")
        let stub = Airworthy.stub(for: Installation(version: "1.0", channel: .testflight(.internal)), now: now)
        #expect(stub.airworthy.isDevelopment)
        #expect(stub.airworthy.channel == .testflight(.internal))
        stub.pass(.days(2))
        #expect(stub.now == now.addingTimeInterval(172_800))
        await stub.airworthy.launchSettled()
    }

    // MARK: Launch argument

    @Test(arguments: Decision.Status.allCases)
    func `a launch argument makes the decision a constant`(_ status: Decision.Status) async {
        let installation = Installation(version: "1.5", channel: .appstore)
        let decision = LaunchArgument.decision(
            in: ["app", "-AirworthyDecision", status.rawValue, "-other"], for: installation)
        #expect(decision?.status == status)
        #expect(decision?.blocking == [.required, .requiredUnavailable, .maintenance].contains(status))
        world.serve(Samples.config, at: Samples.files)
        let client = Airworthy(
            .config(Samples.configURL),
            options: Airworthy.Options(installation: installation, transport: world.transport),
            environment: world.environment, store: world.store, fixedDecision: decision)
        _ = await client.check()
        #expect(client.decision.status == status)
    }

    @Test(arguments: [["app"], ["app", "-AirworthyDecision"], ["-AirworthyDecision", "blocked"]])
    func `other arguments change nothing`(_ arguments: [String]) {
        let installation = Installation(version: "1.5", channel: .appstore)
        #expect(LaunchArgument.decision(in: arguments, for: installation) == nil)
    }

    // MARK: Observing

    #if canImport(Observation)
    @MainActor @Test func `an observed property changes with the decision`() async {
        let stub = Airworthy.stub(.ok, features: ["columns": 2])
        let observed = ObservedAirworthy(stub.airworthy)
        let columns = FeatureKey("columns", default: 0)
        let changed = Signal()
        #expect(withObservationTracking({ observed.value(for: columns) }, onChange: { changed.send() }) == 2)
        stub.setFeature("columns", to: 5)
        await changed.wait(after: 0)
        while observed.value(for: columns) != 5, !Task.isCancelled { await Task.yield() }
        #expect(!observed.isDevelopment && observed.channel == .appstore)
    }

    @MainActor @Test func `an observing object ends with its owner`() async {
        let stub = Airworthy.stub()
        weak var observed: ObservedAirworthy?
        do {
            let owner = ObservedAirworthy(stub.airworthy)
            observed = owner
            #expect(!owner.isEnabled("editor"))
        }
        while observed != nil, !Task.isCancelled { await Task.yield() }
        #expect(observed == nil)
    }
    #endif

    // MARK: After an update

    private func launch(_ version: String, channel: Channel = .appstore, notes: String = "Faster.") throws -> Airworthy
    {
        let bytes = Array(
            """
            {"resultCount": 1, "results": [{"kind": "software", "version": "2.0", "trackId": 42,
            "releaseNotes": "\(notes)", "currentVersionReleaseDate": "2026-11-01T00:00:00Z"}]}
            """.utf8)
        world.serve(bytes, at: Samples.appStore)
        return world.launch(.appStore(id: 42, country: "JP"), version: version, channel: channel)
    }

    @Test func `the notes of the installed release are new once after an update`() async throws {
        let old = try launch("1.5")
        _ = await old.refresh()
        #expect(old.whatsNew == nil, "nothing is new after a first installation")
        let updated = try launch("2.0")
        let news = try #require(updated.whatsNew)
        #expect(news.notes == "Faster.")
        #expect(news.previous?.version.description == "1.5")
        // A second launch without an answer still has them.
        let again = try launch("2.0")
        #expect(again.whatsNew == news)
        again.didShowWhatsNew()
        #expect(again.whatsNew == nil)
        #expect(try launch("2.0").whatsNew == nil)
        #expect(again.installedNotes?.notes == "Faster.")
    }

    @Test func `a downgrade and a release without notes have nothing new`() async throws {
        _ = await (try launch("1.5")).refresh()
        #expect(try launch("3.0").whatsNew == nil, "no source knows 3.0")
        #expect(try launch("2.0").whatsNew == nil, "it is older than 3.0")
    }

    // MARK: The channel alone

    @Test func `the channel is known without a client`() async {
        let detected = await Airworthy.currentChannel()
        #expect(detected.channel == .unknown && !detected.isDeveloper)
        #expect(await AppDistribution.current() == AppDistribution.current())
    }

    @Test func `the small product climbs the same ladder`() async {
        let host = ChannelHost(family: .ios, major: 18)
        let sandbox = await AppDistribution.find(
            on: host,
            rungs: [
                FixedRung(step: .distributor, finding: .failed("unknown")),
                FixedRung(step: .transaction, finding: .transaction(.sandbox)),
            ]
        ) { _ in await Signal().wait(after: 0) }
        #expect(sandbox.channel == .testflight && !sandbox.isSettled, "App Review looks like this")
        let tester = await AppDistribution.find(
            on: host, rungs: [FixedRung(step: .distributor, finding: .distributor(.testFlight))]
        ) { _ in await Signal().wait(after: 0) }
        #expect(tester.channel == .testflight && tester.isSettled)
        #expect(tester.evidence == "AppDistributor: TestFlight")
    }

    private struct FixedRung: ChannelRung {
        let step: ChannelStep
        let finding: ChannelFinding
        var deadline: TimeInterval { 1 }

        func find() async -> ChannelFinding { finding }
    }
}
