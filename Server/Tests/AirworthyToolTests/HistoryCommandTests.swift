import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct HistoryCommandTests {
    static let revisions =
        #"{"revisions":[{"revision":43,"policyVersion":8,"digest":"b","cause":"rollback","issuedAt":"#
        + #""2026-11-20T12:34:56Z","expiresAt":null,"size":9,"author":"ann","note":"two\nlines","stored":true},"#
        + #"{"revision":42,"policyVersion":7,"digest":"a","cause":"renewal","issuedAt":"2026-11-19T00:00:00Z","#
        + #""expiresAt":"2026-12-19T00:00:00Z","size":9,"author":"airworthy","note":null,"stored":false}]}"#

    @Test func `history lists revisions, the newest first`() throws {
        let kit = try RemoteKit(.ok(Self.revisions))
        let result = try kit.run("history", "--app", "hashtags", "--limit", "2", "--before", "44")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/history?before=44&limit=2"])
        #expect(
            result.output == """
                  REVISION  POLICY  CAUSE                   ISSUED (UTC)      EXPIRES (UTC)     BY         NOTE
                        43       8  rollback                2026-11-20 12:34  never             ann        two lines
                        42       7  renewal (bytes pruned)  2026-11-19 00:00  2026-12-19 00:00  airworthy

                For older ones: airworthy history --app hashtags --before 42

                """)
    }

    @Test func `history shows the prediction beside what was reported, rule by rule`() throws {
        let rules =
            #"[{"rule":"floor","status":"required","count":81,"shown":75,"opened":40,"postponed":3,"skipped":0,"updated":22},"#
            + #"{"rule":"old","status":null,"count":0,"shown":0,"opened":0,"postponed":0,"skipped":0,"updated":4}]"#
        let kit = try RemoteKit(
            .ok(
                #"{"revisions":[{"revision":43,"policyVersion":8,"cause":"publish","predicted":{"installations":1000,"#
                    + #""matrix":[{"from":"ok","to":"required","count":81},{"from":"ok","to":"ok","count":919}]},"#
                    + #""observed":{"after24h":{"installations":1200,"statuses":{"required":90,"ok":1110},"rules":\#(rules)},"#
                    + #""after7d":{"installations":0,"statuses":{},"rules":[],"replacedBy":44}}}]}"#))
        let result = try kit.run("history", "--app", "hashtags")
        for line in [
            "        43  8.1 %, 0.0 %  7.5 %, 0.0 %  no check-ins",
            "Revision 43, after 24 hours: 1,200 installations reported",
            "  RULE   TOLD                   INSTALLATIONS  SHOWN  STORE OPENED  POSTPONED  SKIPPED  UPDATED",
            "  floor  required                          81     75            40          3        0       22",
            "  old    something else by now              0      0             0          0        0        4",
            "Revision 43, after 7 days: 0 installations reported, until revision 44 replaced it",
        ] { #expect(result.output.contains(line + "\n"), "\(line)\n\(result.output)") }
    }

    @Test func `history --policies lists rollbacks and forced policies`() throws {
        let kit = try RemoteKit(
            .ok(
                #"{"policies":[{"version":3,"createdAt":"2026-11-20T00:00:00Z","author":"ann","rollbackOf":1,"note":null},"#
                    + #"{"version":2,"createdAt":"2026-11-19T00:00:00Z","author":"bob","forced":"it burns","note":"n"}]}"#
            ))
        let result = try kit.run("history", "--app", "hashtags", "--policies")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/policies?limit=20"])
        #expect(result.output.contains("       3  2026-11-20 00:00  ann  policy 1 again\n"))
        #expect(result.output.contains("       2  2026-11-19 00:00  bob  forced: it burns  n\n"))
    }

    @Test func `a sentence replaces an empty history, and --json prints the server's response`() throws {
        let kit = try RemoteKit(.ok(#"{"revisions":[]}"#), .ok(Self.revisions))
        #expect(try kit.run("history", "--app", "hashtags").output == "nothing was published for hashtags yet\n")
        let json = try kit.run("history", "--app", "hashtags", "--json").output
        #expect(try JSONReader.read(json).jsonValue["revisions"]?.arrayValue?.count == 2)
    }

    @Test(arguments: [["--limit", "0"], ["--limit", "201"]])
    func `a --limit out of range is a usage error`(options: [String]) throws {
        #expect(try Tool.run(["history", "--app", "hashtags"] + options).status == 64)
    }
}
