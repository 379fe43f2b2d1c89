import Foundation
import Testing

@testable import AppStoreSimulator

@Suite struct ControlTests {
    @Test func `an upload is the newest build, and goes where it is told to go`() throws {
        let simulator = AppStoreSimulator()
        let build = try simulator.told(
            "upload", #"{"app": "hashtags", "version": "2.4.0", "build": 400, "groups": ["team"], "minimumOS": "17.0"}"#
        )
        #expect(build["internal"] == "IN_BETA_TESTING" && build["external"] == "READY_FOR_BETA_SUBMISSION")
        let newest = try simulator.told("state")["apps"]?.array?.first?["builds"]?.array?.first
        #expect(newest == build)
        let approved = try simulator.told("build", #"{"app": "hashtags", "build": "400", "external": "BETA_APPROVED"}"#)
        #expect(approved["external"] == "BETA_APPROVED")
        let given = try simulator.told("build", #"{"app": "hashtags", "build": "400", "groups": ["friends"]}"#)
        #expect(given["external"] == "IN_BETA_TESTING" && given["groups"] == ["friends"])
        #expect(given["internal"] == "READY_FOR_BETA_TESTING")
        let expired = try simulator.told("expire", #"{"app": "hashtags", "build": "400"}"#)
        #expect(expired["internal"] == "EXPIRED" && expired["external"] == "EXPIRED" && expired["expired"] == true)
        simulator.reset()
        #expect(try simulator.told("state")["apps"]?.array?.first?["builds"]?.array?.count == 8)
    }

    @Test func `the build of a number that two platforms have is the iOS one, unless it is said`() throws {
        let simulator = AppStoreSimulator()
        #expect(try simulator.told("expire", #"{"app": "hashtags", "build": "322"}"#)["platform"] == "IOS")
        let mac = try simulator.told("expire", #"{"app": "hashtags", "build": "322", "platform": "MAC_OS"}"#)
        #expect(mac["platform"] == "MAC_OS")
    }

    @Test func `a phased release goes its seven days, and can be paused and completed`() throws {
        let time = TestClock()
        let simulator = AppStoreSimulator(now: { time.now })
        func phase(_ more: String = "") throws -> JSON? {
            try simulator.told("phase", #"{"app": "hashtags"\#(more)}"#)["phased"]
        }
        let released = try simulator.told("release", #"{"app": "hashtags", "version": "2.3.0"}"#)
        #expect(released["state"] == "READY_FOR_DISTRIBUTION" && released["build"] == "323")
        #expect(try phase()?["day"] == 1)
        time.advance(by: 2 * 86_400)
        #expect(try phase()?["day"] == 3)
        #expect(try phase(#", "state": "PAUSED""#)?["state"] == "PAUSED")
        time.advance(by: 3 * 86_400)
        #expect(try phase()?["day"] == 3, "a pause does not count")
        #expect(try phase(#", "state": "ACTIVE""#)?["day"] == 3)
        time.advance(by: 5 * 86_400)
        #expect(try phase()?["state"] == "COMPLETE", "by itself")
        #expect(throws: AppStoreSimulator.ControlError.self) { try phase(#", "state": "ACTIVE""#) }
        #expect(try phase(#", "day": 4"#)?["day"] == 4)
    }

    @Test func `time travel ends betas, and the date header can go its own way`() async throws {
        let simulator = AppStoreSimulator()
        try await simulator.talking { client async throws in
            var client = client
            #expect(try await client.get("/v1/builds?filter[expired]=false").ids.count == 9)
            simulator.travel(91 * 86_400, dateHeader: 0)
            #expect(try await client.get("/v1/builds?filter[expired]=false").ids.isEmpty)
            simulator.travel(-600)
            let behind = try await client.get("/v1/apps")
            #expect(behind.status == 401, "the token is of the future")
            let header = try #require(behind.header("Date").first)
            client.clock = -600
            #expect(try await client.get("/v1/apps").status == 200)
            simulator.travel(0)
            let now = try await client.get("/lookup?id=1").header("Date").first
            #expect(now != nil && now != header)
        }
    }

    @Test(arguments: [
        ("nonsense", "{}", "there is no action nonsense"), ("upload", "[]", "the whole: is no object"),
        ("upload", #"{"app": "hashtags"}"#, "version: is missing"),
        ("upload", #"{"version": "1", "build": "1"}"#, "app: is missing; there are hashtags, birthdays"),
        ("upload", #"{"app": "other", "version": "1", "build": "1"}"#, "app: there is no `other`"),
        ("upload", #"{"app": "hashtags", "version": "2.3.0", "build": "322"}"#, "is there already"),
        (
            "upload", #"{"app": "hashtags", "version": "1", "build": "1", "groups": ["x"]}"#,
            "groups[0]: there is no group `x`"
        ),
        ("build", #"{"app": "hashtags", "build": "999"}"#, "there are IOS 2.3.0 (323)"),
        ("build", #"{"app": "hashtags", "build": "322", "external": "GONE"}"#, "external: `GONE` is none of"),
        ("build", #"{"app": "hashtags", "build": "322", "extrenal": "EXPIRED"}"#, "extrenal: is not known here"),
        ("release", #"{"app": "hashtags", "version": "9.9", "build": "1"}"#, "upload it first"),
        ("edge", #"{"app": "hashtags", "storefront": "JPN"}"#, "storefront: is no country"),
        ("clock", "{}", "offset: is missing"), ("clock", #"{"offset": "soon"}"#, "offset: is no duration"),
        ("faults", #"{"kind": "fire"}"#, "kind: `fire` is none of latency"),
        ("faults", #"{"kind": "reset", "path": "v1"}"#, "path: does not begin with `/`"),
        ("event", #"{"app": "hashtags", "eventType": "X"}"#, "eventType: `X` is none of"),
        ("state", #"{"a": 1}"#, "a: is not known here"), ("build", "{", "is no JSON: line 1"),
    ])
    func `what cannot be done says why, and changes nothing`(
        _ action: String, _ body: String, _ words: String
    ) throws {
        let time = TestClock()
        let simulator = AppStoreSimulator(now: { time.now })
        let before = try simulator.control("state")
        let error = #expect(throws: AppStoreSimulator.ControlError.self) { try simulator.control(action, body) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(try simulator.control("state") == before)
    }

    @Test func `the routes do the same`() async throws {
        try await AppStoreSimulator().talking { client async throws in
            let body = #"{"app": "hashtags", "build": "322", "external": "IN_BETA_TESTING"}"#
            // As curl sends it.
            let form = [("Content-Type", "application/x-www-form-urlencoded")]
            let set = try await client.send("POST", "/_simulator/build", body: body, headers: form)
            #expect(set.status == 200 && set.json?["external"] == "IN_BETA_TESTING" && set.text.hasSuffix("}\n"))
            let wrong = try await client.send("POST", "/_simulator/build", body: "{}")
            #expect(wrong.status == 422 && wrong.json?["error"]?.string?.contains("app: is missing") == true)
            #expect(try await client.get("/_simulator/nonsense").status == 404)
            #expect(try await client.get("/_simulator/build").status == 404)
            _ = try await client.get("/v1/apps")
            let requests = try await client.get("/_simulator/requests")
            #expect(requests.json?["total"] == 1 && requests.json?["paths"]?["/v1/apps"] == 1)
        }
    }
}
