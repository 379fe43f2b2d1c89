import Foundation
import Testing

@testable import AppStoreSimulator

@Suite(.timeLimit(.minutes(5))) struct LookupTests {
    private func version(_ client: TestClient, _ query: String) async throws -> String? {
        let answer = try await client.get("/lookup?\(query)")
        return answer.json?["results"]?.array?.first?["version"]?.string
    }

    private func count(_ client: TestClient, _ path: String) async throws -> Int? {
        try await client.get(path).json?["resultCount"]?.integer
    }

    @Test func `the lookup responds with the header fields and members of the iTunes lookup`() async throws {
        try await AppStoreSimulator().withClient { client async throws in
            let answer = try await client.get("/lookup?id=\(hashtags)&country=JP")
            #expect(answer.status == 200)
            #expect(answer.header("Content-Type") == ["text/javascript; charset=utf-8"])
            #expect(answer.header("Content-Disposition").first?.hasPrefix("attachment") == true)
            #expect(answer.text.hasPrefix("\n\n\n{"))
            let result = answer.json?["results"]?.array?.first
            #expect(result?["version"] == "2.2.1" && result?["bundleId"] == "com.example.hashtags")
            #expect(result?["trackId"]?.integer == Int(hashtags) && result?["kind"] == "software")
            #expect(result?["minimumOsVersion"] == "16.0" && result?["fileSizeBytes"]?.string != nil)
            #expect(result?["releaseNotes"]?.string?.contains("タグ") == true)
            let date = try #require(result?["currentVersionReleaseDate"]?.string)
            #expect(date.hasSuffix("Z") && !date.contains(".") && date.utf8.count == 20)
        }
    }

    @Test func `the lookup takes a list of ids and a country, and does not find apps that are not sold there`()
        async throws
    {
        try await AppStoreSimulator().withClient { client async throws in
            #expect(try await count(client, "/lookup?id=\(hashtags),1673431227,7&country=jp") == 2)
            #expect(try await count(client, "/jp/lookup?id=\(hashtags),1673431227") == 2)
            #expect(try await count(client, "/lookup?id=\(hashtags),1673431227") == 1)
            #expect(try await count(client, "/lookup?id=\(hashtags),1673431227&country=jp&limit=1") == 1)
            #expect(try await count(client, "/lookup?bundleId=com.ame.MinnanoTanjyoubi&country=jp") == 1)
            #expect(try await count(client, "/lookup?id=\(hashtags)&country=de") == 0)
            #expect(try await count(client, "/lookup?id=\(hashtags)&entity=macSoftware") == 0)
            #expect(try await count(client, "/lookup") == 0)
            #expect(try await client.get("/lookup?id=\(hashtags)&country=nowhere").status == 400)
            #expect(try await client.send("POST", "/lookup", body: "{}").status == 405)
        }
    }

    @Test func `a bundle id without an entity finds the Mac app`() async throws {
        let file = """
            {"apps": [{"id": "1", "bundleID": "both", "listing": {"price": null, "trackName": "Both"}, "versions": [
              {"version": "1.0"}, {"platform": "MAC_OS", "version": "3.0", "minimumOS": "13.0"}]}]}
            """
        try await AppStoreSimulator(scenario: try .init(json: file)).withClient { client async throws in
            #expect(try await version(client, "id=1") == "1.0")
            #expect(try await version(client, "bundleId=both") == "3.0")
            #expect(try await version(client, "bundleId=both&entity=software") == "1.0")
            let phone = try await client.get("/lookup?id=1").json?["results"]?.array?.first
            #expect(phone?["trackName"] == "Both" && phone?["price"] == nil && phone?["currency"] != nil)
            let mac = try await client.get("/lookup?id=1&entity=desktopSoftware")
            let listing = mac.json?["results"]?.array?.first
            #expect(listing?["kind"] == "mac-software" && listing?["supportedDevices"] == nil)
        }
    }

    @Test func `a stale edge server keeps its version until it is cleared, and an unknown parameter bypasses it`()
        async throws
    {
        let simulator = AppStoreSimulator()
        try await simulator.withClient { client async throws in
            try simulator.control("release", body: #"{"app": "hashtags", "version": "2.3.0", "staleIn": ["jp"]}"#)
            #expect(try await version(client, "id=\(hashtags)") == "2.3.0")
            #expect(try await version(client, "id=\(hashtags)&country=jp") == "2.2.1")
            #expect(try await version(client, "id=\(hashtags)&country=jp&_=7") == "2.3.0")
            let edge = #"{"app": "hashtags", "storefront": "JP", "version": "2.2.0", "alternating": true}"#
            try simulator.control("edge", body: edge)
            var seen: [String?] = []
            for _ in 0..<4 { seen.append(try await version(client, "id=\(hashtags)&country=jp")) }
            #expect(seen == ["2.3.0", "2.2.0", "2.3.0", "2.2.0"])
            try simulator.control("edge", body: #"{"app": "hashtags", "storefront": "JP", "bustable": false}"#)
            #expect(try await count(client, "/lookup?id=\(hashtags)&country=jp&_=7") == 0)
            try simulator.control("edge", body: #"{"app": "hashtags", "clear": true}"#)
            #expect(try await version(client, "id=\(hashtags)&country=jp") == "2.3.0")
            simulator.add(.init(.stale, requests: 1))
            #expect(try await version(client, "id=\(hashtags)") == "2.2.1")
            #expect(try await version(client, "id=\(hashtags)") == "2.3.0")
        }
    }

    @Test func `a withdrawn version gives way to the one before, and a withdrawn app leaves its storefronts`()
        async throws
    {
        let simulator = AppStoreSimulator()
        try await simulator.withClient { client async throws in
            try simulator.control("withdraw", body: #"{"app": "hashtags", "version": "2.2.1"}"#)
            #expect(try await version(client, "id=\(hashtags)") == "2.2.0")
            let live = try await client.get(
                "/v1/apps/\(hashtags)/appStoreVersions?filter[appVersionState]=READY_FOR_DISTRIBUTION")
            #expect(live.data.map { $0["attributes"]?["versionString"] } == ["2.2.0"])
            try simulator.control("withdraw", body: #"{"app": "hashtags", "storefronts": ["us"]}"#)
            #expect(try await count(client, "/lookup?id=\(hashtags)") == 0)
            #expect(try await count(client, "/lookup?id=\(hashtags)&country=jp") == 1)
            try simulator.control("withdraw", body: #"{"app": "hashtags"}"#)
            #expect(try await count(client, "/lookup?id=\(hashtags)&country=jp") == 0)
            let gone = try await client.get(
                "/v1/apps/\(hashtags)/appStoreVersions?filter[appVersionState]=READY_FOR_DISTRIBUTION")
            #expect(gone.data.first?["attributes"]?["appStoreState"] == "DEVELOPER_REMOVED_FROM_SALE")
        }
    }

    @Test func `the lookup responds 403 without a body above its rate limit`() async throws {
        let file = #"{"apps": [], "limits": {"lookupsPerMinute": 2}}"#
        let time = TestClock()
        try await AppStoreSimulator(scenario: try .init(json: file), now: { time.now }).withClient {
            client async throws in
            for _ in 0..<2 { #expect(try await client.get("/lookup?id=1").status == 200) }
            let refused = try await client.get("/lookup?id=1")
            #expect(refused.status == 403 && refused.body.isEmpty)
            time.advance(by: 61)
            #expect(try await client.get("/lookup?id=1").status == 200)
        }
    }
}
