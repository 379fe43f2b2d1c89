import AirworthyAuthoring
import AirworthyPolicy
import Testing

/// Findings in a policy that do not depend on the catalog.
@Suite struct LinterTests {
    static let cases = [
        LintCase(
            "empty-range", .error, at: "rules[0].when.version",
            #"{"when":{"version":">=2 <1"},"update":"required"}"#,
            twin: #"{"when":{"version":">=1 <2"},"update":"required"}"#),
        LintCase(
            "empty-range", .error, at: "rules[0].when.build",
            #"{"when":{"build":">=20 <10","channel":"web"},"update":"required"}"#,
            twin: #"{"when":{"build":">=10 <20","channel":"web"},"update":"required"}"#),
        LintCase(
            "empty-range", .error, at: "rules[0].when.any[1].os.iOS",
            #"{"when":{"any":[{"version":"<1"},{"version":"<2","os":{"iOS":">16 <16"}}]},"update":"required"}"#,
            twin: #"{"when":{"any":[{"version":"<1"},{"version":"<2","os":{"iOS":"<16"}}]},"update":"required"}"#),
        LintCase(
            "empty-range", .error, at: "withdrawn", #"{"when":{"version":"<1"},"update":"none"}"#,
            twin: "", more: #","withdrawn":">=2 <1""#),
        LintCase(
            "never-matches", .warning, at: "rules[0].when",
            #"{"when":{"all":[{"version":"<1"},{"version":">2"}]},"update":"required"}"#,
            twin: #"{"when":{"any":[{"version":"<1"},{"version":">2 <3"}]},"update":"required"}"#),
        LintCase(
            "never-matches", .warning, at: "rules[0].when", #"{"when":{"any":[]},"update":"none"}"#,
            twin: #"{"when":{"all":[]},"update":"none"}"#),
        LintCase(
            "hidden-characters", .warning, at: "rules[0].message",
            #"{"when":{"version":"<1"},"update":"none","message":"Update\u001b[2J"}"#,
            twin: #"{"when":{"version":"<1"},"update":"none","message":"Update\nnow\tplease"}"#),
        LintCase(
            "hidden-characters", .warning, at: "rules[0].title.en",
            #"{"when":{"version":"<1"},"update":"none","title":{"en":"a\u202Eb","ja":"b"}}"#,
            twin: #"{"when":{"version":"<1"},"update":"none","title":{"en":"\u200Fשלום\u200F","ja":"b"}}"#),
        LintCase(
            "hidden-characters", .warning, at: "rules[0].message",
            #"{"when":{"version":"<1"},"update":"none","message":"a\u0000b"}"#,
            twin: #"{"when":{"version":"<1"},"update":"none","message":"ab"}"#),
        LintCase(
            "hidden-characters", .warning, at: "rules[0].message",
            #"{"when":{"version":"<1"},"update":"none","message":"a\u009bb"}"#,
            twin: #"{"when":{"version":"<1"},"update":"none","message":"a\u00a0b"}"#),
        LintCase(
            "condition-over", .warning, at: "rules[0].when.before",
            #"{"when":{"version":"<1","before":"2026-11-20T00:00:00Z"},"update":"required"}"#,
            twin: #"{"when":{"version":"<1","before":"2026-11-20T00:00:01Z"},"update":"required"}"#),
        LintCase(
            "condition-over", .warning, at: "rules[0].when.before",
            #"{"when":{"version":"<1","before":"2026-11-19T00:00:00Z"},"update":"required"}"#,
            twin: #"{"when":{"version":"<1","not":{"before":"2026-11-19T00:00:00Z"}},"update":"required"}"#),
        LintCase(
            "loop", .error, at: "rules[0].when", #"{"when":{},"update":"required"}"#,
            twin: #"{"when":{},"update":"required","target":"2.0"}"#),
        LintCase(
            "loop", .error, at: "rules[0].when", #"{"when":{"version":">=2"},"update":"required"}"#,
            twin: #"{"when":{"version":"<latest"},"update":"required"}"#),
        LintCase(
            "loop", .error, at: "rules[0].when", #"{"when":{"channel":"testflight"},"update":"required"}"#,
            twin: #"{"when":{"channel":"testflight","build":"<310"},"update":"required"}"#),
        LintCase(
            "loop", .error, at: "rules[0].when", #"{"when":{"os":{"iOS":"<16"}},"update":"required"}"#,
            twin: #"{"when":{"os":{"iOS":"<16"},"version":"(<310)"},"update":"required"}"#),
        LintCase(
            "loop", .error, at: "rules[0].when",
            #"{"when":{},"update":"recommended","deadline":"2026-12-01T00:00:00Z"}"#,
            twin: #"{"when":{},"update":"recommended"}"#),
        LintCase(
            "loop", .error, at: "rules[1].when",
            #"{"when":{"version":">=2","channel":"web"},"update":"none"},{"when":{},"update":"required"}"#,
            twin: #"{"when":{"version":">=2"},"update":"none"},{"when":{},"update":"required"}"#),
        LintCase(
            "loop", .error, at: "rules[1].when",
            #"{"when":{"version":">=2","channel":"web"},"update":"none"},{"when":{"channel":["web","appstore"]},"update":"required"}"#,
            twin:
                #"{"when":{"version":">=2","channel":"web"},"update":"none"},{"when":{"channel":"web"},"update":"required"}"#
        ),
        LintCase(
            "block-without-help", .error, at: "rules[0].ifUnavailable",
            #"{"when":{"version":"<1"},"update":"required","ifUnavailable":"block"}"#,
            twin: #"{"when":{"version":"<1"},"update":"required","ifUnavailable":"block","message":"Write to us."}"#,
            more: #","support":"https://example.com""#),
        LintCase(
            "block-without-help", .error, at: "rules[0].ifUnavailable",
            #"{"when":{"version":"<1"},"update":"required","ifUnavailable":"block","message":"Stop."}"#,
            twin: #"{"when":{"version":"<1"},"update":"required","message":"Stop."}"#),
        LintCase(
            "weaker-above-stronger", .error, at: "rules[0]",
            #"{"when":{"version":"<2"},"update":"recommended"},{"when":{"version":"<1"},"update":"required"}"#,
            twin: #"{"when":{"version":">=1 <2"},"update":"recommended"},{"when":{"version":"<1"},"update":"required"}"#
        ),
        LintCase(
            "weaker-above-stronger", .error, at: "rules[0]",
            #"{"when":{"version":"<2"},"update":"required","deadline":"2026-12-01T00:00:00Z"},{"when":{"version":"<1"},"update":"required"}"#,
            twin:
                #"{"when":{"version":"<1"},"update":"required"},{"when":{"version":"<2"},"update":"required","deadline":"2026-12-01T00:00:00Z"}"#
        ),
        LintCase(
            "weaker-above-stronger", .error, at: "rules[0]",
            #"{"when":{"version":"<2"},"perChange":{"major":"required","minor":"recommended"}},{"when":{"version":"<1"},"update":"required"}"#,
            twin:
                #"{"when":{"version":"<2"},"perChange":{"major":"required","minor":"none"}},{"when":{"version":"<1"},"update":"required"}"#
        ),
        LintCase(
            "unreachable-rule", .warning, at: "rules[1]",
            #"{"when":{},"update":"none"},{"when":{"version":"<1"},"update":"required"}"#,
            twin: #"{"when":{"version":"<1"},"update":"required"},{"when":{},"update":"none"}"#),
        LintCase(
            "deadline-passed", .warning, at: "rules[0].deadline",
            #"{"when":{"version":"<1"},"update":"recommended","deadline":"2026-11-20T00:00:00Z"}"#,
            twin: #"{"when":{"version":"<1"},"update":"recommended","deadline":"2026-11-20T00:00:01Z"}"#),
        LintCase(
            "skippable-required", .warning, at: "rules[0].skippable",
            #"{"when":{"version":"<1"},"update":"required","skippable":true}"#,
            twin: #"{"when":{"version":"<1"},"update":"recommended","skippable":true}"#),
        LintCase(
            "skippable-required", .warning, at: "rules[0].skippable",
            #"{"when":{"version":"<1"},"update":"recommended","skippable":true,"deadline":"2026-12-01T00:00:00Z"}"#,
            twin: #"{"when":{"version":"<1"},"update":"required","skippable":true,"perChange":{"patch":"recommended"}}"#
        ),
        LintCase(
            "unused-key", .warning, at: "rules[0].ifUnavailable",
            #"{"when":{"version":"<1"},"update":"recommended","ifUnavailable":"block"}"#,
            twin: #"{"when":{"version":"<1"},"update":"recommended","ifUnavailable":"allow"}"#),
        LintCase(
            "unused-key", .warning, at: "rules[0].target",
            #"{"when":{"version":"<1"},"update":"none","target":"2.0"}"#,
            twin: #"{"when":{"version":"<1"},"update":"recommended","target":"2.0"}"#),
        LintCase(
            "rollout-without-id", .warning, at: "rules[0]",
            #"{"when":{"version":"<1","rollout":10},"update":"recommended"}"#,
            twin: #"{"id":"rule-x","when":{"version":"<1","rollout":10},"update":"recommended"}"#),
        LintCase(
            "maintenance-over", .warning, at: "rules[0].maintenance.until",
            #"{"when":{},"maintenance":{"until":"2026-11-20T00:00:00Z"},"message":"Soon."}"#,
            twin: #"{"when":{},"maintenance":{"until":"2026-11-27T00:00:00Z"},"message":"Soon."}"#),
        LintCase(
            "maintenance-too-long", .warning, at: "rules[0].maintenance.until",
            #"{"when":{},"maintenance":{"until":"2026-11-27T00:00:01Z"},"message":"Soon."}"#,
            twin: #"{"when":{},"maintenance":{"until":"2026-11-21T00:00:00Z"},"message":"Soon."}"#),
        LintCase(
            "maintenance-without-message", .warning, at: "rules[0]",
            #"{"when":{},"maintenance":{"until":"2026-11-21T00:00:00Z"}}"#,
            twin: #"{"when":{},"maintenance":{"until":"2026-11-21T00:00:00Z"},"message":"Soon."}"#),
        LintCase(
            "missing-default-language", .warning, at: "rules[0].message",
            #"{"when":{"version":"<1"},"update":"required","message":{"ja":"…"}}"#,
            twin: #"{"when":{"version":"<1"},"update":"required","message":{"ja":"…","en":"…"}}"#),
        LintCase(
            "missing-default-language", .warning, at: "rules[0].title",
            #"{"when":{"version":"<1"},"update":"required","title":{"en":"…"}}"#,
            twin: #"{"when":{"version":"<1"},"update":"required","title":{"de":"…"}}"#,
            more: #","defaultLanguage":"de-AT""#),
        LintCase(
            "url-does-not-fit", .warning, at: "rules[0].url",
            #"{"when":{"version":"<1","channel":"testflight"},"update":"required","url":"https://example.com/get"}"#,
            twin: #"{"when":{"version":"<1","channel":"web"},"update":"required","url":"https://example.com/get"}"#),
        LintCase(
            "url-does-not-fit", .warning, at: "rules[0].url",
            #"{"when":{"version":"<1","not":{"channel":"appstore"}},"update":"recommended","url":"https://apps.apple.com/app/id42"}"#,
            twin:
                #"{"when":{"version":"<1","not":{"channel":"testflight"}},"update":"recommended","url":"https://apps.apple.com/app/id42"}"#
        ),
        LintCase(
            "no-url", .warning, at: "rules[0]",
            #"{"when":{"version":"<1","channel":["debug","appstore"]},"update":"required"}"#,
            twin: #"{"when":{"version":"<1","channel":["debug"]},"update":"required","url":"https://example.com/get"}"#),
        LintCase(
            "unlisted-channel", .warning, at: "rules[0].when.not.channel",
            #"{"when":{"version":"<1","not":{"channel":"appstore"}},"update":"required"}"#,
            twin: #"{"when":{"version":"<1","not":{"channel":["debug","adhoc","unknown"]}},"update":"required"}"#),
        LintCase(
            "unlisted-channel", .warning, at: "rules[0].when.not.channel",
            #"{"when":{"version":"<1","not":{"channel":"appstore"}},"update":"required"}"#,
            twin: #"{"when":{"version":"<1","channel":["testflight","web"]},"update":"required"}"#),
    ]

    @Test(arguments: cases) func `a policy has a finding that its corrected twin does not have`(each: LintCase) throws {
        try expectOnly(each)
    }

    @Test func `the rules of features are checked, too`() throws {
        let features = #"""
            ,"features":{"new-editor":{"default":false,"rules":[
              {"when":{"version":">=2 <1"},"value":true},{"when":{},"value":true},{"when":{},"value":true}]},
             "a b":{"default":1,"rules":[{"when":{"before":"2020-01-01T00:00:00Z"},"value":2}]}}
            """#
        let found = try lint(rules: "", more: features).map { "\($0.code) \($0.path)" }
        #expect(
            found == [
                #"condition-over features["a b"].rules[0].when.before"#,
                "empty-range features.new-editor.rules[0].when.version",
                "unreachable-rule features.new-editor.rules[2]", "catalog-checks-skipped ",
            ])
    }

    @Test func `unknown conditions and effects of a manifest are reported`() throws {
        let manifest = try readManifest(
            rules: #"[{"id":"a","when":{"moonPhase":"full"},"update":"required"},{"id":"b","when":{},"update":"ask"}]"#)
        let findings = Linter.findings(policy: manifest.policy, catalog: nil, now: lintNow)
        #expect(
            findings.map { "\($0.code) \($0.severity) \($0.path)" } == [
                "unknown-condition warning rules[0].when.moonPhase", "unknown-effect warning rules[1]",
                "catalog-checks-skipped note ",
            ])
    }

    @Test func `rollouts without a salt select different devices in different rules`() throws {
        func findings(_ rollout: String) throws -> [String] {
            try lint(
                rules: #"{"id":"a","when":{"version":"<2","rollout":\#(rollout)},"update":"recommended"},"#
                    + #"{"id":"b","when":{"version":"<2","not":{"rollout":\#(rollout)}},"update":"required"}"#
            ).map(\.code)
        }
        #expect(try findings("50").contains("weaker-above-stronger"))
        #expect(try !findings(#"{"percentage":50,"salt":"s"}"#).contains("weaker-above-stronger"))
    }

    @Test func `the examples have no errors, and the one that requires needs a catalog`() throws {
        let support = #","support":"https://example.com""#
        let birthdays = #"{"id":"nudge","when":{"version":"<latest"},"update":"recommended","skippable":true}"#
        #expect(try lint(rules: birthdays, more: support).map(\.code) == ["catalog-checks-skipped"])
        #expect(
            try lint(rules: Self.hashtags, more: support).map(\.code) == ["needs-catalog", "catalog-checks-skipped"])
    }

    /// The rules of `Examples/data/hashtags.policy.yaml`; the tool's tests check the file itself.
    static let hashtags = #"""
        {"id":"broken-migration","when":{"version":"2.2.0"},"update":"required","message":{"en":"…","ja":"…"}},
        {"id":"floor","when":{"version":"<1.4.0"},"update":"required","message":{"en":"…","ja":"…"}},
        {"id":"nudge","when":{"version":"<latest"},"update":"recommended","skippable":true,"releasedFor":"P1D"}
        """#
}

/// Expects the finding, messages that are sentences, and no finding of that code in the twin.
func expectOnly(_ each: LintCase, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let findings = try lint(rules: each.rules, more: each.more, releases: each.releases)
    let found = findings.filter { $0.code == each.code }
    #expect(found.map(\.path) == [each.path], "\(findings.map(place))", sourceLocation: sourceLocation)
    #expect(found.allSatisfy { $0.severity == each.severity }, sourceLocation: sourceLocation)
    for finding in findings {
        let message = finding.message
        #expect(
            message.hasSuffix(".") && message.first?.isLowercase != true, "\(message)", sourceLocation: sourceLocation)
    }
    let twin = try lint(
        rules: each.twin, more: each.code == "empty-range" ? "" : each.more, releases: each.releases)
    #expect(!twin.contains { $0.code == each.code }, "\(twin.map(place))", sourceLocation: sourceLocation)
}
