import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct ImpactOptionsTests {
    private static func impact(
        blocked: Int = 10, stuck: Int = 2, stuckBefore: Int = 0, unknowable: Int = 0, installations: Int = 1_000,
        later: String = "[]"
    ) -> String {
        #"{"days":28,"source":"checkIns","installations":\#(installations),"unknowable":\#(unknowable),"#
            + #""newlyBlocked":\#(blocked),"newlyBlockedAtMost":\#(blocked + unknowable),"stuckBefore":\#(stuckBefore),"#
            + #""stuck":\#(stuck),"stuckAtMost":\#(stuck),"waiting":3,"#
            + #""matrix":[{"from":"ok","to":"ok","count":978},{"from":"ok","to":"required","count":\#(blocked)}],"#
            + #""groups":[{"rule":"floor","from":"ok","to":"required","version":"1.3","channel":"appstore","count":\#(blocked)}],"#
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
            "10 of 1,000 installations (1.0 %) would be blocked; 2 others would be told to update and cannot: the update needs a "
                + "newer system.",
            "Installations that checked in within the last 28 days",
            "  ok      →   ok        978  97.8 %  █████████████████████████████▍",
            "  floor  ok  →  required  1.3  appstore  10",
            "From 2026-12-01 00:00 UTC: 9.0 % newly blocked, 0.2 % told to update and cannot.",
            "3 installations will be asked once the release has been out for long enough.",
        ] { #expect(result.output.contains(line + "\n"), "\(line)\n\(result.output)") }
        #expect(result.output.contains("At most 1.4 % are newly blocked."))
    }

    @Test(
        arguments: [
            ([], Self.impact(), 64), (["--max-blocked", "1%"], Self.impact(), 64),
            (["--max-blocked", "0.9 %"], Self.impact(), 1), (["--max-stuck", "0.1%"], Self.impact(), 1),
            (["--max-stuck", "0.2"], Self.impact(), 64), (["--max-stuck", "0"], Self.impact(stuck: 0), 64),
            // Installations that were stuck before do not count against a policy that leaves no others stuck.
            (["--max-stuck", "0.1%"], Self.impact(stuckBefore: 2), 64),
            // What cannot be known counts, and so does a deadline.
            (["--max-blocked", "1%"], Self.impact(unknowable: 1), 1),
            (["--max-blocked", "2%"], Self.impact(later: Self.deadline), 1),
            (["--max-blocked", "100%"], Self.impact(installations: 0), 69),
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

    private static let grave = answer(impact(blocked: 81))

    @Test func `without a terminal nothing is published that newly blocks more than 1 %, unless a limit allows it`()
        throws
    {
        for (options, status) in [([], 64), (["--yes"], 64), (["--yes", "--max-stuck", "1%"], 64)]
            as [([String], Int32)]
        {
            let kit = try RemoteKit(.ok(Self.grave))
            let result = try kit.run(["publish", "policy.json", "--app", "hashtags"] + options)
            #expect(result.status == status, "\(options): \(result.errors)")
            #expect(
                result.errors.contains(
                    "nothing was published: 81 of 1,000 installations (8.1 %) would be newly blocked, and there is no terminal to "
                        + "type that number at; give --max-blocked 9% if this is intended"), "\(result.errors)")
            #expect(kit.lines.allSatisfy { $0.hasPrefix("POST ") })
        }
        let kit = try RemoteKit(.ok(Self.grave), .ok(SampleResponses.publication()))
        let result = try kit.run(
            "publish", "policy.json", "--app", "hashtags", "--yes", "--max-blocked", "9%", "--max-stuck", "0.5%")
        #expect(result.status == 0, "\(result.errors)")
        // The server checks the limits once more.
        #expect(kit.lines.last == "PUT /v1/admin/apps/hashtags/policy?maxBlocked=9&maxStuck=0.5", "\(kit.lines)")
    }

    @Test(arguments: [(Int.max, 1), (Int.max, Int.max), (1, -1), (Int.min, 1)])
    func `numbers of any size end the command with a sentence`(blocked: Int, installations: Int) throws {
        let kit = try RemoteKit(
            .ok(
                Self.answer(
                    #"{"installations":\#(installations),"newlyBlocked":\#(blocked),"stuck":\#(Int.min),"#
                        + #""newlyBlockedStuck":\#(Int.max)}"#)))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags")
        #expect(result.status == 64 && result.errors.contains("nothing was published: "), "\(result.errors)")
    }

    @Test func `a date on which more than 1 % are newly blocked counts, too`() throws {
        let kit = try RemoteKit(.ok(Self.answer(Self.impact(later: Self.deadline))))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(result.status == 64)
        #expect(
            result.errors.contains(
                "90 of 1,000 installations (9.0 %) would be newly blocked from 2026-12-01 00:00 UTC on"))
    }

    @Test(arguments: [("81", true, 0), ("8,1", true, 0), ("80", false, 1), ("y", false, 1), ("", false, 1)])
    func `at a terminal the number has to be typed`(typed: String, isPublished: Bool, status: Int32) throws {
        let kit = try RemoteKit(.ok(Self.grave), .ok(SampleResponses.publication()))
        let result = try kit.runAtTerminal(typing: typed, "publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(result.status == status, "\(result.errors)")
        #expect(
            result.errors.contains(
                "81 of 1,000 installations (8.1 %) would be newly blocked. Type that number to publish to hashtags: "))
        #expect(kit.lines.contains { $0.hasPrefix("PUT ") } == isPublished)
    }

    @Test(
        arguments: [
            (["--max-blocked", "2%"], "max-blocked", 1), (["--max-stuck", "0"], "max-stuck", 1),
            (["--yes"], "newly-blocked", 64),
        ] as [([String], String, Int32)])
    func `a refusal names its cause in JSON`(options: [String], cause: String, status: Int32) throws {
        let kit = try RemoteKit(.ok(Self.grave))
        let result = try kit.run(["publish", "policy.json", "--app", "hashtags", "--json"] + options)
        #expect(result.status == status, "\(result.errors)")
        let json = try JSONReader.read(result.output).jsonValue
        #expect(json["refusal"]?["cause"] == .string(cause) && json["publication"] == .null)
        #expect(json["refusal"]?["detail"]?.stringValue?.hasPrefix("nothing was published: ") == true)
        #expect(json["preflight"]?["impact"]?["newlyBlocked"] == 81)
    }

    @Test func `the sentence says who of the blocked cannot update, and who could not before`() throws {
        for (members, sentence) in [
            (
                #""newlyBlocked":81,"newlyBlockedStuck":5,"stuck":5"#,
                "81 of 1,234 installations (6.6 %) would be blocked; 5 of them cannot update: the update needs a newer system."
            ),
            (
                #""newlyBlocked":81,"newlyBlockedStuck":5,"stuck":7,"stuckBefore":2,"blockedBefore":3"#,
                "81 more of 1,234 installations (6.6 %) would be blocked, 3 are blocked today; 5 of them cannot update; 2 others would be "
                    + "told to update and cannot (2 today): the update needs a newer system."
            ),
            (#""newlyBlocked":0,"stuck":0"#, "None of 1,234 installations would be newly blocked."),
            (
                #""newlyBlocked":0,"stuck":2"#,
                "None of 1,234 installations would be newly blocked; 2 would be told to update and cannot: the update needs a newer "
                    + "system."
            ),
        ] {
            let impact =
                #"{"days":28,"source":"checkIns","asOf":"2026-11-27T08:00:00Z","installations":1234,\#(members),"#
                + #""stuckBy":[{"reason":"osTooOld","count":5}]}"#
            let kit = try RemoteKit(.ok(Self.answer(impact)))
            let result = try kit.run("publish", "policy.json", "--app", "hashtags")
            #expect(result.output.contains("\n" + sentence + "\n"), "\(sentence)\n\(result.output)")
            #expect(result.output.contains("within the last 28 days, as of 2026-11-27 08:00 UTC\n"), "\(result.output)")
        }
    }
}
