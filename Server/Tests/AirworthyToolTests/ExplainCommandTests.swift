import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct ExplainCommandTests {
    private static let report = """
        decision: requiredUnavailable (osTooOld), rule broken-migration
        policy: the server https://updates.example.com, revision 6, signed 3 h ago
        platform: ios
        version: 2.2.0
        build: 300
        channel: appstore
        os: iOS 15.8
        attributes: plan
        installID: 4711
        """

    private static let answer = #"""
        {"schema": 1, "app": "hashtags", "decision": {"status": "requiredUnavailable", "revision": 6},
         "sentence": "2.2.0 (300) on the App Store is told to update and cannot.", "firstCheck": "The device's iOS 15.8 is too old.",
         "report": ["The report says: the app is told to update and cannot.", "This server decides the same."],
         "rules": [{"rule": "broken-migration", "sentence": "Version 2.2.0 must update.", "result": "decides", "reason": "It fits."},
                   {"rule": "floor", "sentence": "Versions below 1.4 must update.", "result": "does not fit", "reason": "It does not fit."}],
         "releases": [{"release": "2.2.1 (310)", "place": "App Store", "verdict": "needs a newer system"}],
         "notes": ["Storefront: not given"]}
        """#

    @Test(arguments: ["report.txt", "-"])
    func `a report is explained, and only the facts that rules ask for are sent`(source: String) throws {
        let kit = try RemoteKit(.ok(Self.answer), files: ["report.txt": Self.report])
        let result = try kit.run("explain", source, "--app", "hashtags", input: source == "-" ? Self.report : "")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            kit.lines == [
                "GET /v1/admin/apps/hashtags/explain?platform=ios&version=2.2.0&build=300&channel=appstore&os=iOS%2015.8"
                    + "&reported=requiredUnavailable&revision=6&lacks=plan"
            ])
        #expect(
            result.output == """
                2.2.0 (300) on the App Store is told to update and cannot.

                The report says: the app is told to update and cannot.
                This server decides the same.

                First check: The device's iOS 15.8 is too old.

                Rules
                ▸ broken-migration: Version 2.2.0 must update.
                    It fits.
                  floor: Versions below 1.4 must update.
                    It does not fit.

                Releases
                  2.2.1 (310)  App Store  needs a newer system

                Notes
                  Storefront: not given

                By revision 6 of hashtags

                """)
    }

    @Test func `programs get the server's answer`() throws {
        let kit = try RemoteKit(.ok(Self.answer))
        let json = try JSONReader.read(
            try kit.run("explain", "-", "--app", "hashtags", "--json", input: "version: 2.2.0").output
        ).jsonValue
        #expect(json["firstCheck"] == "The device's iOS 15.8 is too old.")
    }

    @Test(arguments: [("", 65), ("hello", 65), ("{", 65), ("version: two", 65)])
    func `a text without a version is refused with what to do`(text: String, status: Int32) throws {
        let kit = try RemoteKit()
        let result = try kit.run("explain", "-", "--app", "hashtags", input: text)
        #expect(result.status == status && kit.lines.isEmpty)
        #expect(result.errors.contains("No version was found in this text. Copy the whole summary"), "\(result.errors)")
    }

    @Test func `a file that is not there is named`() throws {
        let result = try RemoteKit().run("explain", "nothing.txt", "--app", "hashtags")
        #expect(result.status == 66 && result.errors.contains("nothing.txt: no such file"))
    }

    @Test func `control characters of a hostile server do not reach the terminal`() throws {
        let kit = try RemoteKit(
            .ok(#"{"sentence": "a\u001b[2Jb", "rules": 7, "releases": {}, "notes": [1], "report": null}"#))
        let result = try kit.run("explain", "-", "--app", "hashtags", input: "version: 2.2.0")
        #expect(result.status == 0 && !result.output.utf8.contains(0x1B))
    }
}
