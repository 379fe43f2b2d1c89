import Testing
import ToolTesting

@Suite(.blocking) struct MatchesCommandTests {
    @Test(arguments: [
        ("2.2.0 (310)", ">=2.2 <2.2.1", "yes"), ("2.2.0", "2.2.*", "yes"), ("2.3", "2.2.*", "no"),
        ("2.2.0 (310)", "2.2.0 (<310)", "no"), ("2.2.0(309)", "2.2.0 (<310)", "yes"), ("1.4.0-beta", "<1.4.0", "no"),
        ("1.9.9", "1.0...1.9.9", "yes"),
    ])
    func `matches prints whether a release is in a range`(release: String, range: String, answer: String) throws {
        let result = try Tool.run(["matches", release, range])
        #expect(result.status == 0)
        #expect(result.output == answer + "\n")
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: [("2.2.0", "2.2.0 (310)", "build"), ("2.2.0", "<latest", "catalog")])
    func `an undecided match is no, with a note about the missing value`(
        release: String, range: String, missing: String
    ) throws {
        let result = try Tool.run(["matches", release, range])
        #expect(result.status == 0)
        #expect(result.output == "no\n")
        #expect(result.errors.contains("note: undecided") && result.errors.contains(missing))
    }

    @Test(arguments: [
        ("", "1"), ("1", ""), ("1 (", "1"), ("1 (x)", "1"), ("1 ()", "1"), ("1 310", "1"), ("1 (2) 3", "1"),
        ("-1", "1"), ("1", "foo"), ("1", "<"), ("(310)", "1"),
    ])
    func `an invalid release or range is bad data`(release: String, range: String) throws {
        let result = try Tool.run(["matches", release, range])
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("airworthy: "))
    }
}
