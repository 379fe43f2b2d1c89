import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ReleaseCatalog
import ServerSupport
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct TestFlightRouteTests {
    private static let latest = "/v1/apps/hashtags/testflight/latest"
    /// The members that all release routes have, in their order.
    private static let names = [
        "version", "buildNumber", "releaseNotes", "uploadedAt", "publishedAt", "expiresAt", "minimumOS",
        "audienceType", "availableTo", "groups", "testFlightURL", "channel", "platform", "url",
    ]

    private static func api(
        _ level: App.InternalBuilds = .facts, notes: App.TestFlightNotes = .external
    ) async throws -> API {
        let api = try await API(publishes: false, internalBuilds: level, testFlightNotes: notes)
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        return api
    }

    @Test func `TestFlight data is missing, not empty, until App Store Connect answers`() async throws {
        let (api, recorder) = (try await API(publishes: false), CatalogSyncRecorder())
        try await api.plane.catalogs.record(
            .lookup(
                ControlPlaneTesting.Samples.storefront("US"),
                ControlPlaneTesting.Samples.release(publishedAt: api.clock.now)),
            for: "hashtags", at: api.clock.now)
        let paths = [
            "\(Self.latest)/internal", "/v1/apps/hashtags/testflight/builds/322/audience",
            "/testflight/version/2.3.0/audience",
            "/v1/apps/hashtags/releases/latest?channel=testflight&platform=ios",
        ]
        recorder.set([SourceStatus(source: .connect, interval: .seconds(300))])
        for path in paths {
            let response = try await api(.get, path, options: APIOptions(catalogSync: recorder.sync()))
            #expect(response.status.code == 503 && response.problem == "catalog-not-learnt", "\(path)")
            #expect(response.headers[.retryAfter] == "5")
        }
        #expect(recorder.woken.count == paths.count)
        // Without a key there will never be TestFlight data.
        for path in paths {
            #expect(try await api(.get, path).problem == "no-release", "\(path)")
        }
    }

    @Test(arguments: [("internal", "322"), ("external", "321")])
    func `the newest build of an audience is returned`(audience: String, build: String) async throws {
        let api = try await Self.api()
        let response = try await api(.get, "\(Self.latest)/\(audience)")
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == "public, max-age=30")
        #expect(response.headers[.vary] == "Authorization")
        let json = try response.json
        #expect(json.objectValue?.members.map(\.key) == Self.names + ["catalog"])
        #expect(json["version"] == "2.3.0" && json["buildNumber"] == .string(build))
        #expect(json["availableTo"] == [.string(audience)])
        #expect(json["minimumOS"] == "16.0" && json["audienceType"] == "APP_STORE_ELIGIBLE")
        #expect(json["testFlightURL"] == "itms-beta://beta.itunes.apple.com/v1/app/6504763618")
        #expect(json["uploadedAt"]?.stringValue != nil && json["expiresAt"]?.stringValue != nil)
        let asOf = JSONValue.string(Timestamp.format(api.clock.now))
        #expect(
            json["catalog"] == [
                "asOf": asOf, "stale": false,
                "sources": [["name": "appStoreConnect", "asOf": asOf, "stale": false]],
            ])
    }

    @Test(
        arguments: [
            ("latest/internal", nil, "ja", "内部テスター向けのビルドが見つかりません"),
            ("latest/external", nil, "ja-JP;q=0.9, en;q=0.8", "外部テスター向けのビルドが見つかりません"),
            ("version/9.9/audience", nil, "xx, ja_JP", "バージョン9.9が見つかりません"),
            ("version/9.9/audience", "ja", "en", "バージョン9.9が見つかりません"),
            ("version/9.9/audience", "de-AT", nil, "Version 9.9 wurde nicht gefunden"),
            ("version/9.9/audience", nil, "zh-Hant-TW", "找不到版本9.9"), ("version/9.9/audience", nil, "en-GB, ja", nil),
            ("version/9.9/audience", nil, nil, nil), ("version/9.9/audience", nil, ",;,-;q=,\u{22}", nil),
            ("version/%0A%25/audience", nil, "ja", "バージョン\u{FFFD}%が見つかりません"),
        ] as [(String, String?, String?, String?)])
    func `that there is no such build is said in the caller's language, where simple clients look for it`(
        path: String, language: String?, accepted: String?, detail: String?
    ) async throws {
        let api = try await Self.api(.none)
        var headers = HTTPFields()
        headers[.acceptLanguage] = accepted
        let query = language.map { "?language=\($0)" } ?? ""
        let response = try await api(.get, "/testflight/\(path)\(query)", headers: headers)
        #expect(response.status == .notFound && response.problem == "no-release")
        let said = try response.json["detail"]?.stringValue ?? ""
        if let detail {
            #expect(said == detail)
            #expect(
                response.headers[.contentLanguage] != nil
                    && response.headers[.vary]?.contains("Accept-Language") == true)
        } else {
            #expect(said.hasPrefix("there is no TestFlight build"))
        }
    }

    @Test(arguments: [
        (App.InternalBuilds.none, false, "nothing"), (.none, true, "nothing"), (.facts, false, "facts"),
        (.facts, true, "facts"), (.full, false, "facts"), (.full, true, "full"),
    ])
    func `the app's setting and the token limit the TestFlight data`(
        level: App.InternalBuilds, hasToken: Bool, shows: String
    ) async throws {
        let api = try await Self.api(level)
        let token = hasToken ? try await api.token(.server) : nil
        for path in ["\(Self.latest)/external", "/v1/apps/hashtags/testflight/builds/321/audience"] {
            let response = try await api(.get, "\(path)?language=ja", token: token)
            let json = try response.json
            let text = response.text
            switch shows {
            case "nothing":
                #expect(response.status == .notFound && response.problem == "no-release")
            case "facts":
                #expect(json["releaseNotes"] == "321 をお試しください。")
                #expect(
                    json["groups"] == [
                        ["id": .string(ManifestCatalog.opaqueGroupID("g2", in: "hashtags")), "name": .null]
                    ])
                #expect(!text.contains("friends") && !text.contains("join/"))
            default:
                #expect(json["releaseNotes"] == "321 をお試しください。")
                #expect(json["groups"] == [["id": "g2", "name": "friends"]])
                #expect(json["testFlightURL"] == "https://testflight.apple.com/join/g2")
            }
            if shows != "nothing" {
                #expect(response.headers[.cacheControl] == (hasToken ? "no-store" : "public, max-age=30"))
            }
        }
    }

    @Test func `testers get their own language, whoever asked before them`() async throws {
        let api = try await Self.api()
        for path in [
            "\(Self.latest)/external", "/testflight/latest/external",
            "/v1/apps/hashtags/testflight/builds/321/audience",
        ] {
            for (language, notes) in [("en", "Try 321."), ("ja", "321 をお試しください。"), ("en", "Try 321.")] {
                let response = try await api(.get, "\(path)?language=\(language)")
                #expect(try response.json["releaseNotes"] == .string(notes), "\(path) in \(language)")
                #expect(response.headers[.cacheControl] == "public, max-age=30")
            }
        }
    }

    @Test func `responses for a token are not cached for others`() async throws {
        let api = try await Self.api(.full)
        let path = "\(Self.latest)/external"
        let before = try await api(.get, path).text
        let full = try await api(.get, path, token: try await api.token(.server)).text
        #expect(full != before)
        #expect(try await api(.get, path).text == before)
        #expect(try await api(.get, path, token: "srv_nonsense").status == .unauthorized)
        #expect(try await api(.get, path, token: try await api.token(.device)).text == before)
    }

    @Test(arguments: [
        ("/testflight/version/322/audience", "build", ["322"]),
        ("/testflight/version/2.3.0/audience", "version", ["322", "321"]),
        ("/testflight/version/2.3/audience?app=hashtags&platform=ios", "version", ["322", "321"]),
        ("/v1/apps/hashtags/testflight/builds/321/audience", "build", ["321"]),
    ])
    func `the audience of a build is found by number or by version`(
        path: String, matchedBy: String, builds: [String]
    ) async throws {
        let json = try await Self.api()(.get, path).json
        #expect(json.objectValue?.members.map(\.key) == Self.names + ["matchedBy", "builds", "catalog"])
        #expect(json["matchedBy"]?.stringValue == matchedBy)
        #expect(json["buildNumber"]?.stringValue == builds.first)
        let list = json["builds"]?.arrayValue ?? []
        #expect(list.compactMap { $0["buildNumber"]?.stringValue } == builds)
        #expect(list.allSatisfy { $0.objectValue?.members.map(\.key) == Self.names })
    }

    @Test(arguments: [
        "/testflight/version/9.9/audience", "/testflight/version/x/audience", "/testflight/version/%FF/audience",
        "/v1/apps/hashtags/testflight/builds/2.3.0/audience", "/v1/apps/hashtags/testflight/builds/999/audience",
        "/v1/apps/hashtags/testflight/latest/internal?platform=tvos", "/testflight/latest/internal?platform=tvos",
        "/testflight/latest/everybody", "/v1/apps/nobody/testflight/latest/internal",
        "/testflight/latest/internal?app=nobody",
    ])
    func `an unknown build, audience or app is a 404`(path: String) async throws {
        let response = try await Self.api()(.get, path)
        #expect(response.status == .notFound)
        #expect(["no-release", "not-found"].contains(response.problem))
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test func `an expired build is listed but available to no audience`() async throws {
        let api = try await Self.api()
        api.clock.advance(by: 89 * 86_400)
        #expect(try await api(.get, "\(Self.latest)/external").status == .notFound)
        let json = try await api(.get, "/v1/apps/hashtags/testflight/builds/321/audience").json
        #expect(json["availableTo"] == [])
        #expect(json["catalog"]?["stale"] == true)
    }

    @Test func `short forms require a single app or its name`() async throws {
        let api = try await Self.api()
        let path = "/testflight/latest/internal"
        #expect(try await api(.get, path).json == (try await api(.get, "\(Self.latest)/internal").json))
        let other = App(
            slug: "birthdays", bundleID: Samples.app.bundleID, pins: [.init(api.key.publicKey, role: .online)])
        _ = try await api.plane.apps.create(other, by: .server)
        let unclear = try await api(.get, path)
        #expect(unclear.status == .badRequest && unclear.problem == "invalid")
        #expect(try unclear.json["parameter"] == "app")
        #expect(try await api(.get, "\(path)?app=hashtags").status == .ok)
        #expect(try await api(.get, "\(path)?app=hashtags&app=birthdays").status == .badRequest)
        try await api.plane.apps.delete("birthdays", by: .server)
        #expect(try await api(.get, path).status == .ok)
        #expect(try await api(.get, "\(path)?app=birthdays").status == .gone)
        try await api.plane.apps.delete("hashtags", by: .server)
        #expect(try await api(.get, path).problem == "not-found")
    }

    @Test func `without release data a synchronisation starts and the response is 503 with Retry-After`() async throws {
        let api = try await API(publishes: false)
        let recorder = CatalogSyncRecorder()
        let paths = [
            "\(Self.latest)/internal", "/testflight/latest/external", "/testflight/version/1/audience",
            "/v1/apps/hashtags/testflight/builds/1/audience", "/v1/apps/hashtags/releases/latest?channel=appstore",
            "/v1/apps/hashtags/releases",
        ]
        for path in paths {
            let response = try await api(.get, path, options: APIOptions(catalogSync: recorder.sync()))
            #expect(response.status == .serviceUnavailable && response.problem == "catalog-not-learnt")
            #expect(response.headers[.retryAfter] == "5" && response.headers[.cacheControl] == "no-store")
        }
        #expect(recorder.woken == Array(repeating: "hashtags", count: paths.count))
        // An unknown app starts no synchronisation.
        _ = try await api(
            .get, "/v1/apps/nobody/testflight/latest/internal", options: APIOptions(catalogSync: recorder.sync()))
        #expect(recorder.woken.count == paths.count)
    }

    @Test func `a response is stale when its release data is too old`() async throws {
        let api = try await Self.api()
        let options = APIOptions(catalogSync: CatalogSyncRecorder().sync())
        api.clock.advance(by: 3 * PollingSettings.connectInterval.seconds - 1)
        #expect(try await api(.get, "\(Self.latest)/internal", options: options).json["catalog"]?["stale"] == false)
        api.clock.advance(by: 2)
        let stale = try await api(.get, "\(Self.latest)/internal", options: options)
        #expect(stale.status == .ok)
        let catalog = try stale.json["catalog"]
        #expect(catalog?["stale"] == true && catalog?["sources"]?.arrayValue?.first?["stale"] == true)
        // Apps that share a key have longer intervals, so their data counts as stale later.
        let recorder = CatalogSyncRecorder()
        recorder.set([SourceStatus(source: .connect, interval: .seconds(3_600))])
        let patient = try await api(.get, "\(Self.latest)/internal", options: APIOptions(catalogSync: recorder.sync()))
        #expect(try patient.json["catalog"]?["stale"] == false)
    }

    @Test func `lookups and other storefronts do not make a TestFlight response stale`() async throws {
        let api = try await Self.api()
        let (japan, states) = (Storefront("JP"), Storefront("US"))
        let countries = try [#require(japan), #require(states)]
        _ = try await api.plane.apps.update("hashtags", by: .server) { $0.storefronts = countries }
        let release = ControlPlaneTesting.Samples.release(publishedAt: api.clock.now.addingTimeInterval(-86_400))
        for country in countries {
            try await api.plane.catalogs.record(.lookup(country, release), for: "hashtags", at: api.clock.now)
        }
        api.clock.advance(by: 7_200)
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now.addingTimeInterval(-7_200))),
            for: "hashtags",
            at: api.clock.now)
        try await api.plane.catalogs.record(.lookup(countries[0], release), for: "hashtags", at: api.clock.now)
        func isStale(_ path: String) async throws -> Bool? {
            try await api(.get, path).json["catalog"]?["stale"]?.boolValue
        }
        #expect(try await isStale("\(Self.latest)/internal") == false)
        #expect(try await isStale("/v1/apps/hashtags/releases/latest?channel=appstore&storefront=JP") == false)
        #expect(try await isStale("/v1/apps/hashtags/releases/latest?channel=appstore&storefront=US") == true)
        #expect(try await isStale("/v1/apps/hashtags/releases/latest?channel=appstore") == true)
    }

    @Test func `all release routes use the same member names`() async throws {
        let api = try await Self.api()
        let release = ControlPlaneTesting.Samples.release(publishedAt: api.clock.now.addingTimeInterval(-86_400))
        let states = try #require(Storefront("US"))
        try await api.plane.catalogs.record(.lookup(states, release), for: "hashtags", at: api.clock.now)
        for query in ["channel=appstore", "channel=testflight.internal", "channel=testflight"] {
            let json = try await api(.get, "/v1/apps/hashtags/releases/latest?\(query)").json
            #expect(json.objectValue?.members.map(\.key) == Self.names + ["catalog"], "\(query)")
        }
        let json = try await api(.get, "/v1/apps/hashtags/releases/latest?channel=testflight").json
        #expect(json["buildNumber"] == "321" && json["availableTo"] == ["external"])
    }

    @Test func `new release data is visible at once despite cached responses`() async throws {
        let api = try await Self.api()
        let path = "\(Self.latest)/external"
        // One router for all requests, so that they share its caches.
        let router = makeRouter(for: api.plane, options: APIOptions(now: { [clock = api.clock] in clock.now }))
        try await Application(router: router).test(.router) { client in
            func build() async throws -> JSONValue? {
                try await client.execute(uri: path, method: .get) { try $0.json["buildNumber"] }
            }
            #expect(try await build() == "321")
            #expect(try await build() == "321")
            try await api.plane.catalogs.record(
                .connect(
                    ControlPlaneTesting.Samples.listing(external: "IN_BETA_TESTING", at: api.clock.now)),
                for: "hashtags",
                at: api.clock.now)
            #expect(try await build() == "322")
            _ = try await api.plane.apps.update("hashtags", by: .server) { $0.internalBuilds = App.InternalBuilds.none }
            #expect(try await client.execute(uri: path, method: .get) { $0.status } == .notFound)
        }
    }
}
