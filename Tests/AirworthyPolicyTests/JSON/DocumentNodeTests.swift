import AirworthyPolicy
import Testing

@Suite struct DocumentNodeTests {
    private let start = TextPosition(line: 1, column: 1)

    @Test(
        arguments: [
            ("", nil, "null"), ("~", nil, "null"), ("null", nil, "null"), ("Null", nil, "null"), ("NULL", nil, "null"),
            ("true", true, "a Boolean"), ("True", true, "a Boolean"), ("TRUE", true, "a Boolean"),
            ("false", false, "a Boolean"), ("False", false, "a Boolean"), ("FALSE", false, "a Boolean"),
            ("1", 1, "a number"), ("-1.5", -1.5, "a number"), ("yes", "yes", "a string"), ("on", "on", "a string"),
            ("tRUE", "tRUE", "a string"), ("007", "007", "a string"), ("0x1F", "0x1F", "a string"),
            ("1.2.3", "1.2.3", "a string"), (".inf", ".inf", "a string"), ("1_000", "1_000", "a string"),
        ] as [(String, JSONValue, String)])
    func `unquoted YAML scalars are resolved by the core schema`(_ text: String, _ value: JSONValue, _ kind: String) {
        let node = DocumentNode(.plain(text), at: start)
        #expect(node.jsonValue == value)
        #expect(node.kindName == kind)
    }

    @Test func `a plain number keeps its digits`() {
        #expect(DocumentNode(.plain("1.10"), at: start).jsonValue.jsonText() == "1.10")
    }

    @Test(arguments: [
        ("null", "null"), ("true", "a Boolean"), ("1", "a number"), (#""1""#, "a string"), ("[]", "an array"),
        ("{}", "an object"),
    ])
    func `every kind of value has a name for messages`(_ text: String, _ kind: String) throws {
        #expect(try JSONReader.read(text).kindName == kind)
    }

    @Test func `paths are formatted with dots and indices`() {
        let path = DocumentPath.root.appending("rules").appending(2).appending("when").appending("verison")
        #expect(path.description == "rules[2].when.verison")
        #expect(DocumentPath.root.appending("a b").appending("").description == #"["a b"][""]"#)
        #expect(DocumentPath.root.appending(0).appending("new-editor").description == "[0].new-editor")
        #expect(DocumentPath.root.appending("é\n\"").description == #"["é\n\""]"#)
        #expect(DocumentPath.root.appending(String(repeating: "x", count: 10_000)).description.count < 100)
    }
}
