import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import ServerSupport
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct CheckInRouteTests {
    private static let path = "/v1/apps/hashtags/check-ins"
    private static let adoption = "/v1/admin/apps/hashtags/adoption"
    private static let facts =
        #""platform":"ios","version":"2.2.1","build":"310","channel":"appstore","os":"17.4.1","storefront":"JPN""#

    @Test func `a check-in is answered with its day, and counted by its facts`() async throws {
        let api = try await API()
        let answer = try await api(.post, Self.path, body: #"{"schema":1,"now":{\#(Self.facts)},"new":[1]}"#)
        #expect(answer.status == .accepted && answer.headers[.cacheControl] == "no-store")
        #expect(try answer.json == ["schema": 1, "day": .string(UTCDay(api.clock.now).text)])
        _ = try await api(
            .post, Self.path,
            body: #"{"schema":1,"now":{"platform":"ios","version":"2.2","channel":"testflight.internal"}}"#)
        try await api.plane.adoption.flush()
        let census = try await api(.get, Self.adoption, token: api.admin).json
        #expect(census["days"] == 28 && census["source"] == "checkIns" && census["installations"] == 2)
        #expect(
            census["cells"] == [
                [
                    "platform": "ios", "version": "2.2.0", "build": "", "channel": "testflight.internal", "os": "",
                    "storefront": "", "count": 1,
                ],
                [
                    "platform": "ios", "version": "2.2.1", "build": "310", "channel": "appstore", "os": "17.4",
                    "storefront": "JP", "count": 1,
                ],
            ])
        let csv = try await api(.get, Self.adoption + "?format=csv&days=1", token: api.admin)
        #expect(csv.headers[.contentType] == "text/csv; charset=utf-8; header=present")
        #expect(
            csv.text == """
                platform,version,build,channel,os,storefront,count
                ios,2.2.0,,testflight.internal,,,1
                ios,2.2.1,310,appstore,17.4,JP,1

                """)
    }

    @Test(arguments: [
        ("version", ["version"], 2), ("os", ["os"], 1), ("version,channel", ["version", "channel"], 3),
        ("storefront,version,version", ["version", "storefront"], 2), ("platform", ["platform"], 1),
    ])
    func `installations are grouped by the asked facts, checked in or imported`(by: String, names: [String], cells: Int)
        async throws
    {
        for isImported in [false, true] {
            let api = try await API()
            let rows = [("2.2", "appstore"), ("2.2", "appstore"), ("2.2", "testflight.internal"), ("2.3", "appstore")]
                .map {
                    AdoptionCell(platform: "ios", version: $0, build: "1", channel: $1, os: "17.4", storefront: "JP")
                }
            if isImported {
                let counts = Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
                _ = try await api.plane.adoption.replaceImport(
                    counts.map { AdoptionRow(cell: $0.key, count: $0.value) }, origin: "a.csv", for: "hashtags",
                    by: .server)
            } else {
                for cell in rows { _ = api.plane.adoption.add(CheckIn(now: cell), app: "hashtags") }
                try await api.plane.adoption.flush()
            }
            let answer = try await api(.get, "\(Self.adoption)?by=\(by)", token: api.admin).json
            #expect(answer["installations"] == 4)
            let found = answer["cells"]?.arrayValue ?? []
            #expect(found.count == cells)
            #expect(found.allSatisfy { $0.objectValue?.keys.sorted() == (names + ["count"]).sorted() })
            let csv = try await api(.get, "\(Self.adoption)?by=\(by)&format=csv", token: api.admin).text
            #expect(csv.hasPrefix((names + ["count"]).joined(separator: ",") + "\n"))
            #expect(csv.split(separator: "\n").count == cells + 1)
        }
    }

    @Test func `an installation that comes back with its last facts is counted once, at the new ones`() async throws {
        let api = try await API()
        let day = try await api(.post, Self.path, body: #"{"schema":1,"now":{\#(Self.facts)}}"#).json["day"]
        api.clock.advance(by: 3 * 86_400)
        let last = #""last":{"day":"\#(day?.stringValue ?? "")",\#(Self.facts)}"#
        let now = Self.facts.replacing("2.2.1", with: "2.3.0")
        _ = try await api(.post, Self.path, body: #"{"schema":1,"now":{\#(now)},\#(last)}"#)
        try await api.plane.adoption.flush()
        let cells = try await api(.get, Self.adoption, token: api.admin).json["cells"]?.arrayValue
        #expect(cells?.map { $0["version"] } == ["2.3.0"])
    }

    @Test(arguments: [1, 27, 28, 29, 60])
    func `an installation that comes back is counted once, however long it was away`(days: Int) async throws {
        let api = try await API()
        let day = try await api(.post, Self.path, body: #"{"schema":1,"now":{\#(Self.facts)}}"#).json["day"]
        try await api.plane.adoption.flush()
        api.clock.advance(by: Double(days) * 86_400)
        let last = #""last":{"day":"\#(day?.stringValue ?? "")",\#(Self.facts)}"#
        _ = try await api(.post, Self.path, body: #"{"schema":1,"now":{\#(Self.facts)},\#(last)}"#)
        try await api.plane.adoption.flush()
        for window in [1, 7, 28] {
            let answer = try await api(.get, "\(Self.adoption)?days=\(window)", token: api.admin)
            #expect(try answer.json["installations"] == 1)
        }
        #expect(try await api.plane.adoption.activity("hashtags", days: 400).versions.count == 2, "check-ins a day")
    }

    @Test func `the rules of the manifest in force are counted by their ids, all others together`() async throws {
        let api = try await API()
        let app = try api.plane.served.app("hashtags")
        let rule = try #require(try app.head.manifest.policy.rules.first?.id)
        let body = #"""
            {"schema":1,"now":{\#(Self.facts)},"decision":{"status":"required","rule":"\#(rule)","revision":9},
             "funnel":[{"rule":"\#(rule)","shown":3,"opened":1},{"rule":"made up","updated":1000},
               {"rule":"withdrawn","shown":2,"updated":1}]}
            """#
        let checkIn = try CheckInInput(app: app).checkIn(Array(body.utf8))
        #expect(checkIn.told == CheckIn.Told(status: .required, rule: rule))
        var others = CheckIn.Steps(shown: 2, updated: 100)
        others.updated += 1
        #expect(
            checkIn.steps == [
                rule: CheckIn.Steps(shown: 3, opened: 1), CheckInInput.otherRule: others,
            ])
    }

    @Test(arguments: [
        (#"{}"#, "/schema"), (#"{"schema":1}"#, "/now"), (#"{"schema":1,"now":[]}"#, "/now"),
        (#"{"schema":1,"now":{"version":"1","channel":"appstore"}}"#, "/now/platform"),
        (#"{"schema":1,"now":{"platform":"ios","version":"1"}}"#, "/now/channel"),
        (#"{"schema":1,"now":{"platform":"ios","channel":"appstore"}}"#, "/now/version"),
        (#"{"schema":1,"now":{"platform":"toaster","version":"1","channel":"appstore"}}"#, "/now/platform"),
        (#"{"schema":1,"now":{"platform":"ios","version":"one","channel":"appstore"}}"#, "/now/version"),
        (#"{"schema":1,"now":{"platform":"ios","version":"1","channel":"corner shop"}}"#, "/now/channel"),
        (#"{"schema":1,"now":{"platform":"ios","version":"1","channel":"appstore","os":"new"}}"#, "/now/os"),
        (
            #"{"schema":1,"now":{"platform":"ios","version":"1","channel":"appstore","storefront":"?"}}"#,
            "/now/storefront"
        ),
        (#"{"schema":1,"now":{\#(facts)},"last":{\#(facts)}}"#, "/last/day"),
        (#"{"schema":1,"now":{\#(facts)},"last":{"day":"yesterday",\#(facts)}}"#, "/last/day"),
        (#"{"schema":1,"now":{\#(facts)},"decision":{"rule":"a"}}"#, "/decision/status"),
        (#"{"schema":1,"now":{\#(facts)},"funnel":[{"shown":1}]}"#, "/funnel/0/rule"),
        (#"{"schema":1,"now":{\#(facts)},"funnel":[{"rule":"a","shown":1.5}]}"#, "/funnel/0/shown"),
    ])
    func `a faulty check-in is refused with its place, and not counted`(body: String, pointer: String) async throws {
        let api = try await API()
        let answer = try await api(.post, Self.path, body: body)
        #expect(answer.status == .badRequest)
        #expect(try answer.json["pointer"] == .string(pointer), "\(answer.text)")
        try await api.plane.adoption.flush()
        #expect(try await api(.get, Self.adoption, token: api.admin).json["installations"] == 0)
    }

    @Test(arguments: UInt64(1)...20)
    func `whatever a device sends is refused or counted by texts without commas, quotes and control characters`(
        seed: UInt64
    ) async throws {
        let app = try await API().plane.served.app("hashtags")
        var random = Seeded(seed)
        let facts =
            seed.isMultiple(of: 2) ? Self.facts : Self.facts.replacing("appstore", with: "marketplace:com.example.a")
        let body = Array(
            #"{"schema":1,"now":{\#(facts)},"last":{"day":"2026-11-20",\#(Self.facts)},"funnel":[{"rule":"a"}]}"#
                .utf8)
        let pieces = [",", "\"", "\\n", "\\u0000", "é", "=1+1", "9", ".", "-", "null", "{", "]"].map { Array($0.utf8) }
        for _ in 0..<500 {
            var changed = body
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                let end = min(changed.count, place + Int.random(in: 0...4, using: &random))
                changed.replaceSubrange(place..<end, with: pieces.randomElement(using: &random) ?? [])
            }
            guard let checkIn = try? CheckInInput(app: app).checkIn(changed) else { continue }
            let cell = checkIn.now
            for text in [cell.platform, cell.version, cell.build, cell.channel, cell.os, cell.storefront] {
                let isPlain = text.utf8.allSatisfy { byte in
                    (byte < 128 && Character(Unicode.Scalar(byte)).isLetter) || (48...57).contains(byte)
                        || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ":")].contains(byte)
                }
                #expect(isPlain && text.utf8.count <= 80, "\(text)")
            }
        }
    }

    @Test func `a body that is too large, no JSON, or for an unknown app is refused`() async throws {
        let api = try await API()
        let long = #"{"schema":1,"now":{\#(Self.facts)},"x":"\#(String(repeating: "x", count: 4_096))"}"#
        #expect(try await api(.post, Self.path, body: long).status == .contentTooLarge)
        #expect(
            try await api(.post, Self.path, headers: [.contentType: "text/plain"], body: "{}").status
                == .unsupportedMediaType)
        #expect(try await api(.post, "/v1/apps/unknown/check-ins", body: "{}").problem == "not-found")
    }

    @Test(arguments: ["Origin", "Sec-Fetch-Site"], ["", ":batch"])
    func `a web page cannot send check-ins from the addresses of its visitors`(header: String, suffix: String)
        async throws
    {
        let api = try await API()
        let token = try await api.token(.server)
        let body = #"{"schema":1,"now":{\#(Self.facts)}}"#
        let name = try #require(HTTPField.Name(header))
        let answer = try await api(
            .post, Self.path + suffix, token: suffix.isEmpty ? nil : token, headers: [name: "null"], body: body)
        #expect(answer.status == .forbidden && answer.problem == "web-page")
        try await api.plane.adoption.flush()
        #expect(try await api(.get, Self.adoption, token: api.admin).json["installations"] == 0)
    }

    @Test func `while check-ins come faster than they are stored, further ones are refused and not counted`()
        async throws
    {
        let api = try await API()
        let body = #"{"schema":1,"now":{\#(Self.facts)}}"#
        #expect(try await api(.post, Self.path, body: body).status == .accepted)
        api.store.beforeWrites {
            api.clock.advance(by: 5)
            let answer = try await api(.post, Self.path, body: body)
            #expect(answer.status == .serviceUnavailable && answer.problem == "overloaded")
        }
        try await api.plane.adoption.flush()
        api.store.beforeWrites(nil)
        #expect(try await api(.post, Self.path, body: body).status == .accepted)
        try await api.plane.adoption.flush()
        #expect(try await api.plane.adoption.census("hashtags", days: 1).installations == 2)
    }

    @Test func `an address that sends too many check-ins has to wait`() async throws {
        let api = try await API()
        var options = APIOptions()
        options.checkIns = CheckInLimit(proxies: .none, now: { [clock = api.clock] in clock.now })
        let router = makeRouter(for: api.plane, options: options)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let answers = try await Application(router: router, logger: logger).test(.router) { client in
            var answers: [HTTPResponse.Status: Int] = [:]
            for _ in 0..<1_003 {
                let answer = try await client.execute(
                    uri: Self.path, method: .post, headers: [.contentType: "application/json"])
                answers[answer.status, default: 0] += 1
                if answer.status == .tooManyRequests {
                    #expect(answer.problem == "too-many-requests" && answer.headers[.retryAfter] == "1")
                }
            }
            return answers
        }
        #expect(answers == [.badRequest: 1_000, .tooManyRequests: 3])
    }

    @Test(arguments: ["days=0", "days=29", "days=x", "format=xml", "by=", "by=language", "by=os,,version"])
    func `a wrong query of the adoption route is refused`(query: String) async throws {
        let api = try await API()
        #expect(try await api(.get, "\(Self.adoption)?\(query)", token: api.admin).status == .badRequest)
    }

    @Test func `a token for other apps does not see the installations`() async throws {
        let api = try await API()
        _ = try await api.plane.apps.create(
            App(
                slug: "other", bundleID: "com.example.other", pins: [PinnedKey(api.key.publicKey, role: .online)]),
            by: .server)
        let token = try await api.token(.admin, rights: .read, apps: ["other"])
        let answer = try await api(.get, Self.adoption, token: token)
        // As for an app that does not exist.
        #expect(answer.status == .notFound)
    }
}
