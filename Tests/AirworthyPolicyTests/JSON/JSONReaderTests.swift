import AirworthyPolicy
import Testing

@Suite struct JSONReaderTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1.50", "1E+2", #""""#, #""a""#, "[]", "{}", "[[],{}]",
        #"{"a":{"b":[1,"2",null]}}"#,
        #"["é","🚀","\u007f","日本語"]"#, #"{"":1}"#, #"[1,1.0,1e0]"#,
    ])
    func `JSON text that was read is written unchanged`(_ text: String) throws {
        let value = try JSONReader.read(text).jsonValue
        #expect(try JSONReader.read(value.jsonText(pretty: true)).jsonValue == value)
        #expect(try JSONReader.read(value.jsonText()).jsonValue == value)
        if !text.contains("\\") { #expect(value.jsonText() == text) }
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\uD83D\uDE80""#, "🚀"), (#""a\u0000b""#, "a\0b"), (#""\uFFFF\uE000""#, "\u{FFFF}\u{E000}"),
        (#""\udbff\udfff""#, "\u{10FFFF}"), (#""é\n日本語\t🚀""#, "é\n日本語\t🚀"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
    ])
    func `strings are unescaped`(_ text: String, _ value: String) throws {
        let read = try #require(try JSONReader.read(text).jsonValue.stringValue)
        #expect(Array(read.unicodeScalars) == Array(value.unicodeScalars))
    }

    @Test func `every node has its line and column, counted in scalars`() throws {
        let text = "{\r\n  \"日本\": [1,\r \"é🚀\", true],\n\"b\": {\"c\" : null}}"
        guard case .object(let members) = try JSONReader.read(text).value, members.count == 2,
            case .array(let elements) = members[0].value.value, case .object(let inner) = members[1].value.value
        else {
            Issue.record("not the expected shape")
            return
        }
        #expect("\(members[0].keyPosition) \(members[0].value.position)" == "2:3 2:9")
        #expect(elements.map(\.position.description) == ["2:10", "3:2", "3:8"])
        #expect("\(members[1].keyPosition) \(members[1].value.position)" == "4:1 4:6")
        #expect("\(inner[0].keyPosition) \(inner[0].value.position)" == "4:7 4:13")
    }

    @Test func `a byte order mark is ignored and has no column`() throws {
        #expect(try JSONReader.read("\u{FEFF} true").position.description == "1:2")
        #expect(throws: DocumentError.self) { try JSONReader.read("\u{FEFF}\u{FEFF}1") }
    }

    @Test func `JSON can be read from any collection of bytes`() throws {
        let text = #"{"a":[1,2]}"#
        let expected = try JSONReader.read(text).jsonValue
        #expect(try JSONReader.read(Array(text.utf8)).jsonValue == expected)
        #expect(try JSONReader.read(Array(text.utf8)[...]).jsonValue == expected)
        #expect(try JSONReader.read(text.utf8.lazy.map { $0 }).jsonValue == expected)
        #expect(throws: DocumentError.self) { try JSONReader.read(EmptyCollection<UInt8>()) }
    }

    @Test func `the depth of nesting is limited, but not the number of elements`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSONReader.read(nested(64)) }
        let error = #expect(throws: DocumentError.self) { try JSONReader.read(nested(65)) }
        #expect(error?.code == "too-deep")
        #expect(error?.position.description == "1:65")
        #expect(throws: Never.self) { try JSONReader.read(nested(512), options: .init(maximumDepth: .max)) }
        let far = #expect(throws: DocumentError.self) {
            try JSONReader.read(nested(100_000), options: .init(maximumDepth: .max))
        }
        #expect(far?.position.description == "1:513")
        #expect(throws: Never.self) { try JSONReader.read("[1]", options: .init(maximumDepth: .min)) }
        #expect(throws: DocumentError.self) { try JSONReader.read("[[]]", options: .init(maximumDepth: .min)) }
        #expect(throws: Never.self) { try JSONReader.read("[" + String(repeating: "[],", count: 999) + "0]") }
    }

    @Test(arguments: [("[1,]", "[1]"), (#"{"a":[{},] , }"#, #"{"a":[{}]}"#)])
    func `trailing commas are accepted if allowed`(_ text: String, _ plain: String) throws {
        let options = JSONReader.Options(allowsTrailingCommas: true)
        #expect(try JSONReader.read(text, options: options).jsonValue.jsonText() == plain)
    }

    @Test(arguments: ["[,]", "[1,,]", "{,}", #"{"a":1,,}"#, "1,"])
    func `lone and double commas are rejected even if trailing commas are allowed`(_ text: String) {
        #expect(throws: DocumentError.self) { try JSONReader.read(text, options: .init(allowsTrailingCommas: true)) }
    }

    @Test func `the first value of a repeated key is kept if allowed`() throws {
        let options = JSONReader.Options(duplicateKeys: .keepFirst)
        let text = #"{"a":1,"a":{"a":2,"b":[]},"b":3,"\u0061":4}"#
        #expect(try JSONReader.read(text, options: options).jsonValue.jsonText() == #"{"a":1,"b":3}"#)
        #expect(throws: DocumentError.self) { try JSONReader.read(#"{"a":1,"a":}"#, options: options) }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 18, 40])
    func `repeated keys are rejected in objects of any size`(_ place: Int) {
        var keys = (0..<41).map { "key-\($0)" }
        keys.append(keys[place])
        let text = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        let error = #expect(throws: DocumentError.self) { try JSONReader.read(text) }
        #expect(error?.code == "duplicate-key")
        #expect(error?.path == keys[place])
        #expect(throws: Never.self) { try JSONReader.read(text, options: .init(duplicateKeys: .keepFirst)) }
    }
}
