import AirworthyPolicy
import Testing

@testable import AirworthyTool

@Suite struct YAMLDocumentTests {
    private func error(_ text: String) -> DocumentError? {
        #expect(throws: DocumentError.self) { try YAMLDocument.read(Array(text.utf8)) }
    }

    private func read(_ text: String) throws -> DocumentNode { try YAMLDocument.read(Array(text.utf8)) }

    @Test(arguments: ["1.10", "1.0", "2.2.*", "<1.4", "2026-11-20", "on", "0o17", "1_000", "~", "Null", "=", "12e03"])
    func `a plain YAML scalar keeps its text`(text: String) throws {
        guard case .object(let members) = try read("version: \(text)").value,
            case .plain(let scalar)? = members.first?.value.value
        else {
            Issue.record("not a plain scalar")
            return
        }
        #expect(scalar == text)
    }

    @Test(arguments: ["'1.10'", "\"1.10\"", "!!str 1.10", "|-\n  1.10", ">-\n  1.10"])
    func `a quoted, tagged or block scalar is a string`(text: String) throws {
        guard case .object(let members) = try read("version: \(text)").value,
            case .string(let scalar)? = members.first?.value.value
        else {
            Issue.record("not a string")
            return
        }
        #expect(scalar == "1.10")
    }

    @Test func `YAML positions are those of an editor`() throws {
        guard case .object(let members) = try read("# 日本\nä: 1\nb:\n  - c: 二\n    d: [x, y]\n").value,
            case .array(let items) = members[1].value.value, case .object(let inner) = items[0].value,
            case .array(let letters) = inner[1].value.value
        else {
            Issue.record("another shape")
            return
        }
        #expect(members[0].keyPosition == TextPosition(line: 2, column: 1))
        #expect(members[0].value.position == TextPosition(line: 2, column: 4))
        #expect(inner[0].keyPosition == TextPosition(line: 4, column: 5))
        #expect(inner[0].value.position == TextPosition(line: 4, column: 8))
        #expect(letters[1].position == TextPosition(line: 5, column: 12))
    }

    @Test func `an alias is expanded to a copy`() throws {
        let value = try read("a: &x [1, '*']\nb: *x\n").jsonValue
        #expect(value["b"] == [1, "*"])
    }

    @Test(
        arguments: [
            ("a: 1\na: 2", "duplicate-key", 1), ("1: a\n'1': b", "duplicate-key", 1),
            ("a: 1\n---\nb: 1", "several-documents", 2),
            ("? [a]\n: 1", "bad-key", 1), ("a: &x 1\n*x : 2", "bad-key", 2),
            ("a: &x {b: 1}\nc:\n  <<: *x", "merge-key", 3),
            ("a: &x [*x]", "undefined-alias", 1), ("a: *x", "undefined-alias", 1), ("a: !!int 1", "tag", 1),
            ("a: !mine {}", "tag", 1), ("a:\n\t- b", "invalid-yaml", 2), ("version: >=2.2 <3", "invalid-yaml", 1),
            ("", "empty-document", 1), ("# nothing", "empty-document", 1), ("a: \u{1}", "invalid-yaml", 1),
        ] as [(String, String, Int)])
    func `ambiguous YAML is rejected with its position`(text: String, code: String, line: Int) {
        let error = error(text)
        #expect(error?.code == code)
        #expect(error?.position.line == line)
    }

    @Test func `bytes that are not UTF-8 are rejected`() {
        let error = #expect(throws: DocumentError.self) { try YAMLDocument.read([0x61, 0x3A, 0x20, 0xFF]) }
        #expect(error?.code == "invalid-utf8")
    }

    @Test(arguments: ["version: >=2.2 <3", "a: {version: >=2.2}", "a: @b"])
    func `an unquoted YAML operator gets the advice to quote it`(text: String) {
        #expect(error(text)?.message.contains("Quote a value that begins with") == true)
    }

    // MARK: Bombs

    /// Thirty lists, each of nine aliases of the previous one.
    private static let laughs =
        "l0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        + (1..<30).map { level in
            "l\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
        }.joined()

    private static let bombs: [(text: String, code: String)] = [
        (laughs, "too-large"),
        (laughs + "? *a29\n: 1\n? [*a29]\n: 2\n", "bad-key"),
        (laughs + "*a29 : 1\n", "bad-key"),
        ("[" + String(repeating: "1, ", count: 100_001) + "]", "too-large"),
        (nested(65), "too-deep"),
        (String(repeating: "[", count: 100_000), "invalid-yaml"),
        (chain(200), "too-large"),
        ((0...100).map { "k\($0): &a\($0) x\n" }.joined(), "too-large"),
        ((0...50_000).map { "k\($0): x\n" }.joined(), "too-large"),
        ("{" + (0...50_000).map { "\"k\($0)\":1," }.joined() + "}", "too-large"),
        ((0...100).map { "%TAG !a\($0)! tag:x,\n" }.joined() + "---\na: 1\n", "too-large"),
        ("? !\(String(repeating: "%CC%81", count: 50)) k\n: 1\n", "too-large"),
        ("\(String(repeating: "\u{301}\u{323}", count: 16)): 1\n", "combining-marks"),
        ("? \"" + String(repeating: "\\u0301\\\n  \\u0323", count: 16) + "\"\n: 1\n", "combining-marks"),
    ]

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    /// Nested lists: each value contains the previous one.
    private static func chain(_ length: Int) -> String {
        var text = "k0: &a0 [x]\n"
        for index in 1..<length { text += "k\(index): &a\(index) [*a\(index - 1)]\n" }
        return text
    }

    @Test(arguments: bombs)
    func `a small YAML file that would expand to a large one is rejected`(text: String, code: String) {
        #expect(error(text)?.code == code)
    }

    @Test func `a hundred ampersands, escapes and colons in texts are no anchors, marks or keys`() throws {
        let urls = (0..<200).map { "k\($0): https://example.com/?a=\($0)&b=2&c=*\n" }.joined()
        _ = try read(urls)
        _ = try read("a: \"" + String(repeating: "e\\u0301 ", count: 200) + "\"\n")
        _ = try read("a: \"\(String(repeating: "\u{e9}\u{301}", count: 100))\"\n")
    }

    @Test func `the error for thousands of repeated YAML keys is short`() {
        let error = error((0..<2_000).map { "k\($0 % 1_000): 1\n" }.joined())
        #expect(error?.code == "duplicate-key")
        #expect(error.map { $0.message.utf8.count < 200 } == true)
    }

    @Test func `64 levels and 100 000 values are accepted`() throws {
        _ = try read(Self.nested(64))
        _ = try read("[" + String(repeating: "1,", count: 99_999) + "]")
    }
}
