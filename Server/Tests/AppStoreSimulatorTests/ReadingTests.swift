import Foundation
import Testing

@testable import AppStoreSimulator

@Suite(.timeLimit(.minutes(5))) struct ReadingTests {
    @Test func `following the pages returns every resource once and in order`() async throws {
        try await AppStoreSimulator().withClient { client async throws in
            let whole = try await client.get("/v1/builds?sort=-uploadedDate&limit=200")
            #expect(whole.ids.count == 10 && Set(whole.ids).count == 10)
            #expect(whole.json?["links"]?["next"] == nil)
            var next: String? = "/v1/builds?sort=-uploadedDate&limit=3"
            var ids: [String] = []
            var pages = 0
            while let path = next {
                let page = try await client.get(path)
                #expect(page.json?["meta"]?["paging"]?["limit"] == 3)
                #expect(page.json?["meta"]?["paging"]?["total"] == 10)
                ids += page.ids
                next = page.json?["links"]?["next"]?.string
                #expect(next.map { $0.hasPrefix(client.url + "/v1/builds?") } ?? true)
                pages += 1
            }
            #expect(ids == whole.ids && pages == 4)
        }
    }

    @Test func `a relationship has data only if it is included, and is absent if the fields omit it`()
        async throws
    {
        try await AppStoreSimulator().withClient { client async throws in
            let plain = try await client.get("/v1/builds?filter[version]=321")
            let relations = plain.data.first?["relationships"]
            #expect(relations?["betaGroups"]?["links"] != nil && relations?["betaGroups"]?["data"] == nil)
            #expect(plain.json?["included"] == nil)

            let full = try await client.get(
                "/v1/builds?filter[version]=321&include=betaGroups,preReleaseVersion,buildBetaDetail&limit[betaGroups]=1"
            )
            let groups = full.data.first?["relationships"]?["betaGroups"]
            #expect(groups?["data"]?.array?.count == 1 && groups?["meta"]?["paging"]?["total"] == 2)
            #expect(full.included("betaGroups").count == 1)
            #expect(full.included("preReleaseVersions").first?["attributes"]?["version"] == "2.3.0")
            let detail = full.included("buildBetaDetails").first?["attributes"]
            #expect(detail?["externalBuildState"] == "IN_BETA_TESTING")
            #expect(detail?["internalBuildState"] == "READY_FOR_BETA_TESTING")

            let sparse = try await client.get(
                "/v1/builds?filter[version]=321&include=betaGroups&fields[builds]=version")
            #expect(sparse.data.first?["attributes"] == ["version": "321"])
            #expect(sparse.data.first?["relationships"] == nil)
        }
    }

    @Test(arguments: [
        ("filter[app]=6504763618&filter[version]=322", 2), ("filter[version]=322,321", 3), ("filter[expired]=true", 1),
        ("filter[preReleaseVersion.platform]=MAC_OS", 1), ("filter[preReleaseVersion.version]=2.3.0", 5),
        ("filter[buildAudienceType]=INTERNAL_ONLY", 1),
        ("filter[betaAppReviewSubmission.betaReviewState]=WAITING_FOR_REVIEW", 1),
        ("filter[processingState]=FAILED", 0), ("filter[app]=1", 0), ("filter%5Bversion%5D=321", 1),
        ("exists[usesNonExemptEncryption]=false", 0),
    ])
    func `a filter matches any of its values, and all filters have to match`(_ query: String, _ count: Int) async throws
    {
        try await AppStoreSimulator().withClient { client async throws in
            #expect(try await client.get("/v1/builds?\(query)").ids.count == count)
        }
    }

    @Test(arguments: [
        ("/v1/builds?filter[emaill]=x", "PARAMETER_ERROR.INVALID", "'emaill' is not a valid filter type"),
        ("/v1/builds?filter[prereleaseversion]=x", "PARAMETER_ERROR.INVALID", "is not a valid filter type"),
        ("/v1/builds?include=betaBuildMetrics", "PARAMETER_ERROR.INVALID", "is not a valid relationship name"),
        ("/v1/builds?include=buildAudience", "PARAMETER_ERROR.INVALID", "is not a valid relationship name"),
        ("/v1/builds?sort=name", "PARAMETER_ERROR.INVALID", "sort"),
        ("/v1/builds?limit=201", "PARAMETER_ERROR.INVALID", "1 to 200"),
        ("/v1/builds?limit[betaGroups]=51", "PARAMETER_ERROR.INVALID", "1 to 50"),
        ("/v1/betaGroups?limit[builds]=1001", "PARAMETER_ERROR.INVALID", "1 to 1000"),
        ("/v1/builds?fields[builds]=qcState", "PARAMETER_ERROR.INVALID", "field"),
        ("/v1/builds?cursor=x", "PARAMETER_ERROR.INVALID", "cursor"),
        ("/v1/builds?filter[processingState]=FINE", "PARAMETER_ERROR.INVALID", "FINE"),
        ("/v1/builds?pretty=1", "PARAMETER_ERROR.ILLEGAL", "The parameter 'pretty' can not be used with this request"),
        ("/v1/apps/6504763618/builds?include=betaGroups", "PARAMETER_ERROR.ILLEGAL", "include"),
        ("/v1/apps/6504763618/builds?sort=version", "PARAMETER_ERROR.ILLEGAL", "sort"),
        ("/v1/apps/6504763618/builds?filter[version]=1", "PARAMETER_ERROR.ILLEGAL", "filter"),
        ("/v1/apps/6504763618/appStoreVersions?sort=createdDate", "PARAMETER_ERROR.ILLEGAL", "sort"),
        ("/v1/betaAppReviewSubmissions", "PARAMETER_ERROR.REQUIRED", "filter[build]"),
    ])
    func `a wrong parameter is rejected with the documented error`(
        _ path: String, _ code: String, _ words: String
    ) async throws {
        try await AppStoreSimulator().withClient { client async throws in
            let answer = try await client.get(path)
            #expect(answer.status == 400)
            #expect(answer.error?["code"]?.string == code)
            #expect(answer.error?["detail"]?.string?.contains(words) == true, "\(answer.text)")
            #expect(answer.error?["status"] == "400" && answer.error?["source"]?["parameter"] != nil)
        }
    }

    @Test func `an unknown path, a wrong method and a malformed body have their own errors`() async throws {
        try await AppStoreSimulator().withClient { client async throws in
            let cases: [(String, String, Int, String)] = [
                ("GET", "/v1/nonsense", 404, "PATH_ERROR"), ("GET", "/v1/builds/none", 404, "NOT_FOUND"),
                ("GET", "/v1/builds/none/betaGroups", 404, "PATH_ERROR"),
                ("DELETE", "/v1/builds", 405, "METHOD_NOT_ALLOWED"), ("GET", "/v1/webhooks", 405, "METHOD_NOT_ALLOWED"),
            ]
            for (method, path, status, code) in cases {
                let answer = try await client.send(method, path)
                #expect(answer.status == status && answer.error?["code"]?.string == code, "\(method) \(path)")
            }
            let accept = try await client.send("GET", "/v1/apps", headers: [("Accept", "text/html")])
            #expect(accept.status == 406 && accept.header("Content-Type").first?.hasPrefix("text/plain") == true)
            let type = try await client.send(
                "POST", "/v1/webhooks", body: "{}", headers: [("Content-Type", "text/plain")])
            #expect(type.status == 415)
            let text = try await client.send("POST", "/v1/webhooks", body: "{")
            #expect(text.status == 400 && text.error?["code"] == "ENTITY_INVALID")
            let shape = try await client.send("POST", "/v1/webhooks", body: "{}")
            #expect(shape.status == 422 && shape.error?["source"]?["pointer"] == "/data")
        }
    }

    @Test func `each key has its own rate limit over the last hour`() async throws {
        let file = #"{"apps": [], "limits": {"hour": 2}}"#
        let other = AppStoreSimulator.ConnectKey()
        let time = TestClock()
        let simulator = AppStoreSimulator(
            scenario: try .init(json: file), otherKeys: [other], now: { time.now })
        try await simulator.withClient { client async throws in
            func asked(_ key: AppStoreSimulator.ConnectKey) async throws -> (Int, String?) {
                let token = try TestClient.token(for: key, at: time.now)
                let answer = try await client.send("GET", "/v1/apps", token: token)
                return (answer.status, answer.header("X-Rate-Limit").first)
            }
            #expect(try await asked(simulator.key) == (200, "user-hour-lim:2;user-hour-rem:1;"))
            #expect(try await asked(simulator.key) == (200, "user-hour-lim:2;user-hour-rem:0;"))
            #expect(try await asked(simulator.key) == (429, "user-hour-lim:2;user-hour-rem:0;"))
            #expect(try await asked(other).0 == 200)
            time.advance(by: 3601)
            #expect(try await asked(simulator.key) == (200, "user-hour-lim:2;user-hour-rem:1;"))
        }
    }
}
