import Testing

@testable import Dashboard

@Suite("Differences of texts")
struct LineDiffTests {
    private static func shown(_ old: String, _ new: String) -> [String] {
        LineDiff(from: old, to: new).lines.map { line in
            line.added.map { "+" + $0 } ?? line.removed.map { "-" + $0 } ?? line.kept.map { " " + $0 } ?? "~"
                + (line.gap ?? "")
        }
    }

    @Test(
        "lines are new, removed or kept",
        arguments: [
            ("", "a\n", ["+a"]), ("a\n", "", ["-a"]), ("a\nb\nc", "a\nx\nc\n", [" a", "-b", "+x", " c"]),
            ("a\nb", "b\na", ["-a", " b", "+a"]), ("a", "a\n", []), ("a\r\nb", "a\nb", []),
            ("1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\nx", ["~2 lines without a difference", " 3", " 4", " 5", "-6", "+x"]),
        ])
    func lines(old: String, new: String, expected: [String]) { #expect(Self.shown(old, new) == expected) }

    @Test("equal texts have no lines, and longer ones than can be compared say so")
    func limits() {
        #expect(LineDiff(from: "a", to: "a").summary == "The texts are the same.")
        let long = String(repeating: "a\n", count: LineDiff.mostLines + 1)
        #expect(LineDiff(from: long, to: "a").problem != nil && LineDiff(from: long, to: "a").lines.isEmpty)
        let many = (0..<1_000).map { "\($0)\n" }.joined()
        let lines = LineDiff(from: "", to: many).lines
        #expect(lines.count == 401 && lines.last?.gap == "600 further lines")
    }

    @Test("a change that cannot be seen is shown by its number")
    func hiddenCharacters() {
        #expect(Self.shown("abc", "a\u{202E}bc") == ["-abc", "+a⟨U+202E⟩bc"])
        #expect(Self.shown("abc", "a\u{0}bc") == ["-abc", "+a⟨U+0000⟩bc"])
        #expect(VisibleText.line("👩\u{200D}💻\t") == "👩\u{200D}💻\t")
    }

    @Test(
        "words of a command line are quoted for a shell",
        arguments: [
            ("plain-1.0", "plain-1.0"), ("", "''"), ("two words", "'two words'"), ("it's", "'it'\\''s'"),
            ("'\u{301}; rm", "''\\''\u{301}; rm'"), ("$(x)", "'$(x)'"),
        ])
    func shellWords(text: String, word: String) {
        #expect(CommandText.word(text).unicodeScalars.elementsEqual(word.unicodeScalars))
    }
}
