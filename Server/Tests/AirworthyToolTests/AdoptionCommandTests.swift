import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct AdoptionCommandTests {
    private static let answer =
        #"{"days":7,"asOf":"2026-11-22T10:00:00Z","source":"checkIns","installations":1000,"cells":["#
        + #"{"platform":"ios","version":"2.9.0","build":"300","channel":"appstore","os":"17.4","storefront":"JP","count":700},"#
        + #"{"platform":"ios","version":"2.10.0","build":"310","channel":"appstore","os":"17.4","storefront":"","count":299},"#
        + #"{"platform":"ios","version":"2.10.0","build":"311","channel":"testflight.internal","os":"","storefront":"DE","count":1}]}"#

    @Test func `adoption shows the versions, the newest first`() throws {
        let kit = try RemoteKit(.ok(Self.answer))
        let result = try kit.run("adoption", "--app", "hashtags", "--days", "7")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/adoption?days=7&by=version"])
        #expect(
            result.output == """
                1,000 installations of hashtags checked in during the last 7 days

                  VERSION  INSTALLATIONS   SHARE
                  2.10.0             300  30.0 %  █████████
                  2.9.0              700  70.0 %  █████████████████████

                """)
    }

    @Test func `--by groups by another fact, and an unknown one is called so`() throws {
        let kit = try RemoteKit(.ok(Self.answer), .ok(Self.answer))
        let byStorefront = try kit.run("adoption", "--app", "hashtags", "--by", "storefront").output
        #expect(byStorefront.contains("JP                    700  70.0 %"))
        #expect(byStorefront.contains("unknown               299  29.9 %"))
        #expect(try kit.run("adoption", "--app", "hashtags", "--by", "os").output.contains("  unknown  "))
    }

    @Test func `simulate reads what --csv prints`() throws {
        let kit = try RemoteKit(.ok(Self.answer))
        let csv = try kit.run("adoption", "--app", "hashtags", "--csv").output
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/adoption?days=28"])
        #expect(
            csv.hasPrefix("platform,version,build,channel,os,storefront,count\nios,2.9.0,300,appstore,17.4,JP,700\n"))
        let result = try Tool.run(
            ["simulate"] + SimulateCommandTests.hashtags + ["--installs", "-", "--json"], input: csv)
        #expect(try JSONReader.read(result.output).jsonValue["installations"]?.intValue == 1000, "\(result)")
    }

    @Test(arguments: [["--csv"], ["--json"]])
    func `a table of one fact is asked for and printed`(format: [String]) throws {
        let kit = try RemoteKit(
            .ok(#"{"days":28,"source":"checkIns","installations":3,"cells":[{"os":"17.4","count":3}]}"#))
        let output = try kit.run(["adoption", "--app", "hashtags", "--by", "os"] + format).output
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/adoption?days=28&by=os"])
        #expect(
            format == ["--csv"] ? output == "os,count\n17.4,3\n" : output.contains(#""cells":[{"os":"17.4""#),
            "\(output)")
    }

    @Test func `beyond fifty versions the rarest are one line, and senseless numbers do no harm`() throws {
        let cells = (0..<11_000).map { #"{"version":"9.\#($0)","count":1}"# } + [#"{"version":"2.2","count":5000}"#]
        let kit = try RemoteKit(
            .ok(#"{"days":28,"source":"checkIns","installations":16000,"cells":[\#(cells.joined(separator: ","))]}"#),
            .ok(
                #"{"days":28,"source":"checkIns","installations":1,"cells":[{"version":"1","count":9223372036854775807},"#
                    + #"{"version":"1","count":9223372036854775807},{"version":"2","count":-9223372036854775808}]}"#))
        let lines = try kit.run("adoption", "--app", "hashtags").output.split(separator: "\n")
        #expect(lines.count == 53)
        #expect(lines.contains { $0.hasPrefix("  2.2 ") && $0.contains(" 5,000 ") })
        #expect(
            lines.last?.contains("10,951 others") == true && lines.last?.contains("10,951  68.4 %") == true,
            "\(lines.last ?? "")")
        #expect(try kit.run("adoption", "--app", "hashtags").status == 0)
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
