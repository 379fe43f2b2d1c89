import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct AudienceCommandTests {
    @Test func `the builds with a number are listed by platform, with states, groups and notes`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.builds())
        let result = try kit.run("audience", "225")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.headline == "INTERNAL  iOS 3.3.0 (225)")
        for fact in [
            "IN_BETA_TESTING", "WAITING_FOR_BETA_REVIEW", "APP_STORE_ELIGIBLE", "Team (internal, every build)", "g2\n",
            "to test, en-US", "NOBODY (PROCESSING)  macOS 3.3.0 (225)",
        ] {
            #expect(result.output.contains(fact), "\(fact)")
        }
        // The notes for testers may contain control characters, which must be escaped.
        #expect(!result.output.contains("\u{1b}"))
        #expect(try #require(kit.requests.last).target.contains("filter%5Bversion%5D=225"))
    }

    @Test func `audience matches a version if no build has that number`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.nothing, AppleKit.builds())
        let result = try kit.run("audience", "3.3.0")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.headline == "no build has the number 3.3.0; these have the version")
        #expect(try #require(kit.requests.last).target.contains("filter%5BpreReleaseVersion.version%5D=3.3.0"))
    }

    @Test func `audience --json says whether the number or the version matched`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.nothing, AppleKit.builds())
        let json = try JSONReader.read(try kit.run("audience", "3.3.0", "--json").output).jsonValue
        #expect(json["matchedBy"] == "version")
        #expect(json["builds"]?.arrayValue?.first?["availableTo"] == ["internal"])
    }

    @Test func `an unknown build exits with 66`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.nothing, AppleKit.nothing)
        let result = try kit.run("audience", "7")
        #expect(result.status == 66)
        #expect(result.errors.contains("no build or version 7"))
    }

    @Test(arguments: ["", "1,2", "12345678901234567890123456789012345678901234567890123456789012345"])
    func `a text that is neither a build nor a version is a usage error`(_ text: String) throws {
        let kit = try AppleKit()
        #expect(try kit.run("audience", text).status == 64)
    }
}
