import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

@testable import Airworthy

/// Queries for the newest TestFlight build.
@Suite(.timeLimit(.minutes(5))) struct TestFlightStories {
    private static let page = "itms-beta://beta.itunes.apple.com/v1/app/42"
    private static let join = "https://testflight.apple.com/join/abcdEFGH"
    private static let policy: JSONValue = [
        "schema": 1, "appleID": 42, "rules": [], "links": ["testflight": .string(join)],
    ]
    private static let catalog: JSONValue = [
        "schema": 1,
        "releases": [
            [
                "platform": "ios", "version": "1.7", "build": "170", "minimumOS": "19.0",
                "offers": [["channel": "testflight.internal", "expiresAt": "2027-02-01T00:00:00Z"]],
            ],
            [
                "platform": "ios", "version": "1.6", "build": "160",
                "offers": [["channel": "testflight", "expiresAt": "2027-01-01T00:00:00Z", "notes": ["en": "Tabs."]]],
            ],
            [
                "platform": "ios", "version": "1.5", "build": "150",
                "offers": [["channel": "testflight", "expiresAt": "2026-12-01T00:00:00Z"]],
            ],
        ],
    ]
    private static let latest = """
        {"version": "1.6", "buildNumber": "160", "releaseNotes": "Tabs.", "expiresAt": "2027-01-01T00:00:00Z",
         "availableTo": ["external"], "platform": "ios"}
        """

    private let world = FakeWorld()

    private func server() throws -> Airworthy.Setup {
        Airworthy.Setup(policy: [
            .rules(try Policy(json: Self.policy.jsonBytes())),
            .server(Samples.server, pins: Pins(app: "tour", roots: [])),
        ])
    }

    private func code(_ client: Airworthy) async -> TestFlightError.Code? {
        let error = await #expect(throws: TestFlightError.self) { try await client.checkTestFlight() }
        return error?.code
    }

    @Test func `checkTestFlight reports the server's newest build with the policy's links`() async throws {
        world.serve(Array(Self.latest.utf8), at: Samples.host)
        let client = world.launch(try server(), channel: .testflight(.external))
        let report = try await client.checkTestFlight()
        #expect(report.availability == .newer)
        #expect(report.newest?.notes == "Tabs.")
        #expect(report.links == [Self.page, Self.join])
        #expect(world.requests.map(\.url.lastPathComponent) == ["external", "audience"])
    }

    @Test func `checkTestFlight detects the audience first`() async throws {
        let latest = Self.latest
        world.answer(Samples.host) { request in
            let builds = #"{"builds": [{"version": "1.5", "buildNumber": "150", "availableTo": ["internal"]}]}"#
            let text = request.url.lastPathComponent == "audience" ? builds : latest
            return TransportResponse(url: request.url, status: 200, body: Array(text.utf8))
        }
        let client = world.launch(try server(), detecting: .testFlight)
        _ = try await client.checkTestFlight()
        #expect(client.channel == .testflight(.internal))
        #expect(!world.requests(for: "internal").isEmpty)
        #expect(world.requests(for: "external").isEmpty)
    }

    @Test func `a set-up with TestFlight alone needs no keys, finds the build, and can force nothing`() async throws {
        let latest = Self.latest
        world.answer(Samples.host) { request in
            let builds = #"{"builds": [{"version": "1.5", "buildNumber": "150", "availableTo": ["external"]}]}"#
            let text = request.url.lastPathComponent == "audience" ? builds : latest
            return TransportResponse(url: request.url, status: 200, body: Array(text.utf8))
        }
        let client = world.launch(.testFlight(server: Samples.server, app: "tour"), detecting: .testFlight)
        let report = try await client.checkTestFlight()
        #expect(client.channel == .testflight(.external))
        #expect(report.availability == .newer && report.newest?.build?.description == "160")
        await world.running(client) { await client.launchSettled() }
        #expect(world.requests.allSatisfy { $0.url.path.contains("/testflight/") }, "it asks for no rules")
        #expect(client.decision.status == .ok && client.policyStatus.source == .none)
    }

    @Test(arguments: [
        ("http://updates.example.com", true), ("https://updates.example.com", false), ("http://127.0.0.1:8080", false),
    ])
    func `a TestFlight server without https is a mistake of the set-up`(_ address: String, _ isMistake: Bool) throws {
        let setup = Airworthy.Setup.testFlight(server: try #require(URL(string: address)), app: "tour")
        #expect(setup.mistakes.isEmpty == !isMistake)
    }

    @Test func `TestFlight alone stands beside other sources in any order`() async {
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        let beta = PolicySource.testFlight(server: Samples.server, app: "tour")
        let config = PolicySource.config(Samples.configURL)
        for sources in [[beta, config], [config, beta]] {
            let client = world.launch(Airworthy.Setup(policy: sources))
            await world.running(client) { await wait(until: { client.decision.status == .required }) }
        }
    }

    @Test(
        arguments: [
            (#"["internal", "external"]"#, nil, .testflight(nil)),
            (#"["internal", "external"]"#, .internal, .testflight(.internal)),
            (#"["external"]"#, .internal, .testflight(.external)), (#"[]"#, .internal, .testflight(.internal)),
        ] as [(String, Channel.Audience?, Channel)])
    func `the app's word about the group of testers counts where the server's leaves it open`(
        _ groups: String, _ named: Channel.Audience?, _ expected: Channel
    ) async {
        let builds = #"{"builds": [{"version": "1.5", "buildNumber": "150", "availableTo": \#(groups)}]}"#
        world.serve(Array(builds.utf8), at: Samples.host)
        let setup = Airworthy.Setup.testFlight(server: Samples.server, app: "tour")
        let client = world.launch(setup, detecting: .testFlight, testerGroup: named)
        await world.running(client) { await client.launchSettled() }
        #expect(client.channel == expected)
        #expect(client.detectedChannel.testerGroups.count == groups.split(separator: ",").count(where: { $0 != "[]" }))
        // What the app said is not stored: at the next launch it may say something else.
        #expect(world.launch(setup, detecting: .testFlight).channel != .testflight(.internal))
    }

    @Test func `checkTestFlight throws notAnswered after the deadline`() async throws {
        world.answer(Samples.host) { _ in
            try await Task.sleep(nanoseconds: 1_000_000_000_000)
            throw CancellationError()
        }
        let client = world.launch(try server(), channel: .testflight(.external))
        let asking = Task { await code(client) }
        await wait(until: { world.sleeping == [5] })
        world.pass(5)
        #expect(await asking.value == .notAnswered)
    }

    @Test func `checkTestFlight sends no request while the server refuses requests`() async throws {
        world.serve([], at: Samples.host, status: 503, headers: ["Retry-After": "100"])
        let client = world.launch(try server(), channel: .testflight(.external))
        _ = await client.check()
        let asked = world.requests.count
        #expect(await code(client) == .notAnswered)
        #expect(world.requests.count == asked)
        world.serve(Array(Self.latest.utf8), at: Samples.host)
        world.pass(1_000)
        #expect(try await client.checkTestFlight().availability == .newer)
    }

    @Test func `checkTestFlight throws for other channels and for set-ups without TestFlight builds`() async throws {
        world.serve(Array(Self.latest.utf8), at: Samples.host)
        #expect(await code(world.launch(try server(), channel: .appstore)) == .notTestFlight)
        #expect(world.requests.isEmpty)
        world.serve(Samples.config, at: Samples.files)
        let config = Airworthy.Setup.config(Samples.configURL)
        #expect(await code(world.launch(config, channel: .testflight(nil))) == .noServer)
        #expect(
            await code(.preview(Decision(.ok, for: Installation(version: "1", channel: .testflight(nil))))) == .noServer
        )
    }

    @Test(needsCrypto) func `without a server checkTestFlight answers from the manifest for each audience`()
        async throws
    {
        world.serve(try Samples.signed(Self.policy, catalog: Self.catalog), at: Samples.files)
        let setup = Airworthy.Setup(policy: [.manifest(Samples.configURL, pins: Samples.pins)])
        let guest = try await world.launch(setup, channel: .testflight(.external)).checkTestFlight()
        #expect(guest.availability == .newer)
        #expect(guest.newest?.build == (try BuildNumber("160")))
        #expect(guest.newest?.notes == "Tabs.")
        #expect(guest.newest?.expiresAt == date("2027-01-01T00:00:00Z"))
        #expect(guest.newest?.availableTo == [.internal, .external])
        #expect(guest.expiresAt == date("2026-12-01T00:00:00Z"))
        #expect(guest.links == [Self.page, Self.join])

        let team = try await world.launch(setup, channel: .testflight(.internal)).checkTestFlight()
        #expect(team.availability == .needsNewerSystem(try AppVersion("19.0")))
        #expect(team.newest?.availableTo == [.internal])
    }

    @Test(needsCrypto) func `checkTestFlight throws if the manifest is unreachable or rejected`() async throws {
        let setup = Airworthy.Setup(policy: [.manifest(Samples.configURL, pins: Samples.pins)])
        world.disconnect(Samples.files)
        #expect(await code(world.launch(setup, channel: .testflight(nil))) == .notAnswered)
        world.serve(try Samples.signed(by: Samples.stranger), at: Samples.files)
        #expect(await code(world.launch(setup, channel: .testflight(nil))) == .unreadableAnswer)
        world.serve(try Samples.signed(), at: Samples.files)
        #expect(
            await code(world.launch(setup, channel: .testflight(nil))) == .noServer,
            "the manifest lists the App Store only")
    }
}
