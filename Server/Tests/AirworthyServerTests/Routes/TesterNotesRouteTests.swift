import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ReleaseCatalog
import Testing

@testable import AirworthyServer

/// The "What to Test" notes on all routes. Build 322 is internal and waits for its beta review; build 321 is external.
@Suite(.timeLimit(.minutes(5))) struct TesterNotesRouteTests {
    private static let builds = ["321", "322"]

    private static func api(
        _ level: App.InternalBuilds, _ notes: App.TestFlightNotes, publishes: Bool = false
    ) async throws -> API {
        let api = try await API(publishes: publishes, internalBuilds: level, testFlightNotes: notes)
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        return api
    }

    @Test(
        arguments: [
            (App.InternalBuilds.none, App.TestFlightNotes.all, false, []), (.none, .all, true, []),
            (.facts, .none, false, []), (.facts, .none, true, []), (.facts, .external, false, ["321"]),
            (.facts, .external, true, ["321"]), (.facts, .all, false, builds), (.facts, .all, true, builds),
            (.full, .none, false, []), (.full, .none, true, []), (.full, .external, false, ["321"]),
            (.full, .external, true, builds), (.full, .all, false, builds), (.full, .all, true, builds),
        ] as [(App.InternalBuilds, App.TestFlightNotes, Bool, [String])])
    func `each route shows the notes of exactly the builds that the setting allows`(
        level: App.InternalBuilds, notes: App.TestFlightNotes, hasToken: Bool, noted: [String]
    ) async throws {
        let api = try await Self.api(level, notes)
        let token = hasToken ? try await api.token(.server) : nil
        let paths = [
            ("321", "/v1/apps/hashtags/testflight/latest/external"),
            ("322", "/v1/apps/hashtags/testflight/latest/internal"),
            ("321", "/testflight/latest/external"), ("322", "/testflight/latest/internal"),
            ("321", "/v1/apps/hashtags/testflight/builds/321/audience"),
            ("322", "/v1/apps/hashtags/testflight/builds/322/audience"),
            ("321", "/testflight/version/321/audience"), ("322", "/testflight/version/322/audience"),
            ("321", "/v1/apps/hashtags/releases/latest?channel=testflight.external"),
            ("322", "/v1/apps/hashtags/releases/latest?channel=testflight.internal"),
            ("321", "/v1/apps/hashtags/releases/latest?channel=testflight"),
        ]
        for (build, path) in paths {
            let response = try await api(.get, path, token: token)
            guard level != .none else {
                #expect(response.problem == "no-release", "\(path)")
                continue
            }
            let json = try response.json
            #expect(json["buildNumber"] == .string(build), "\(path)")
            #expect(json["releaseNotes"] == (noted.contains(build) ? .string("Try \(build).") : .null), "\(path)")
        }
        let list = try await api(.get, "/v1/apps/hashtags/releases?channel=testflight", token: token).text
        let version = try await api(.get, "/testflight/version/2.3.0/audience", token: token).text
        for build in Self.builds {
            #expect(list.contains("Try \(build).") == noted.contains(build))
            #expect(version.contains("Try \(build).") == noted.contains(build))
        }
    }

    @Test(
        arguments: [
            (App.InternalBuilds.none, App.TestFlightNotes.all, []), (.facts, .none, []), (.facts, .external, ["321"]),
            (.facts, .all, builds), (.full, .none, []), (.full, .external, ["321"]), (.full, .all, builds),
        ] as [(App.InternalBuilds, App.TestFlightNotes, [String])])
    func `the manifest and decisions from it have the notes that the setting allows`(
        level: App.InternalBuilds, notes: App.TestFlightNotes, noted: [String]
    ) async throws {
        let api = try await Self.api(level, notes, publishes: true)
        await api.plane.housekeeping.renew()
        let head = try #require(try api.plane.served.app("hashtags").liveHead)
        let text = head.manifest.catalog.jsonValue.jsonText()
        for build in Self.builds {
            #expect(text.contains("Try \(build).") == noted.contains(build))
            let audience = build == "321" ? "external" : "internal"
            let path = "/v1/apps/hashtags/decision?version=2.0.0&build=1&channel=testflight.\(audience)"
            let newest = try await api(.get, path).json["newest"]
            #expect(newest?["notes"]?.stringValue == (noted.contains(build) ? "Try \(build)." : nil))
        }
    }

    @Test func `a changed setting takes effect at once`() async throws {
        let api = try await Self.api(.facts, .none)
        let path = "/v1/apps/hashtags/testflight/latest/external"
        let router = makeRouter(for: api.plane, options: APIOptions(now: { [clock = api.clock] in clock.now }))
        try await Application(router: router).test(.router) { client in
            func notes() async throws -> JSONValue? {
                try await client.execute(uri: path, method: .get) { try $0.json["releaseNotes"] }
            }
            #expect(try await notes() == .null)
            _ = try await api.plane.apps.update("hashtags", by: .server) { $0.testFlightNotes = .external }
            #expect(try await notes() == "Try 321.")
        }
    }

    @Test func `hostile notes are cut, and lose control characters and overrides of direction`() async throws {
        let api = try await API(publishes: false)
        var listing = ControlPlaneTesting.Samples.listing(at: api.clock.now)
        let hidden = "\u{1B}[2J\u{0}One\r\nTwo\tÄ\u{85}\u{202E}Three\u{2066}"
        let hostile = hidden + String(repeating: "x", count: 9_000)
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        for index in listing.builds.indices {
            listing.builds[index].notes = LocalizedText(["en": hostile, "de": marks])
        }
        try await api.plane.catalogs.record(.connect(listing), for: "hashtags", at: api.clock.now)
        for path in [
            "/v1/apps/hashtags/testflight/latest/external", "/v1/apps/hashtags/testflight/builds/321/audience",
            "/v1/apps/hashtags/releases/latest?channel=testflight.external",
        ] {
            let notes = try #require(try await api(.get, path).json["releaseNotes"]?.stringValue)
            #expect(notes.hasPrefix("[2JOne\nTwo\tÄThreexxx"), "\(path)")
            #expect(notes.count <= 4_000 && notes.count > 3_900)
            let germanPath = path + (path.contains("?") ? "&" : "?") + "language=de"
            let german = try await api(.get, germanPath).text
            #expect(german.utf8.count < 20_000)
        }
        #expect(try await api(.get, "/v1/apps/hashtags/releases").text.utf8.count < 60_000)
    }
}
