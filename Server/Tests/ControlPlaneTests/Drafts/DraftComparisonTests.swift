import Testing

@testable import ControlPlane

@Suite("The three-way comparison of drafts")
struct DraftComparisonTests {
    private static func compare(_ base: String, _ mine: String, _ theirs: String) -> DraftComparison {
        DraftComparison(base: Array(base.utf8), mine: Array(mine.utf8), theirs: Array(theirs.utf8))
    }

    @Test(
        "changes of different places are merged, and changes of the same place are a conflict",
        arguments: [
            ("a\nb\nc\n", "a\nb\nc\n", "a\nb\nc\n", "a\nb\nc\n"),
            ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
            ("a\nb\nc\n", "a\nb\nc\n", "a\nc\n", "a\nc\n"),
            ("a\nb\nc\n", "a\nb\nx\nc\n", "y\na\nb\nc\n", "y\na\nb\nx\nc\n"),
            ("a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\n", "a\nX\nc\n"),
            ("a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n", nil),
            ("a\nb\nc\n", "a\nc\n", "a\nY\nc\n", nil),
            ("a\nb\n", "A\nb\n", "a\nB\n", nil),
            ("", "a\n", "", "a\n"), ("", "a", "b", nil), ("a", "", "a", ""),
            ("a\r\nb\u{2028}c\nd", "a\r\nb\u{2028}c\nD", "a\r\nX\nd", nil),
            ("a\r\nb\u{2028}c\nd\ne", "a\r\nb\u{2028}c\nd\nE", "a\r\nX\nd\ne", "a\r\nX\nd\nE"),
        ] as [(String, String, String, String?)])
    func merging(base: String, mine: String, theirs: String, merged: String?) {
        let comparison = Self.compare(base, mine, theirs)
        #expect(comparison.merged == merged.map { Array($0.utf8) })
        #expect(comparison.hasConflict == (merged == nil))
        // The parts contain each text whole.
        for (text, lines) in [
            (base, comparison.parts.flatMap(\.base)), (mine, comparison.parts.flatMap(\.mine)),
            (theirs, comparison.parts.flatMap(\.theirs)),
        ] {
            #expect(Array(lines.joined(separator: "\n").utf8) == Array(text.utf8))
        }
    }

    @Test("each part says who changed it")
    func kinds() {
        let parts = Self.compare("a\nb\nc\nd\ne\nf\ng", "A\nb\nX\nd\ne\nf\nG", "a\nb\nY\nd\nE\nf\nG").parts
        #expect(parts.map(\.kind) == [.mine, .same, .conflict, .same, .theirs, .same, .both])
        #expect(parts[2].base == ["c"] && parts[2].mine == ["X"] && parts[2].theirs == ["Y"])
    }

    @Test("texts with too many lines are one part, and merged if only one of them changed")
    func longTexts() {
        let long = String(repeating: "a\n", count: DraftComparison.mostLines + 1)
        #expect(Self.compare(long, long + "b", long).merged == Array((long + "b").utf8))
        let both = Self.compare(long, "b" + long, long + "b")
        #expect(both.hasConflict && both.parts.count == 1)
    }

    @Test("any mixture of changes keeps every line of one side or the other")
    func randomTexts() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            func text() -> String {
                (0..<Int.random(in: 0...8, using: &generator)).map { _ in "abc".randomElement(using: &generator)! }
                    .map(String.init).joined(separator: "\n")
            }
            let (base, mine, theirs) = (text(), text(), text())
            let comparison = Self.compare(base, mine, theirs)
            #expect(comparison.parts.flatMap(\.mine).joined(separator: "\n") == mine)
            #expect(comparison.parts.flatMap(\.theirs).joined(separator: "\n") == theirs)
            #expect(Self.compare(base, mine, base).merged == Array(mine.utf8), "\(base)|\(mine)")
            #expect(Self.compare(base, base, theirs).merged == Array(theirs.utf8), "\(base)|\(theirs)")
        }
    }
}
