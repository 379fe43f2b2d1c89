import AirworthyPolicy
import Testing

/// Findings in a policy that depend on the catalog.
@Suite struct LinterCatalogTests {
    /// The App Store in two countries, and TestFlight with a build for each audience.
    static let releases = [
        release("2.3.0", "322", offer("testflight.internal")),
        release("2.3.0", "321", offer("testflight.external")),
        release("2.2.1", "310", offer("appstore", in: ["JP", "US"])),
        release("2.2.0", "300", offer("appstore", in: ["JP", "US"]), offer("testflight.external")),
    ].joined(separator: ",")

    /// 2.2.1 is not in the United States yet.
    static let twoCountries = [
        release("2.2.1", "310", offer("appstore", in: ["JP"])),
        release("2.2.0", "300", offer("appstore", in: ["JP", "US"])),
    ].joined(separator: ",")

    static let cases = [
        LintCase(
            "blocks-newest", .error, at: "rules[0]", #"{"when":{"version":">=2.2 <2.3"},"update":"required"}"#,
            twin: #"{"when":{"version":">=2.2 <2.2.1"},"update":"required"}"#, releases: releases),
        LintCase(
            "blocks-newest", .error, at: "rules[0]",
            #"{"when":{"version":"2.2.1"},"update":"recommended","deadline":"2026-12-01T00:00:00Z"}"#,
            twin: #"{"when":{"version":"2.2.1"},"update":"recommended"}"#, releases: releases),
        LintCase(
            "blocks-newest", .error, at: "rules[0]",
            #"{"when":{"version":"2.2.1","attributes":{"plan":"free"}},"update":"required"}"#,
            twin: #"{"when":{"version":"2.2.0","attributes":{"plan":"free"}},"update":"required"}"#,
            releases: releases),
        LintCase(
            "blocks-newest", .error, at: "rules[0]",
            #"{"when":{"version":"2.2.1","os":{"iOS":"<16"}},"update":"required"}"#,
            twin: #"{"when":{"version":"2.2.1","os":{"iOS":"<15"}},"update":"required"}"#, releases: releases),
        LintCase(
            "blocks-newest", .error, at: "rules[0]",
            #"{"when":{"version":"2.3.0","channel":"testflight"},"update":"required"}"#,
            twin: #"{"when":{"version":"2.3.0 (321)","channel":"testflight.internal"},"update":"required"}"#,
            releases: releases),
        LintCase(
            "blocks-newest", .error, at: "rules[0]", #"{"when":{"version":"2.2.0"},"update":"required"}"#,
            twin: #"{"when":{"version":"2.2.0","storefront":"JP"},"update":"required"}"#, releases: twoCountries),
        LintCase(
            "blocks-newest", .error, at: "rules[1]",
            #"{"when":{"version":"2.2.1","storefront":"JP"},"update":"none"},{"when":{"version":"2.2.1"},"update":"required"}"#,
            twin:
                #"{"when":{"version":"2.2.1"},"update":"none"},{"when":{"version":"2.2.1"},"update":"required"}"#,
            releases: releases),
        LintCase(
            "blocks-newest", .warning, at: "rules[0]",
            #"{"when":{"version":"2.2.1"},"update":"required","ifUnavailable":"block","message":{"en":"Stop"}}"#,
            twin:
                #"{"when":{"version":"2.2.0"},"update":"required","ifUnavailable":"block","message":{"en":"Stop"}}"#,
            releases: releases),
        LintCase(
            "loop", .error, at: "rules[0]",
            #"{"when":{"version":"<2.2"},"update":"required"},{"when":{"version":"2.2.1"},"update":"required"}"#,
            twin: #"{"when":{"version":"<2.2"},"update":"required"},{"when":{"version":"2.2.0"},"update":"required"}"#,
            releases: releases),
        LintCase(
            "loop", .error, at: "rules[0]",
            #"{"when":{"version":"2.2.0"},"update":"required"},{"when":{"version":"2.3.0","channel":"testflight"},"update":"required"}"#,
            twin:
                #"{"when":{"version":"2.2.0"},"update":"required"},{"when":{"version":"2.1","channel":"testflight"},"update":"required"}"#,
            releases: releases),
        LintCase(
            "unreachable-target", .error, at: "rules[0].target",
            #"{"when":{"version":"<2"},"update":"required","target":"2.4"}"#,
            twin: #"{"when":{"version":"<2"},"update":"required","target":"2.2.1"}"#, releases: releases),
        LintCase(
            "unreachable-target", .error, at: "rules[0].target",
            #"{"when":{"version":"<2","channel":"appstore"},"update":"recommended","target":"2.3.0"}"#,
            twin: #"{"when":{"version":"<2","channel":"testflight"},"update":"recommended","target":"2.3.0"}"#,
            releases: releases),
        LintCase(
            "target-not-everywhere", .warning, at: "rules[0].target",
            #"{"when":{"version":"<2"},"update":"required","target":"2.3.0"}"#,
            twin: #"{"when":{"version":"<2","channel":"testflight"},"update":"required","target":"2.3.0"}"#,
            releases: releases),
        LintCase(
            "target-not-everywhere", .warning, at: "rules[0].target",
            #"{"when":{"version":"<2"},"update":"required","target":"2.2.1"}"#,
            twin: #"{"when":{"version":"<2","storefront":"JPN"},"update":"required","target":"2.2.1"}"#,
            releases: twoCountries),
        LintCase(
            "target-is-minimum", .note, at: "rules[0].target",
            #"{"when":{"version":"<2"},"update":"required","target":"2.2.0"}"#,
            twin: #"{"when":{"version":"<2","channel":"testflight"},"update":"required","target":"2.2.0"}"#,
            releases: releases),
        LintCase(
            "floor-above-newest", .warning, at: "rules[0].when",
            #"{"when":{"version":"2.3.0","channel":"appstore"},"update":"required"}"#,
            twin: #"{"when":{"version":"2.2.0","channel":"appstore"},"update":"required"}"#, releases: releases),
        LintCase(
            "never-settles", .warning, at: "rules[0].releasedFor",
            #"{"when":{"version":"<2"},"update":"required","releasedFor":"P1D"}"#,
            twin: #"{"when":{"version":"<2"},"update":"recommended","releasedFor":"P1D"}"#,
            releases: release("2.2.1", "310", offer("appstore", on: nil))),
        LintCase(
            "phased-required", .warning, at: "rules[0]", #"{"when":{"version":"<2"},"update":"required"}"#,
            twin: #"{"when":{"version":"<2"},"update":"required","phased":"ignore"}"#,
            releases: release("2.2.1", "310", offer("appstore", #","phase":{"state":"active","day":2}"#))),
        LintCase(
            "no-url", .warning, at: "rules[0]", #"{"when":{"version":"<2","channel":"web"},"update":"required"}"#,
            twin: #"{"when":{"version":"<2","channel":"web"},"update":"required","url":"https://example.com/get"}"#,
            releases: release("2.2.1", "310", offer("web"))),
        LintCase(
            "several-builds", .warning, at: "rules[0].when.version",
            #"{"when":{"version":"2.3.0"},"update":"recommended"}"#,
            twin: #"{"when":{"version":"2.3.0 (321)"},"update":"recommended"}"#, releases: releases),
        LintCase(
            "several-builds", .warning, at: "rules[0].when.version",
            #"{"when":{"version":["2.2.0","2.3.0"]},"update":"recommended"}"#,
            twin: #"{"when":{"version":["2.2.0","2.3.0"],"channel":"testflight.internal"},"update":"recommended"}"#,
            releases: releases),
    ]

    @Test(arguments: cases) func `a policy has a finding that its corrected twin does not have`(each: LintCase) throws {
        try expectOnly(each)
    }

    @Test func `without a catalog a note reports the skipped checks`() throws {
        let rule = #"{"when":{"version":"<1"},"update":"required"}"#
        let skipped = ["needs-catalog warning rules[0]", "catalog-checks-skipped note "]
        #expect(try lint(rules: rule).map { "\($0.code) \($0.severity) \($0.path)" } == skipped)
        #expect(try lint(rules: rule, releases: "").map { "\($0.code) \($0.severity) \($0.path)" } == skipped)
        #expect(try lint(rules: rule, releases: Self.releases).isEmpty)
    }

    @Test func `the tour's policy has no findings with its catalog`() throws {
        let found = try lint(rules: LinterTests.hashtags, releases: Self.releases)
        #expect(found.isEmpty, "\(found.map(place))")
    }

    @Test func `a target in review or withdrawn is unreachable`() throws {
        let rule = #"{"when":{"version":"<2","channel":"appstore"},"update":"required","target":"2.2.1"}"#
        for state in ["inReview", "withdrawn"] {
            let releases = [
                release("2.2.1", "310", offer("appstore", #","state":"\#(state)""#)),
                release("2.2.0", "300", offer("appstore")),
            ].joined(separator: ",")
            #expect(try lint(rules: rule, releases: releases).map(\.code) == ["unreachable-target"])
        }
        let withdrawn = try lint(rules: rule, more: #","withdrawn":"2.2.1""#, releases: Self.twoCountries)
        #expect(withdrawn.map(\.code) == ["unreachable-target"])
    }

    @Test func `fifty rules are checked against two hundred releases in all storefronts`() throws {
        let fronts = ["JP", "US", "DE", "FR", "GB", "IT", "ES", "BR", "KR", "CN"]
        let releases = (0..<200).map { number in
            release(
                "\(number / 10 + 1).\(number % 10)", "\(number)",
                offer("appstore", in: Array(fronts[(number % 5)...])), offer("testflight.external"))
        }.joined(separator: ",")
        let rules = (0..<50).map { number in
            #"{"id":"r\#(number)","when":{"version":[">=\#(number % 20).2 <\#(number % 20).9","20.9"],"attributes":{"plan":"p\#(number)"}},"update":"required"}"#
        }.joined(separator: ",")
        let found = try lint(rules: rules, releases: releases)
        #expect(found.count { $0.code == "blocks-newest" } == 50)
    }
}
