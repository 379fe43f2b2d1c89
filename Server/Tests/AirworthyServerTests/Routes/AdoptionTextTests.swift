import AirworthyPolicy
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct AdoptionTextTests {
    private static let path = "/v1/admin/apps/hashtags/adoption"

    private static func row(_ version: String, count: Int = 1) -> AdoptionRow {
        AdoptionRow(
            cell: AdoptionCell(platform: "ios", version: version, build: "310", channel: "appstore", os: "17.4"),
            count: count)
    }

    private static func api(with rows: [AdoptionRow]) async throws -> API {
        let api = try await API(publishes: false)
        _ = try await api.plane.adoption.replaceImport(rows, origin: #"my "own".csv"#, for: "hashtags", by: .server)
        return api
    }

    /// Options for debug builds on a busy machine, which may need longer than a server allows.
    private static var patient: APIOptions {
        var options = APIOptions()
        options.adminWork = AdminWork(timeLimit: .seconds(300))
        return options
    }

    @Test func `the JSON of the installations has its members in the documented order`() async throws {
        let api = try await Self.api(with: [Self.row("2.2", count: 3), Self.row("")])
        let date = Timestamp.format(api.clock.now)
        let (start, end) =
            (
                #"{"days":28,"asOf":"\#(date)","source":"import","installations":4,"cells":["#,
                #"],"origin":"my \"own\".csv","importedAt":"\#(date)"}"#
            )
        #expect(
            try await api(.get, Self.path, token: api.admin).text == start
                + #"{"platform":"ios","version":"2.2","build":"310","channel":"appstore","os":"17.4","storefront":"","count":3},"#
                + #"{"platform":"ios","version":"","build":"310","channel":"appstore","os":"17.4","storefront":"","count":1}"#
                + end)
        #expect(
            try await api(.get, Self.path + "?by=os,version", token: api.admin).text == start
                + #"{"version":"2.2","os":"17.4","count":3},{"version":"","os":"17.4","count":1}"# + end)
    }

    @Test func `the JSON and the CSV of an app without installations are complete`() async throws {
        let api = try await API(publishes: false)
        #expect(
            try await api(.get, Self.path, token: api.admin).text
                == #"{"days":28,"asOf":"\#(Timestamp.format(api.clock.now))","source":"none","installations":0,"cells":[]}"#
        )
        #expect(
            try await api(.get, Self.path + "?format=csv", token: api.admin).text
                == "platform,version,build,channel,os,storefront,count\n")
    }

    @Test(arguments: [#"2"2\"#, "2\u{1}2", "2.2é", "2 2", "2\u{7F}2"])
    func `a fact that needs an escape stays the same`(version: String) async throws {
        let api = try await Self.api(with: [Self.row(version)])
        let answer = try await api(.get, Self.path, token: api.admin).json
        #expect(answer["cells"]?.arrayValue?.map { $0["version"] } == [.string(version)])
    }

    @Test(arguments: [
        CensusText.rowsOfPiece - 1, CensusText.rowsOfPiece, CensusText.rowsOfPiece + 1, 2 * CensusText.rowsOfPiece,
        60_000,
    ])
    func `however many rows there are, each is sent once, and HEAD has the same length`(count: Int) async throws {
        let api = try await Self.api(with: (1...count).map { Self.row("2.\($0)", count: $0) })
        let answer = try await api(.get, Self.path, token: api.admin, options: Self.patient)
        let cells = try answer.json["cells"]?.arrayValue ?? []
        #expect(cells.compactMap { $0["count"]?.intValue } == (1...count).reversed())
        #expect(cells.last?["version"] == "2.1")
        let csv = try await api(.get, Self.path + "?format=csv", token: api.admin, options: Self.patient)
        let lines = csv.text.split(separator: "\n")
        #expect(lines.count == count + 1 && lines.last == "ios,2.1,310,appstore,17.4,,1")
        for (query, whole) in [("", answer), ("?format=csv", csv)] {
            let head = try await api(.head, Self.path + query, token: api.admin, options: Self.patient)
            #expect(head.status == .ok && head.body.readableBytes == 0)
            #expect(head.headers[.contentLength] == "\(whole.body.readableBytes)")
            #expect(head.headers[.contentType] == whole.headers[.contentType])
            #expect(whole.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `check-ins are shown by day, version and channel`() async throws {
        let api = try await API(publishes: false)
        for (version, installations) in [("2.2", 2), ("2.3", 1)] {
            for _ in 0..<installations {
                let cell = AdoptionCell(platform: "ios", version: version, channel: "appstore")
                _ = api.plane.adoption.add(CheckIn(now: cell), app: "hashtags")
            }
            try await api.plane.adoption.flush()
            api.clock.advance(by: 86_400)
        }
        let today = UTCDay(api.clock.now)
        func checkIns(_ count: Int, of version: String, daysAgo: Int) -> JSONValue {
            [
                "day": .string(today.adding(days: -daysAgo).text), "version": .string(version), "channel": "appstore",
                "count": .of(count),
            ]
        }
        for (query, days, versions) in [
            ("", 28, [checkIns(2, of: "2.2", daysAgo: 2), checkIns(1, of: "2.3", daysAgo: 1)]),
            ("?days=2", 2, [checkIns(1, of: "2.3", daysAgo: 1)]),
            ("?days=1", 1, []),
            ("?days=400", 400, [checkIns(2, of: "2.2", daysAgo: 2), checkIns(1, of: "2.3", daysAgo: 1)]),
        ] {
            let answer = try await api(.get, Self.path + "/activity" + query, token: api.admin)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(
                try answer.json == [
                    "days": .of(days), "asOf": .of(api.clock.now), "versions": .array(versions),
                ])
        }
    }

    @Test(arguments: ["days=0", "days=401", "days=-1", "days=x", "days=", "days=1&days=2"])
    func `a wrong number of days of the check-ins is refused`(query: String) async throws {
        let api = try await API(publishes: false)
        let answer = try await api(.get, "\(Self.path)/activity?\(query)", token: api.admin)
        #expect(answer.status == .badRequest)
    }
}
