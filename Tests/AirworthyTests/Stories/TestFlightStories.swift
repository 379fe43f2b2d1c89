import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// Testers who ask for the newest build.
@Suite(.timeLimit(.minutes(1))) struct TestFlightStories {
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

    private func server() throws -> Setup {
        Setup(policy: [
            .rules(try Policy(json: Self.policy.jsonBytes())),
            .server(Samples.server, pins: Pins(app: "tour", roots: [])),
        ])
    }

    private func code(_ client: Airworthy) async -> TestFlightError.Code? {
        let error = await #expect(throws: TestFlightError.self) { try await client.checkTestFlight() }
        return error?.code
    }

    @Test func `the server names the newest build, and the policy in force the ways to it`() async throws {
        world.serve(Samples.host, Array(Self.latest.utf8))
        let client = world.launch(try server(), channel: .testflight(.external))
        let report = try await client.checkTestFlight()
        #expect(report.availability == .newer)
        #expect(report.newest?.notes == "Tabs.")
        #expect(report.links == [Self.page, Self.join])
        #expect(world.requests.map(\.url.lastPathComponent) == ["external", "audience"])
    }

    @Test func `the audience is found out first`() async throws {
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

    @Test func `silence is an error after the deadline, and no answer about updates`() async throws {
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

    @Test func `a server that asked to be left alone is`() async throws {
        world.serve(Samples.host, [], status: 503, headers: ["Retry-After": "100"])
        let client = world.launch(try server(), channel: .testflight(.external))
        _ = await client.check()
        let asked = world.requests.count
        #expect(await code(client) == .notAnswered)
        #expect(world.requests.count == asked)
        world.serve(Samples.host, Array(Self.latest.utf8))
        world.pass(1_000)
        #expect(try await client.checkTestFlight().availability == .newer)
    }

    @Test func `other copies, and set-ups that know no TestFlight build, are told so`() async throws {
        world.serve(Samples.host, Array(Self.latest.utf8))
        #expect(await code(world.launch(try server(), channel: .appstore)) == .notTestFlight)
        #expect(world.requests.isEmpty)
        world.serve(Samples.files, Samples.config)
        let config = Setup.config(Samples.configURL)
        #expect(await code(world.launch(config, channel: .testflight(nil))) == .noServer)
        #expect(
            await code(.preview(Decision(.ok, for: Installation(version: "1", channel: .testflight(nil))))) == .noServer
        )
    }

    @Test(needsCrypto) func `without a server the manifest answers for each audience`() async throws {
        world.serve(Samples.files, try Samples.signed(Self.policy, catalog: Self.catalog))
        let setup = Setup(policy: [.manifest(Samples.configURL, pins: Samples.pins)])
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

    @Test(needsCrypto) func `a manifest that cannot be had, or is not accepted, is no answer`() async throws {
        let setup = Setup(policy: [.manifest(Samples.configURL, pins: Samples.pins)])
        world.cut(Samples.files)
        #expect(await code(world.launch(setup, channel: .testflight(nil))) == .notAnswered)
        world.serve(Samples.files, try Samples.signed(by: Samples.stranger))
        #expect(await code(world.launch(setup, channel: .testflight(nil))) == .unreadableAnswer)
        world.serve(Samples.files, try Samples.signed())
        #expect(await code(world.launch(setup, channel: .testflight(nil))) == .noServer, "it lists the App Store only")
    }
}
