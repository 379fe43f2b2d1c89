import AirworthyPolicy
import Testing

@Suite struct VersionRangeTests {
    @Test(arguments: [
        (">=2 <1", true), (">1.0 <1.0", true), (">=1.0 <1.0", true), ("2.0...1.0", true), ("1.0 1.1", true),
        ("2.0 (>=310 <300)", true), ("(310...300)", true), ("<1.4.0 >=1.4.0-beta", true), ("<latest >latest", true),
        ("1.0...1.0", false), (">=1.0 <=1.0", false), ("<latest", false), (">=9 <latest", false), ("2.2.*", false),
        ("2.2.0 (310)", false), ("<1.4.0-rc >=1.4.0-beta", false), (">=1.4.0-beta <=1.4.0", false),
    ])
    func `ranges that cannot contain anything are reported as empty`(_ text: String, _ isEmpty: Bool) throws {
        #expect(try VersionRange(text).isEmpty == isEmpty)
    }

    @Test(arguments: [
        ("<1.4", ">=1.4", true), ("<1.4", "1.4.0-beta", true), ("<=1.4", "1.4.0-beta", false), ("<1.4", "1.3", false),
        ("2.2.*", "2.3.*", true), ("2.2.*", "2.*", false), ("2.2.0 (310)", "2.2.0 (311)", true),
        ("2.2.0 (310)", "2.2.0", false), ("2.2.0 (310)", "2.2.1 (310)", true), ("(<310)", "(310)", true),
        ("(310)", "2.2.0", false), ("<latest", ">=latest", false), ("<latest", "1.0", false), (">=2 <1", "1.5", true),
    ])
    func `ranges without common versions are reported as disjoint`(_ a: String, _ b: String, _ isDisjoint: Bool) throws
    {
        #expect(try VersionRange(a).isDisjoint(from: VersionRange(b)) == isDisjoint)
        #expect(try VersionRange(b).isDisjoint(from: VersionRange(a)) == isDisjoint)
    }

    @Test func `a list of ranges contains the union of its members`() throws {
        let list = VersionRange.any([try VersionRange("<1.4"), try VersionRange("2.2.0 (310)")])
        #expect(list.description == "<1.4 or 2.2.0 (310)")
        #expect(list.explicitBounds == [try AppVersion("1.4"), try AppVersion("2.2")])
        #expect(list.mentionsBuild && !list.mentionsLatest && !list.isEmpty)
        #expect(try list.isDisjoint(from: VersionRange("2.3")))
        #expect(try !list.isDisjoint(from: VersionRange("2.2")))
        #expect(VersionRange.any([]).isEmpty)
        #expect(VersionRange.any([]).isDisjoint(from: list))
        #expect(VersionRange.any([]).description == "nothing")
    }

    @Test func `ranges with equal bounds are equal with any spelling`() throws {
        #expect(try VersionRange("2.2.*") == VersionRange(">= 2.2.0 <2.3"))
        #expect(try VersionRange("1...2") == VersionRange("<=2 >=1.0"))
        #expect(try VersionRange("1...2").hashValue == VersionRange("<=2 >=1.0").hashValue)
        #expect(try VersionRange("2.2.0") != VersionRange("2.2.0 (310)"))
        #expect(try BuildRange("1.2.*") == BuildRange(">=1.2 <1.3"))
        #expect(try VersionRange(" 2.2.*\n").description == "2.2.*")
    }

    @Test(arguments: [
        ("2.2.*", ["2.2", "2.3"]), (">=1 <latest", ["1"]), ("1.0...2.0", ["1.0", "2.0"]), ("(310)", []),
        ("2.9.*", ["2.9", "2.10"]), ("99.*", ["99", "100"]),
    ])
    func `explicit bounds are the versions at which the result changes`(_ text: String, _ bounds: [String]) throws {
        #expect(try VersionRange(text).explicitBounds.map(\.description) == bounds)
    }

    @Test func `the relation to the newest offer is only requested for ranges with latest`() throws {
        var asked = 0
        func relation() -> LatestRelation {
            asked += 1
            return .older
        }
        let (one, two) = (try AppVersion("1"), try AppVersion("2"))
        #expect(try VersionRange("1").contains(version: one, build: nil, latest: relation) == .true)
        #expect(try VersionRange(">=2 <latest").contains(version: one, build: nil, latest: relation) == .false)
        #expect(asked == 0)
        #expect(try VersionRange(">=2 <latest").contains(version: two, build: nil, latest: relation) == .true)
        #expect(asked == 1)
    }

    @Test(arguments: [
        ("=2.2", "equality needs no operator"), ("!=2.2", "`not`"), ("~>2.2", "both bounds"), ("^2.2", "both bounds"),
        ("1 || 2", "a list"), ("1, 2", "a list"), ("*", "leave the condition out"), ("", "cannot be empty"),
        ("2.2.* (310)", "exact version"), (">=2.2 (310)", "exact version"), ("(1) (2)", "exact version"),
        ("2.x", "write `*`"), (">=2<3", "put a space"), ("1...", "write `>=`"), ("...1", "write `<=`"),
        ("2.2.0 ()", "cannot be empty"), ("(latest)", "`latest` is a version"), ("<2.*", "of its own"),
    ])
    func `a range error names the correct form`(_ text: String, _ part: String) {
        let error = #expect(throws: VersionError.self) { try VersionRange(text) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
}

@Suite struct BuildRangeTests {
    @Test(
        arguments: [
            ("310", "310.0", Truth.true), ("310", "311", .false), ("<310", "309.9", .true), ("<310", "310", .false),
            (">=300 <310", "300", .true), ("300...310", "310", .true), ("300...310", "310.1", .false),
            ("1.2.*", "1.2.9", .true), ("1.2.*", "1.3", .false), ("310", nil, .undecided),
            ("310...300", nil, .undecided),
        ] as [(String, String?, Truth)])
    func `build ranges compare builds like versions`(_ text: String, _ build: String?, _ truth: Truth) throws {
        #expect(try BuildRange(text).contains(build.map { try BuildNumber($0) }) == truth)
    }

    @Test func `a list of ranges contains the union of its members`() throws {
        let list = BuildRange.any([try BuildRange("310"), try BuildRange("<300")])
        #expect(try list.contains(BuildNumber("310")) == .true)
        #expect(try list.contains(BuildNumber("305")) == .false)
        #expect(list.contains(nil) == .undecided)
        #expect(BuildRange.any([]).contains(nil) == .false)
        #expect(BuildRange.any([]).isEmpty && !list.isEmpty)
        #expect(try list.isDisjoint(from: BuildRange("300...309")))
        #expect(try !list.isDisjoint(from: BuildRange(">309")))
        #expect(list.description == "310 or <300")
    }

    @Test(arguments: ["", "latest", "<latest", "(310)", "310-beta", "=310", "*", "310,311", "300..310", "1.*.2"])
    func `text that is not a build range is rejected`(_ text: String) {
        let error = #expect(throws: VersionError.self) { try BuildRange(text) }
        #expect(error?.code == .unreadableRange)
    }
}
