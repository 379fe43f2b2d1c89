import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct ImpactOptionsTests {
    private static func impact(
        blocked: Int = 20, stuck: Int = 2, stuckBefore: Int = 0, unknowable: Int = 0, installations: Int = 1_000,
        later: String = "[]"
    ) -> String {
        #"{"days":28,"source":"checkIns","installations":\#(installations),"unknowable":\#(unknowable),"#
            + #""newlyBlocked":\#(blocked),"newlyBlockedAtMost":\#(blocked + unknowable),"stuckBefore":\#(stuckBefore),"#
            + #""stuck":\#(stuck),"stuckAtMost":\#(stuck),"waiting":3,"#
            + #""matrix":[{"from":"ok","to":"ok","count":978},{"from":"ok","to":"required","count":20}],"#
            + #""groups":[{"rule":"floor","from":"ok","to":"required","version":"1.3","channel":"appstore","count":20}],"#
            + #""stuckBy":[{"reason":"osTooOld","count":2}],"later":\#(later)}"#
    }

    private static func answer(_ impact: String) -> String {
        SampleResponses.preflight().dropLast() + #","impact":\#(impact)}"#
    }

    private static let deadline =
        #"[{"at":"2026-12-01T00:00:00Z","newlyBlocked":90,"newlyBlockedAtMost":90,"stuck":2,"stuckAtMost":2,"stuckBefore":0}]"#

    @Test func `publish shows the matrix, the groups and the reasons`() throws {
        let kit = try RemoteKit(.ok(Self.answer(Self.impact(unknowable: 4, later: Self.deadline))))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags")
        for line in [
            "1,000 installations of the last 28 days: 2.0 % newly blocked, 0.2 % told to update and cannot",
            "  ok      →   ok        978  97.8 %  █████████████████████████████▍",
            "  floor  ok  →  required  1.3  appstore  20",
            "From 2026-12-01 00:00 UTC: 9.0 % newly blocked, 0.2 % told to update and cannot.",
            "3 installations will be asked once the release has been out for long enough.",
        ] { #expect(result.output.contains(line + "\n"), "\(line)\n\(result.output)") }
        #expect(result.output.contains("At most 2.4 % are newly blocked."))
    }

    @Test(
        arguments: [
            ([], Self.impact(), 64), (["--max-blocked", "2%"], Self.impact(), 64),
            (["--max-blocked", "1.9 %"], Self.impact(), 1), (["--max-stuck", "0.1%"], Self.impact(), 1),
            (["--max-stuck", "0.2"], Self.impact(), 64), (["--max-stuck", "0"], Self.impact(stuck: 0), 64),
            // Installations that were stuck before do not count against a policy that leaves no others stuck.
            (["--max-stuck", "0.1%"], Self.impact(stuckBefore: 2), 64),
            // What cannot be known counts, and so does a deadline.
            (["--max-blocked", "2%"], Self.impact(unknowable: 1), 1),
            (["--max-blocked", "2%"], Self.impact(later: Self.deadline), 1),
            (["--max-blocked", "100%"], Self.impact(installations: 0), 1),
            (["--max-blocked", "101%"], Self.impact(), 64), (["--max-blocked", "-1"], Self.impact(), 64),
            (["--max-blocked", "many"], Self.impact(), 64), (["--days", "0"], Self.impact(), 64),
            (["--days", "29"], Self.impact(), 64),
        ] as [([String], String, Int32)])
    func `a limit refuses a publish that would exceed it`(options: [String], impact: String, status: Int32) throws {
        // Without a limit that is exceeded, the command goes on until it needs --yes.
        let kit = try RemoteKit(.ok(Self.answer(impact)))
        let settings = ["AIRWORTHY_SERVER": kit.server.address, "AIRWORTHY_TOKEN": RemoteKit.token]
        let result = try kit.folder.run(
            ["publish", "policy.json", "--app", "hashtags"] + options, environment: settings)
        #expect(result.status == status, "\(result.errors)")
        if status == 1 { #expect(result.errors.contains("airworthy: nothing was published: ")) }
        #expect(kit.lines.allSatisfy { $0.hasPrefix("POST ") })
    }

    @Test func `--days is sent, and no numbers are said to be none`() throws {
        let kit = try RemoteKit(.ok(Self.answer(Self.impact(installations: 0))))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--days", "7")
        #expect(kit.lines == ["POST /v1/admin/apps/hashtags/preflight?days=7"])
        #expect(result.output.contains("No installations are known"))
    }
}
