import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct AdoptionCommandTests {
    private static let answer =
        #"{"days":7,"asOf":"2026-11-22T10:00:00Z","source":"checkIns","installations":1000,"cells":["#
        + #"{"platform":"ios","version":"2.9.0","build":"300","channel":"appstore","os":"17.4","storefront":"JP","count":700},"#
        + #"{"platform":"ios","version":"2.10.0","build":"310","channel":"appstore","os":"17.4","storefront":"","count":299},"#
        + #"{"platform":"ios","version":"2.10.0","build":"311","channel":"testflight.internal","os":"","storefront":"DE","count":1}]}"#

    private static let activity = activity(
        ("2026-11-20", "2.9.0", 690), ("2026-11-21", "2.9.0", 640), ("2026-11-21", "2.10.0", 40),
        ("2026-11-22", "2.9.0", 380), ("2026-11-22", "2.10.0", 254), ("2026-11-22", "2.10.0", 1))

    /// The response with the check-ins a day, read on 2026-11-22.
    private static func activity(_ counts: (day: String, version: String, count: Int)...) -> String {
        activity(counts)
    }

    private static func activity(_ counts: [(day: String, version: String, count: Int)]) -> String {
        let entries = counts.map {
            #"{"day":"\#($0.day)","version":"\#($0.version)","channel":"appstore","count":\#($0.count)}"#
        }
        return
            #"{"days":7,"asOf":"2026-11-22T10:00:00Z","versions":[\#(entries.joined(separator: ","))]}"#
    }

    @Test func `adoption shows the versions, the newest first, and the check-ins a day`() throws {
        let kit = try RemoteKit(.ok(Self.answer), .ok(Self.activity))
        let result = try kit.run("adoption", "--app", "hashtags", "--days", "7")
        #expect(
            kit.lines == [
                "GET /v1/admin/apps/hashtags/adoption?days=7&by=version",
                "GET /v1/admin/apps/hashtags/adoption/activity?days=7",
            ])
        #expect(
            result.output == """
                1,000 installations of hashtags checked in during the last 7 days

                  VERSION  INSTALLATIONS   SHARE
                  2.10.0             300  30.0 %  █████████
                  2.9.0              700  70.0 %  █████████████████████

                Check-ins a day (UTC)
                  DAY         2.10.0  2.9.0
                  2026-11-22     255    380
                  2026-11-21      40    640
                  2026-11-20       0    690

                """)
    }

    @Test func `of many versions the two newest and the most frequent have a column, and no line is too long`() throws {
        let versions = (1...9).map { (day: "2026-11-20", version: "1.\($0).0", count: 1_000_000 * $0) }
        let long = (1...9).map {
            (day: "2026-11-21", version: "2026.11.1\($0).20261121120000", count: 1_000_000 * $0)
        }
        let released = [(day: "2026-11-22", version: "3.0.0", count: 1), (day: "2026-11-22", version: "", count: 7)]
        let kit = try RemoteKit(
            .ok(Self.answer), .ok(Self.activity(versions + released)), .ok(Self.answer), .ok(Self.activity(long)))
        let output = try kit.run("adoption", "--app", "hashtags").output
        #expect(kit.lines.last == "GET /v1/admin/apps/hashtags/adoption/activity?days=14")
        #expect(
            output.hasSuffix(
                """

                Check-ins a day (UTC)
                  DAY         3.0.0      1.9.0      1.8.0      1.7.0      1.6.0      OTHERS
                  2026-11-22      1          0          0          0          0           7
                  2026-11-21      0          0          0          0          0           0
                  2026-11-20      0  9,000,000  8,000,000  7,000,000  6,000,000  15,000,000

                """), "\(output)")
        let table = try kit.run("adoption", "--app", "hashtags").output.split(separator: "\n").suffix(3)
        #expect(table.first?.contains("  2026.11.19.20261121120000  2026.11.18.20261121120000      OTHERS") == true)
        #expect(table.allSatisfy { $0.count <= 80 }, "\(table)")
    }

    @Test(arguments: [
        #"{}"#, #"{"asOf":"2026-11-22T10:00:00Z","versions":[]}"#,
        #"{"asOf":"soon","versions":[{"day":"2026-11-22"}]}"#,
        activity(("2026-11-23", "1", 1), ("2026-11-08", "1", 1), ("yesterday", "1", 1), ("2026-11-22", "1", -1)),
    ])
    func `without check-ins on the days there is no table of check-ins`(activity: String) throws {
        let kit = try RemoteKit(.ok(Self.answer), .ok(activity))
        let result = try kit.run("adoption", "--app", "hashtags")
        #expect(result.status == 0 && result.output.hasSuffix("  70.0 %  █████████████████████\n"), "\(result)")
    }

    @Test func `senseless numbers and versions of check-ins do no harm`() throws {
        let counts = (0..<4).map { (day: "2026-11-22", version: "\($0 / 2)", count: Int.max) }
        let many = (0..<500).map { (day: "2026-11-21", version: "9.\($0)", count: Int.max) }
        let hostile = [(day: "2026-11-22", version: #"\u001B[2J"#, count: Int.max)]
        let kit = try RemoteKit(.ok(Self.answer), .ok(Self.activity(counts + hostile + many)))
        let result = try kit.run("adoption", "--app", "hashtags")
        #expect(result.status == 0 && result.output.contains("Check-ins a day"), "\(result)")
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test func `--by groups by another fact, and an unknown one is called so`() throws {
        let kit = try RemoteKit(.ok(Self.answer), .ok(Self.answer))
        let byStorefront = try kit.run("adoption", "--app", "hashtags", "--by", "storefront").output
        #expect(byStorefront.contains("JP                    700  70.0 %"))
        #expect(byStorefront.contains("unknown               299  29.9 %"))
        #expect(try kit.run("adoption", "--app", "hashtags", "--by", "os").output.contains("  unknown  "))
    }

    @Test func `simulate reads what --csv prints`() throws {
        let table = """
            platform,version,build,channel,os,storefront,count
            ios,2.9.0,300,appstore,17.4,JP,700
            ios,2.10.0,310,appstore,17.4,,299
            ios,2.10.0,311,testflight.internal,,DE,1

            """
        let kit = try RemoteKit(.ok(table, headers: ["Content-Type": "text/csv"]))
        let csv = try kit.run("adoption", "--app", "hashtags", "--csv").output
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/adoption?days=28&format=csv"])
        #expect(csv == table)
        let result = try Tool.run(
            ["simulate"] + SimulateCommandTests.hashtags + ["--installs", "-", "--json"], input: csv)
        #expect(try JSONReader.read(result.output).jsonValue["installations"]?.intValue == 1000, "\(result)")
    }

    @Test(arguments: ["", "os,count", "platform,count\nios,1\n", #"{"cells":[]}"#])
    func `an answer that is not the table is not printed as one`(answer: String) throws {
        let kit = try RemoteKit(.ok(answer))
        let result = try kit.run("adoption", "--app", "hashtags", "--by", "os", "--csv")
        #expect(result.status == 69 && result.output.isEmpty)
        #expect(result.errors.contains("did not answer with the table of installations"), "\(result)")
    }

    @Test(arguments: [
        ("--csv", "&format=csv", "os,count\n17.4,3\n", "os,count\n17.4,3\n"),
        (
            "--json", "", #"{"days":28,"cells":[{"os":"17.4","count":3}]}"#,
            #"{"schema":1,"days":28,"cells":[{"os":"17.4","count":3}]}"# + "\n"
        ),
    ])
    func `a table of one fact is asked for and printed`(format: String, query: String, answer: String, output: String)
        throws
    {
        let kit = try RemoteKit(.ok(answer))
        let result = try kit.run("adoption", "--app", "hashtags", "--by", "os", format)
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/adoption?days=28&by=os" + query])
        #expect(result.output == output)
    }

    @Test func `an answer of more than 4 MiB is printed`() throws {
        let row = "ios,2.9.0,300,appstore,17.4,JP,7\n"
        let table =
            "platform,version,build,channel,os,storefront,count\n"
            + String(repeating: row, count: (5 << 20) / row.count)
        let kit = try RemoteKit(.ok(table), .ok(#"{"schema":1,"text":"\#(String(repeating: "x", count: 5 << 20))"}"#))
        #expect(try kit.run("adoption", "--app", "hashtags", "--csv").output == table)
        let json = try kit.run("adoption", "--app", "hashtags", "--json")
        #expect(json.status == 0 && json.output.utf8.count > 5 << 20, "\(json.errors)")
    }

    @Test func `beyond fifty versions the rarest are one line, and senseless numbers do no harm`() throws {
        let cells = (0..<11_000).map { #"{"version":"9.\#($0)","count":1}"# } + [#"{"version":"2.2","count":5000}"#]
        let kit = try RemoteKit(
            .ok(#"{"days":28,"source":"checkIns","installations":16000,"cells":[\#(cells.joined(separator: ","))]}"#),
            .ok(Self.activity()),
            .ok(
                #"{"days":28,"source":"checkIns","installations":1,"cells":[{"version":"1","count":9223372036854775807},"#
                    + #"{"version":"1","count":9223372036854775807},{"version":"2","count":-9223372036854775808}]}"#),
            .ok(Self.activity()),
            .ok(
                #"{"days":28,"source":"checkIns","installations":-9223372036854775808,"#
                    + #""cells":[{"version":"1","count":9223372036854775807}]}"#))
        let lines = try kit.run("adoption", "--app", "hashtags").output.split(separator: "\n")
        #expect(lines.count == 53)
        #expect(lines.contains { $0.hasPrefix("  2.2 ") && $0.contains(" 5,000 ") })
        #expect(
            lines.last?.contains("10,951 others") == true && lines.last?.contains("10,951  68.4 %") == true,
            "\(lines.last ?? "")")
        for _ in 0..<2 { #expect(try kit.run("adoption", "--app", "hashtags").status == 0) }
    }

    @Test func `without check-ins, a sentence says so`() throws {
        let kit = try RemoteKit(
            .ok(#"{"days":28,"asOf":"2026-11-22T10:00:00Z","source":"none","installations":0,"cells":[]}"#),
            .ok(#"{"days":1,"asOf":"2026-11-22T10:00:00Z","source":"none","installations":0,"cells":[]}"#))
        #expect(
            try kit.run("adoption", "--app", "hashtags").output
                == "no installation of hashtags checked in during the last 28 days\n")
        #expect(
            try kit.run("adoption", "--app", "hashtags", "--days", "1").output
                == "no installation of hashtags checked in today (UTC)\n")
    }

    @Test func `numbers of an import are shown with their origin and date`() throws {
        let imported = Self.answer.replacing(
            #""source":"checkIns""#, with: #""source":"import","origin":"own.csv","importedAt":"2026-11-01T08:00:00Z""#)
        let kit = try RemoteKit(.ok(imported))
        let output = try kit.run("adoption", "--app", "hashtags", "--days", "7").output
        #expect(
            output.hasPrefix(
                """
                1,000 installations of hashtags from own.csv, imported at 2026-11-01 08:00 UTC
                none checked in during the last 7 days

                  VERSION
                """), "\(output)")
    }

    @Test func `a table is imported by its facts, equal ones added up`() throws {
        let kit = try RemoteKit(.ok(#"{"origin":"x","importedAt":"2026-11-22T10:00:00Z","installations":6,"cells":2}"#))
        let table = """
            Version,os,channel,storefront,count,note
            2.10,17.4.1,appstore,JPN,2,a
            2.10,17.4,appstore,JP,3,b
            2.9,,,,1,
            2.8,,,,0,

            """
        let result = try kit.run("adoption", "import", "-", "--app", "hashtags", input: table)
        #expect(kit.lines == ["PUT /v1/admin/apps/hashtags/adoption/import"])
        #expect(
            kit.requests.map(\.text) == [
                #"{"schema":1,"origin":"standard input","rows":[["ios","2.10","","appstore","17.4","JP",5],["ios","2.9","","unknown","","",1]]}"#
            ])
        #expect(result.output == "imported 6 installations of hashtags in 2 combinations of facts\n", "\(result)")
    }

    @Test func `an import is removed, and it is said if there was none`() throws {
        let kit = try RemoteKit(.ok(#"{"removed":true}"#), .ok(#"{"removed":false}"#))
        let outputs = try (0..<2).map { _ in try kit.run("adoption", "import", "--remove", "--app", "hashtags").output }
        #expect(kit.lines == Array(repeating: "DELETE /v1/admin/apps/hashtags/adoption/import", count: 2))
        #expect(outputs == ["removed the imported installations of hashtags\n", "nothing was imported for hashtags\n"])
    }

    @Test(arguments: [
        ("", 65), ("platform\nios\n", 65), ("version\none\n", 65), ("version,count\n1,2000000000\n", 65),
    ])
    func `a table that cannot be stored is not sent`(table: String, status: Int32) throws {
        let kit = try RemoteKit()
        #expect(try kit.run("adoption", "import", "-", "--app", "hashtags", input: table).status == status)
        #expect(kit.lines == [])
    }

    @Test func `a table with more combinations of facts than a server stores is not sent`() throws {
        let kit = try RemoteKit()
        let table = "version\n" + (0...20_000).map { "1.\($0)\n" }.joined()
        let result = try kit.run("adoption", "import", "-", "--app", "hashtags", input: table)
        #expect(result.status == 65 && kit.lines == [])
        #expect(result.errors.contains("20,001 combinations of facts; a server stores at most 20,000"))
    }

    @Test(arguments: [[], ["a.csv", "--remove"]])
    func `an import needs a file or --remove`(arguments: [String]) throws {
        #expect(try Tool.run(["adoption", "import", "--app", "hashtags"] + arguments).status == 64)
    }

    @Test(arguments: [["--days", "0"], ["--days", "29"], ["--by", "language"], ["--csv", "--json"]])
    func `a wrong option is a usage error`(options: [String]) throws {
        #expect(try Tool.run(["adoption", "--app", "hashtags"] + options).status == 64)
    }
}
