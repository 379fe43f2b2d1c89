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
