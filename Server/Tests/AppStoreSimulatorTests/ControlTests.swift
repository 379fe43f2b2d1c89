import Foundation
import Testing

@testable import AppStoreSimulator

@Suite(.timeLimit(.minutes(5))) struct ControlTests {
    @Test func `an uploaded build is the newest one and has the groups and states of its fields`() throws {
        let simulator = AppStoreSimulator()
        let build = try simulator.perform(
            "upload",
            body: #"{"app": "hashtags", "version": "2.4.0", "build": 400, "groups": ["team"], "minimumOS": "17.0"}"#
        )
        #expect(build["internal"] == "IN_BETA_TESTING" && build["external"] == "READY_FOR_BETA_SUBMISSION")
        let newest = try simulator.perform("state")["apps"]?.array?.first?["builds"]?.array?.first
        #expect(newest == build)
        let approved = try simulator.perform(
            "build", body: #"{"app": "hashtags", "build": "400", "external": "BETA_APPROVED"}"#)
        #expect(approved["external"] == "BETA_APPROVED")
        let given = try simulator.perform("build", body: #"{"app": "hashtags", "build": "400", "groups": ["friends"]}"#)
        #expect(given["external"] == "IN_BETA_TESTING" && given["groups"] == ["friends"])
        #expect(given["internal"] == "READY_FOR_BETA_TESTING")
        let expired = try simulator.perform("expire", body: #"{"app": "hashtags", "build": "400"}"#)
        #expect(expired["internal"] == "EXPIRED" && expired["external"] == "EXPIRED" && expired["expired"] == true)
        simulator.reset()
        #expect(try simulator.perform("state")["apps"]?.array?.first?["builds"]?.array?.count == 8)
    }

    @Test func `a build number on two platforms means the iOS build unless a platform is given`() throws {
        let simulator = AppStoreSimulator()
        #expect(try simulator.perform("expire", body: #"{"app": "hashtags", "build": "322"}"#)["platform"] == "IOS")
        let mac = try simulator.perform("expire", body: #"{"app": "hashtags", "build": "322", "platform": "MAC_OS"}"#)
        #expect(mac["platform"] == "MAC_OS")
    }

    @Test func `a phased release takes seven days without its pauses and can be paused and completed`() throws {
        let time = TestClock()
        let simulator = AppStoreSimulator(now: { time.now })
        func phase(_ more: String = "") throws -> JSON? {
            try simulator.perform("phase", body: #"{"app": "hashtags"\#(more)}"#)["phased"]
        }
        let released = try simulator.perform("release", body: #"{"app": "hashtags", "version": "2.3.0"}"#)
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

    @Test func `moving the clock expires betas, and the Date header can have its own offset`() async throws {
        let simulator = AppStoreSimulator()
        try await simulator.withClient { client async throws in
            var client = client
            #expect(try await client.get("/v1/builds?filter[expired]=false").ids.count == 9)
            simulator.travel(91 * 86_400, dateHeader: 0)
            #expect(try await client.get("/v1/builds?filter[expired]=false").ids.isEmpty)
            simulator.travel(-600)
            let behind = try await client.get("/v1/apps")
            #expect(behind.status == 401, "the token is issued in the future")
            let header = try #require(behind.header("Date").first)
            client.clock = -600
            #expect(try await client.get("/v1/apps").status == 200)
            simulator.travel(0)
            let now = try await client.get("/lookup?id=1").header("Date").first
            #expect(now != nil && now != header)
        }
    }

    @Test(arguments: [
        ("nonsense", "{}", "there is no action nonsense"), ("upload", "[]", "the document: must be an object"),
        ("upload", #"{"app": "hashtags"}"#, "version: is missing"),
        ("upload", #"{"version": "1", "build": "1"}"#, "app: is missing; known apps: hashtags, birthdays"),
        ("upload", #"{"app": "other", "version": "1", "build": "1"}"#, "app: there is no app `other`"),
        ("upload", #"{"app": "hashtags", "version": "2.3.0", "build": "322"}"#, "exists already"),
        (
            "upload", #"{"app": "hashtags", "version": "1", "build": "1", "groups": ["x"]}"#,
            "groups[0]: there is no group `x`"
        ),
        ("build", #"{"app": "hashtags", "build": "999"}"#, "known builds: IOS 2.3.0 (323)"),
        (
            "build", #"{"app": "hashtags", "build": "322", "external": "GONE"}"#,
            "external: unknown value `GONE`; expected one of"
        ),
        ("build", #"{"app": "hashtags", "build": "322", "extrenal": "EXPIRED"}"#, "extrenal: unknown key"),
        ("release", #"{"app": "hashtags", "version": "9.9", "build": "1"}"#, "upload it first"),
        ("edge", #"{"app": "hashtags", "storefront": "JPN"}"#, "storefront: must be a country code"),
        ("clock", "{}", "offset: is missing"), ("clock", #"{"offset": "soon"}"#, "offset: must be a duration"),
        ("faults", #"{"kind": "fire"}"#, "kind: unknown value `fire`; expected one of latency"),
        ("faults", #"{"kind": "reset", "path": "v1"}"#, "path: must begin with `/`"),
        ("event", #"{"app": "hashtags", "eventType": "X"}"#, "eventType: unknown value `X`; expected one of"),
        ("state", #"{"a": 1}"#, "a: unknown key"), ("build", "{", "is not valid JSON: line 1"),
    ])
    func `a control action that is not possible explains why and changes nothing`(
        _ action: String, _ body: String, _ words: String
    ) throws {
        let time = TestClock()
        let simulator = AppStoreSimulator(now: { time.now })
        let before = try simulator.control("state")
        let error = #expect(throws: AppStoreSimulator.ControlError.self) { try simulator.control(action, body: body) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(try simulator.control("state") == before)
    }

    @Test(arguments: [
        ("Origin", "https://example.com", 403), ("Origin", "null", 403), ("Sec-Fetch-Site", "cross-site", 403),
        ("Sec-Fetch-Site", "same-origin", 403), ("Sec-Fetch-Site", "none", 200), ("Host", "evil.example", 403),
        ("Host", "evil.example:8081", 403), ("Host", "127.0.0.1.evil.example", 403), ("Host", "localhost:1", 200),
        ("Host", "127.0.0.1", 200), ("Host", "[::1]:8081", 200), ("X", "y", 200),
    ])
    func `only programs of this machine control it, no web page`(field: String, value: String, status: Int) async throws
    {
        try await AppStoreSimulator().withClient { client async throws in
            let build = try await client.send(
                "POST", "/_simulator/build",
                body: #"{"app": "hashtags", "build": "322", "external": "IN_BETA_TESTING"}"#,
                headers: [(field, value), ("Content-Type", "text/plain")])
            #expect(build.status == status)
            #expect(try await client.send("GET", "/_simulator/state", headers: [(field, value)]).status == status)
        }
    }

    @Test func `the control routes do the same as the control actions`() async throws {
        try await AppStoreSimulator().withClient { client async throws in
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
