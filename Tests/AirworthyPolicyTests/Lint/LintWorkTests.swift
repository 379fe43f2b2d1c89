import AirworthyAuthoring
import AirworthyPolicy
import Testing

/// The work of the linter for large policies and catalogs.
@Suite struct LintWorkTests {
    /// A rule by its number among a number of rules.
    private static let shapes: [(name: String, rule: @Sendable (Int, Int) -> String)] = [
        ("required below a version", { number, _ in #"{"when":{"version":"<1.\#(number)"},"update":"required"}"# }),
        (
            "recommended above required, each for a version",
            { number, count in
                let update = number < count / 2 ? "recommended" : "required"
                return #"{"when":{"version":">=1.\#(number) <1.\#(number + 1)"},"update":"\#(update)"}"#
            }
        ),
        (
            "recommended above required, shuffled versions",
            { number, count in
                let update = number < count / 2 ? "recommended" : "required"
                let minor = number * 7_919 % count
                return #"{"when":{"version":">=1.\#(minor) <1.\#(minor + 1)"},"update":"\#(update)"}"#
            }
        ),
        (
            "exempt above required",
            { number, count in
                let update = number < count / 2 ? "none" : "required"
                return #"{"when":{"platform":"ios","version":"1.\#(number)"},"update":"\#(update)"}"#
            }
        ),
        (
            "required for single versions",
            { number, _ in
                #"{"when":{"version":"1.\#(number % 50)","channel":"web"},"update":"required"}"#
            }
        ),
    ]

    private func steps(_ index: Int, rules: Int, releases: Int) throws -> Int {
        let rules = (0..<rules).map { Self.shapes[index].rule($0, rules) }.joined(separator: ",")
        let policy = try readPolicy("{\"schema\":1,\"appleID\":42,\"rules\":[\(rules)]}")
        let catalog = (0..<releases).map { release("1.\($0)", "\($0)", offer("appstore"), offer("web")) }
        return Linter.steps(
            policy: policy, catalog: try readCatalog(catalog.joined(separator: ",")), now: lintNow)
    }

    @Test(arguments: shapes.indices)
    func `the work grows with the number of rules and not with its square`(index: Int) throws {
        let few = try steps(index, rules: 200, releases: 20)
        let many = try steps(index, rules: 1_600, releases: 20)
        // 8 times the rules; a quadratic linter would take 64 times the steps.
        #expect(many <= 16 * few, "\(Self.shapes[index].name): \(few) and \(many) steps")
    }

    @Test(arguments: shapes.indices)
    func `the work grows with the number of releases and not with its square`(index: Int) throws {
        let few = try steps(index, rules: 100, releases: 20)
        let many = try steps(index, rules: 100, releases: 160)
        #expect(many <= 16 * few, "\(Self.shapes[index].name): \(few) and \(many) steps")
    }

    // MARK: Limits

    private func rules(_ count: Int, _ rule: String) -> String {
        Array(repeating: rule, count: count).joined(separator: ",")
    }

    @Test func `at most 200 findings are listed and all are counted`() throws {
        let found = try lint(
            rules: rules(500, #"{"when":{"version":">=2 <1"},"update":"none","deadline":"2027-01-01T00:00:00Z"}"#))
        #expect(found.count { $0.code != "more-findings" } == 200)
        #expect(found.total(.error) == 500)
        #expect(found.total(.warning) == 500)
        #expect(found.suffix(3).map(\.code) == Array(repeating: "more-findings", count: 3))
        #expect(found.suffix(3).map(\.severity) == [.error, .warning, .note])
        #expect(found.suffix(3).map(\.count) == [300, 500, 1])
    }

    @Test func `an error is listed although hundreds of warnings come first`() throws {
        let found = try lint(
            rules: rules(300, #"{"when":{"version":"<1"},"update":"none","target":"2"}"#)
                + #",{"when":{"version":">=2 <1"},"update":"required"}"#)
        #expect(found.contains { $0.code == "empty-range" && $0.path == "rules[300].when.version" })
        #expect(found.count { $0.code != "more-findings" } == 200)
        #expect(found.total(.warning) >= 300)
    }

    @Test func `limiting a list again keeps the counts`() throws {
        let found = try lint(rules: rules(500, #"{"when":{"version":">=2 <1"},"update":"none"}"#))
        let limited = (found + found).limited(to: 10)
        #expect(limited.count { $0.code != "more-findings" } == 10)
        #expect(limited.total(.error) == 1_000)
        #expect(found.limited() == found)
    }

    @Test func `a condition with a thousand parts is checked without comparing each with each`() throws {
        let parts = (0..<1_000).map { #"{"attributes":{"a\#($0)":1}}"# }.joined(separator: ",")
        let found = try lint(rules: #"{"when":{"all":[\#(parts)]},"update":"none"}"#)
        #expect(found.map(\.code) == ["catalog-checks-skipped"])
    }

    // MARK: Long lists of versions

    @Test func `long lists of versions are disjoint as their members are`() throws {
        func range(_ texts: [String]) throws -> VersionRange { .any(try texts.map { try VersionRange($0) }) }
        let even = try range((0..<100).map { "1.\(2 * $0)" })
        let odd = try range((0..<100).map { "1.\(2 * $0 + 1)" })
        #expect(even.isDisjoint(from: odd))
        #expect(!even.isDisjoint(from: try range((0..<100).map { "1.\(2 * $0 + 1)" } + ["1.198"])))
        #expect(even.isDisjoint(from: try range((0..<100).map { "1.\(2 * $0 + 1) (\($0))" })))
        #expect(!even.isDisjoint(from: try range((0..<100).map { "1.\(2 * $0 + 1)" } + ["1.4 (7)"])))
        let builds = try range((0..<100).map { "1.0 (\($0))" })
        #expect(builds.isDisjoint(from: try range((0..<100).map { "1.0 (\($0 + 100))" })))
        #expect(!builds.isDisjoint(from: try range((0..<100).map { "1.0 (\($0 + 99))" })))
        #expect(even.isDisjoint(from: try range((0..<100).map { _ in ">=2 <1" })))
    }

    // MARK: Long lists of other values

    @Test func `long lists of attributes and channels are disjoint as their members are`() {
        func attribute(_ values: [JSONValue]) -> Condition {
            .attribute(name: "a", values: values, ifMissing: .undecided)
        }
        let numbers = (0..<30_000).map { JSONValue(integerLiteral: $0) }
        let texts = (0..<30_000).map { JSONValue.string("\($0)") }
        #expect(attribute(numbers).isDisjoint(from: attribute(texts)))
        #expect(!attribute(numbers).isDisjoint(from: attribute(texts + [2.9e4])))
        func channels(_ names: [String]) -> Condition { .channel(names.map { Channel($0) }) }
        let stores = (0..<30_000).map { "marketplace:com.example.\($0)" }
        #expect(channels(stores).isDisjoint(from: channels(stores.map { $0 + "x" })))
        #expect(!channels(stores).isDisjoint(from: channels(["web", "marketplace"])))
        #expect(!channels(["testflight"]).isDisjoint(from: channels(["testflight.internal"])))
        #expect(channels(["testflight.external"]).isDisjoint(from: channels(["testflight.internal", "unknown"])))
    }
}
