import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReleasesRouteTests {
    private static let path = "/v1/apps/hashtags/releases"
    /// The `catalog` member of all responses in this suite: an import with its own `asOf`.
    private static let state: JSONValue = [
        "asOf": "2026-11-20T00:00:00Z", "stale": false,
        "sources": [["name": "manual", "asOf": "2026-11-18T11:06:40Z", "stale": false]],
    ]

    @Test func `releases are from the live catalog`() async throws {
        let response = try await API()(.get, Self.path)
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == "public, max-age=30")
        #expect(response.headers[.vary] == "Authorization")
        let json = try response.json
        #expect(json["releases"]?.arrayValue?.compactMap { $0["version"] } == ["2.3.0", "2.2.1"])
        #expect(json["catalog"] == Self.state)
    }

    @Test(arguments: [
        ("channel=appstore", ["2.2.1"]), ("channel=testflight", ["2.3.0"]), ("channel=testflight.external", ["2.3.0"]),
        ("channel=testflight.internal", []), ("platform=ios", ["2.3.0", "2.2.1"]), ("platform=macOS", []),
        ("platform=ios&channel=web", []),
    ])
    func `releases are filtered by platform and channel`(query: String, versions: [String]) async throws {
        let json = try await API()(.get, "\(Self.path)?\(query)").json
        #expect(json["releases"]?.arrayValue?.compactMap { $0["version"]?.stringValue } == versions)
    }

    @Test(arguments: [
        ("?channel=x", "channel"), ("?platform=x", "platform"), ("?channel=web&channel=web", "channel"),
        ("/latest", "channel"), ("/latest?channel=appstore&os=x", "os"),
        ("/latest?channel=appstore&storefront=x", "storefront"),
    ])
    func `an invalid parameter is named`(rest: String, name: String) async throws {
        let response = try await API()(.get, Self.path + rest)
        #expect(response.status == .badRequest)
        #expect(try response.json["parameter"]?.stringValue == name)
    }

    @Test func `the newest release for a channel has its notes`() async throws {
        let response = try await API()(.get, "\(Self.path)/latest?channel=appstore&language=ja")
        #expect(response.headers[.cacheControl] == "public, max-age=30")
        #expect(
            try response.json == [
                "version": "2.2.1", "buildNumber": "310", "releaseNotes": "移行を修正しました。", "uploadedAt": nil,
                "publishedAt": "2024-09-13T00:00:00Z", "expiresAt": nil, "minimumOS": "16.0", "audienceType": nil,
                "availableTo": nil, "groups": nil, "testFlightURL": nil, "channel": "appstore",
                "platform": "ios", "url": "https://apps.apple.com/app/id6504763618", "catalog": Self.state,
            ])
    }

    @Test(arguments: [
        "channel=testflight.internal", "channel=web", "channel=unknown", "channel=debug",
        "channel=appstore&platform=tvos",
        "channel=appstore&os=iOS%2015", "channel=appstore&storefront=DE",
    ])
    func `a request that no release matches is a 404 no-release`(query: String) async throws {
        let response = try await API()(.get, "\(Self.path)/latest?\(query)")
        #expect(response.status == .notFound)
        #expect(response.problem == "no-release")
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test func `without release data the response is 503 with Retry-After`() async throws {
        let api = try await API(publishes: false)
        for path in [Self.path, "\(Self.path)/latest?channel=appstore"] {
            let response = try await api(.get, path)
            #expect(response.status == .serviceUnavailable)
            #expect(response.problem == "catalog-not-learnt")
            #expect(response.headers[.retryAfter] == "5")
        }
    }

    @Test func `releases are available before the first publish`() async throws {
        let api = try await API(publishes: false)
        _ = try await api.plane.catalogs.importCatalog(Array(Samples.catalog.utf8), for: "hashtags", by: .server)
        let json = try await api(.get, "\(Self.path)/latest?channel=appstore").json
        #expect(json["url"] == "https://apps.apple.com/app/id6504763618")
    }

    @Test(arguments: [
        (App.InternalBuilds.none, false, "nothing"), (.none, true, "nothing"), (.facts, false, "facts"),
        (.facts, true, "facts"), (.full, false, "facts"), (.full, true, "full"),
    ])
    func `the app's setting and the token limit the TestFlight data in releases`(
        level: App.InternalBuilds, hasToken: Bool, shows: String
    ) async throws {
        let api = try await API(internalBuilds: level)
        let token = hasToken ? try await api.token(.server) : nil
        let list = try await api(.get, "\(Self.path)?channel=testflight", token: token)
        let offer = try list.json["releases"]?.arrayValue?.first?["offers"]?.arrayValue?.first
        let latest = try await api(.get, "\(Self.path)/latest?channel=testflight", token: token)
        #expect(list.headers[.cacheControl] == (hasToken ? "no-store" : "public, max-age=30"))
        switch shows {
        case "nothing":
            #expect(offer == nil)
            #expect(latest.problem == "no-release")
        case "facts":
            let group = try #require(offer?["groups"]?.arrayValue?.first?.stringValue)
            #expect(group == ManifestCatalog.opaqueGroupID("Friends of the team", in: "hashtags"))
            #expect(offer?["expiresAt"] == "2027-01-30T00:00:00Z")
            #expect(offer?["notes"] == ["en": "Try the new editor."])
            #expect(offer?["url"] == nil)
            #expect(try latest.json["releaseNotes"] == "Try the new editor.")
            #expect(try latest.json["expiresAt"] == "2027-01-30T00:00:00Z")
            #expect(try latest.json["url"] == "itms-beta://beta.itunes.apple.com/v1/app/6504763618")
        default:
            #expect(offer?["groups"] == ["Friends of the team"])
            #expect(offer?["notes"] != nil)
            #expect(try latest.json["releaseNotes"] == "Try the new editor.")
            #expect(try latest.json["url"] == "https://testflight.apple.com/join/abcdefgh")
        }
    }

    @Test func `an invalid token is rejected, and one without explain sees the public data`() async throws {
        let api = try await API(internalBuilds: .full)
        #expect(try await api(.get, Self.path, token: "srv_nonsense").status == .unauthorized)
        let device = try await api(.get, Self.path, token: try await api.token(.device))
        #expect(device.text == (try await api(.get, Self.path).text))
    }

    @Test func `the keys route returns pins and online keys`() async throws {
        let api = try await API()
        let response = try await api(.get, "/v1/apps/hashtags/keys")
        #expect(response.headers[.cacheControl] == "public, max-age=30")
        let key: JSONValue = [
            "id": .string(api.key.publicKey.id), "role": "online", "key": .string(api.key.publicKey.base64),
        ]
        #expect(
            try response.json == [
                "app": "hashtags", "audience": "production", "lineage": "hashtags", "signing": "server",
                "keys": [key], "keyring": nil,
                "onlineKeys": [
                    ["id": .string(api.key.publicKey.id), "key": .string(api.key.publicKey.base64)]
                ],
                "epoch": 0,
            ])
        #expect(try await api(.get, "/v1/apps/nobody/keys").problem == "not-found")
    }
}
