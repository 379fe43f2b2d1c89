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
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/adoption?days=7"])
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
        #expect(
            csv.hasPrefix("platform,version,build,channel,os,storefront,count\nios,2.9.0,300,appstore,17.4,JP,700\n"))
        let result = try Tool.run(
            ["simulate"] + SimulateCommandTests.hashtags + ["--installs", "-", "--json"], input: csv)
        #expect(try JSONReader.read(result.output).jsonValue["installations"]?.intValue == 1000, "\(result)")
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

    @Test(arguments: [["--days", "0"], ["--days", "401"], ["--by", "language"], ["--csv", "--json"]])
    func `a wrong option is a usage error`(options: [String]) throws {
        #expect(try Tool.run(["adoption", "--app", "hashtags"] + options).status == 64)
    }
}
