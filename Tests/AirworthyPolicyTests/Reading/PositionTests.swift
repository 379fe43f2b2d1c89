import AirworthyAuthoring
import AirworthyPolicy
import Testing

@Suite struct PositionTests {
    static let text = """
        {"rules": [
          {"id": "a", "when": {"version": "<1"}},
          {"when": {"any": [{}, {"os": {"iOS": "<16"}}]},
           "update": "none"}],
         "features": {"new-editor": {"rules": [{"when": {}}]},
          "a.b": {"default": 1}, "ab": 2, "a": [3]}}
        """

    @Test(arguments: [
        ("rules", "1:2"), ("rules[0]", "2:3"), ("rules[0].when.version", "2:24"), ("rules[1].update", "4:4"),
        ("rules[1].when.any[1].os.iOS", "3:33"), ("features.new-editor.rules[0].when", "5:41"),
        (#"features["a.b"].default"#, "6:11"), ("features.ab", "6:26"), ("features.a[0]", "6:41"),
    ])
    func `a path leads to the position of the key or the element`(path: String, position: String) throws {
        #expect(try JSONReader.read(Self.text).position(ofPath: path)?.description == position)
    }

    @Test(arguments: [
        ("rules[0].when.build", "2:15"), ("rules[0].target", "2:3"), ("rules[7].when", "1:2"),
        ("features.new-editor.rules[0].when.version.more", "5:41"), ("features.a.b", "6:35"),
    ])
    func `a path to a missing value leads to its last existing part`(path: String, position: String) throws {
        #expect(try JSONReader.read(Self.text).position(ofPath: path)?.description == position)
    }

    @Test(arguments: ["", "rule", "rulesets", "[0]", "..", "\u{301}"])
    func `a path whose first part is missing has no position`(path: String) throws {
        #expect(try JSONReader.read(Self.text).position(ofPath: path) == nil)
    }

    @Test func `the paths of linter findings have positions`() throws {
        let document = try JSONReader.read(
            """
            {"schema": 1, "rules": [
              {"when": {"version": ">=2 <1", "channel": "web"}, "update": "required"},
              {"when": {"all": [{"version": "<1"}, {"version": ">=3 <2"}]}, "update": "none"}]}
            """)
        let policy = try #require(PolicyReader.read(document).policy)
        let findings = Linter.findings(policy: policy, catalog: nil, now: instant("2026-11-20T00:00:00Z"))
        let found = findings.filter { $0.code == "empty-range" }.map {
            "\($0.path) \(document.position(ofPath: $0.path)?.description ?? "-")"
        }
        #expect(found == ["rules[0].when.version 2:13", "rules[1].when.all[1].version 3:41"])
    }
}
