import AirworthyPolicy
import Testing

@Suite struct JSONReaderErrorTests {
    @Test(arguments: [
        ("", "empty-document", "1:1"), (" \n ", "empty-document", "2:2"), ("\u{FEFF}", "empty-document", "1:1"),
        ("[", "unexpected-end", "1:2"), ("[1", "unexpected-end", "1:3"), ("[1,", "unexpected-end", "1:4"),
        ("{", "unexpected-end", "1:2"), (#"{"a""#, "unexpected-end", "1:5"), (#"{"a":"#, "unexpected-end", "1:6"),
        (#"{"a":1"#, "unexpected-end", "1:7"), ("{\"a\":1,\n", "unexpected-end", "2:1"),
        ("[[]", "unexpected-end", "1:4"),
        ("[1,]", "trailing-comma", "1:3"), ("[\n1,\n]", "trailing-comma", "2:2"),
        (#"{"a":1, }"#, "trailing-comma", "1:7"), (#"{"a":[1,],}"#, "trailing-comma", "1:8"),
        ("[,]", "unexpected-character", "1:2"), ("[1,,2]", "unexpected-character", "1:4"),
        ("{,}", "unexpected-character", "1:2"), (#"{"a":}"#, "unexpected-character", "1:6"),
        ("]", "unexpected-character", "1:1"), ("[1}", "unexpected-character", "1:3"),
        (#"{"a":1]"#, "unexpected-character", "1:7"), (#"["a":1]"#, "unexpected-character", "1:5"),
        ("[é]", "unexpected-character", "1:2"), ("[“a”]", "unexpected-character", "1:2"),
        ("[\u{A0}1]", "unexpected-character", "1:2"), ("[\u{C}1]", "unexpected-character", "1:2"),
        ("\0", "unexpected-character", "1:1"), ("/", "unexpected-character", "1:1"),
        ("{[]:1}", "unexpected-character", "1:2"),
        ("[1 2]", "missing-comma", "1:4"), (#"{"a":1 "b":2}"#, "missing-comma", "1:8"),
        ("[[]\n[]]", "missing-comma", "2:1"), (#"["a""b"]"#, "missing-comma", "1:5"),
        (#"{"a" 1}"#, "missing-colon", "1:6"), (#"{"a"}"#, "missing-colon", "1:5"),
        (#"{"a"=1}"#, "missing-colon", "1:5"),
        ("// x\n1", "comment", "1:1"), ("[1 /* x */]", "comment", "1:4"), ("[1, // x\n2]", "comment", "1:5"),
        ("# x\n1", "comment", "1:1"), ("{// x\n}", "comment", "1:2"), ("1 // x", "comment", "1:3"),
        ("['a']", "single-quote", "1:2"), ("{'a':1}", "single-quote", "1:2"),
        ("{a:1}", "unquoted-key", "1:2"), ("{1:1}", "unquoted-key", "1:2"), ("{null:1}", "unquoted-key", "1:2"),
        ("True", "unknown-word", "1:1"), ("nul", "unknown-word", "1:1"), ("nulll", "unknown-word", "1:1"),
        ("[NaN]", "unknown-word", "1:2"), ("[Infinity]", "unknown-word", "1:2"), ("[undefined]", "unknown-word", "1:2"),
        ("01", "leading-zero", "1:1"), ("[-012]", "leading-zero", "1:2"), ("00", "leading-zero", "1:1"),
        ("1.", "invalid-number", "1:1"), (".5", "invalid-number", "1:1"), ("+1", "invalid-number", "1:1"),
        ("-", "invalid-number", "1:1"), ("1e", "invalid-number", "1:1"), ("[1e+]", "invalid-number", "1:2"),
        ("0x10", "invalid-number", "1:1"), ("[1.2.3]", "invalid-number", "1:2"), ("-Infinity", "invalid-number", "1:1"),
        ("1a", "invalid-number", "1:1"), ("--1", "invalid-number", "1:1"),
        ("\"a\nb\"", "control-character", "1:3"), ("\"\t\"", "control-character", "1:2"),
        ("\"é\0\"", "control-character", "1:3"), ("{\"a\u{1F}\":1}", "control-character", "1:4"),
        (#""\x""#, "invalid-escape", "1:2"), (#""\'""#, "invalid-escape", "1:2"),
        (#""é\u12G4""#, "invalid-escape", "1:3"),
        (#""\u12"x"#, "invalid-escape", "1:2"), (#""\U0041""#, "invalid-escape", "1:2"),
        (#""\ud83d\u00""#, "invalid-escape", "1:8"),
        (#""\ud83d""#, "lone-surrogate", "1:2"), (#""\ude80""#, "lone-surrogate", "1:2"),
        (#""\ud83d\u0041""#, "lone-surrogate", "1:2"), (#""\ud83d\ud83d""#, "lone-surrogate", "1:2"),
        (#""\ud83dx""#, "lone-surrogate", "1:2"), (#""\ud83d\n""#, "lone-surrogate", "1:2"),
        (#"["a"#, "unterminated-string", "1:2"), (#""\"#, "unterminated-string", "1:1"),
        (#""\u12"#, "unterminated-string", "1:1"), (#""é"#, "unterminated-string", "1:1"),
        (#"{"a":1,"a":2}"#, "duplicate-key", "1:8"), (#"{"a":1,"\u0061":2}"#, "duplicate-key", "1:8"),
        ("{\"é\":1,\n \"e\u{301}\":2}", "duplicate-key", "2:2"), (#"{"":1,"":2}"#, "duplicate-key", "1:7"),
        ("1 2", "trailing-text", "1:3"), ("{}\n{}", "trailing-text", "2:1"), ("[]]", "trailing-text", "1:3"),
        ("null,", "trailing-text", "1:5"), ("\"a\"\0", "trailing-text", "1:4"), ("1\r\r\nx", "trailing-text", "3:1"),
    ])
    func `invalid JSON is rejected with its cause and position`(_ text: String, _ code: String, _ position: String) {
        let error = #expect(throws: DocumentError.self) { try JSONReader.read(text) }
        #expect(error?.code == code)
        #expect(error?.position.description == position)
        #expect(error?.message.hasSuffix(".") == true || error?.message.hasSuffix("?") == true)
    }

    @Test(
        arguments: [
            [0x22, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xC1, 0xBF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
            [0x22, 0xE0, 0x9F, 0xBF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xED, 0xBF, 0xBF, 0x22],
            [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], [0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0xF0, 0x9F, 0x9A, 0x22], [0x22, 0xC3], [0x22, 0xF0, 0x9F], [0x20, 0xFE], [0x31, 0xC3],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are rejected`(_ bytes: [UInt8]) {
        let error = #expect(throws: DocumentError.self) { try JSONReader.read(bytes) }
        #expect(error?.code == "invalid-utf8")
        #expect(error?.position == TextPosition(line: 1, column: 2))
    }

    @Test(arguments: [
        (#"{"rules":[{},{},{"when":nope}]}"#, "rules[2].when"), (#"{"rules":[{},{},{"when":1 2}]}"#, "rules[2]"),
        ("[[1,2,x]]", "[0][2]"), ("[[1,2,]]", "[0]"), (#"{"a b":{"c":x}}"#, #"["a b"].c"#),
        (#"{"a":{"b":1,"b":2}}"#, "a.b"), (#"{"a":{x}}"#, "a"), (#"{"a":1}x"#, ""), ("x", ""), (#"{"a":"\x"}"#, "a"),
    ])
    func `a JSON error names the path of the value`(_ text: String, _ path: String) {
        let error = #expect(throws: DocumentError.self) { try JSONReader.read(text) }
        #expect(error?.path == path)
    }

    @Test func `a JSON error has a one-line description and converts to a finding`() {
        let error = #expect(throws: DocumentError.self) { try JSONReader.read(#"{"a":[1,]}"#) }
        #expect(error?.description == "1:8: a: JSON allows no comma before ]; remove it. (trailing-comma)")
        let finding = error?.finding
        #expect(finding?.severity == .error)
        #expect(finding?.code == "trailing-comma")
        #expect(finding?.path == "a")
        #expect(finding?.position == TextPosition(line: 1, column: 8))
        #expect(finding?.message == error?.message)
    }

    @Test func `very long keys are cut in messages`() {
        let name = String(repeating: "k", count: 100_000)
        let error = #expect(throws: DocumentError.self) { try JSONReader.read("{\"\(name)\":1,\"\(name)\":2}") }
        #expect((error?.description.utf8.count ?? .max) < 500)
        let word = #expect(throws: DocumentError.self) { try JSONReader.read(name) }
        #expect((word?.description.utf8.count ?? .max) < 500)
    }
}
