import AirworthyPolicy
import Testing

@Suite struct JSONValueTests {
    @Test func `accessors return the values of literals`() {
        let value: JSONValue = ["a": 1, "b": [true, nil, "x", 1.5], "c": [:]]
        #expect(value["a"]?.intValue == 1)
        #expect(value["b"]?.arrayValue?.count == 4)
        #expect(value["b"]?.arrayValue?[0].boolValue == true)
        #expect(value["b"]?.arrayValue?[1].isNull == true)
        #expect(value["b"]?.arrayValue?[2].stringValue == "x")
        #expect(value["b"]?.arrayValue?[3].numberValue?.doubleValue == 1.5)
        #expect(value["c"]?.objectValue?.isEmpty == true)
        #expect(value["d"] == nil)
        #expect(value["b"]?["a"] == nil)
        #expect(value.stringValue == nil && value.boolValue == nil && value.arrayValue == nil && !value.isNull)
    }

    @Test func `object members keep their order when values change`() {
        var object: JSONObject = ["b": 1, "a": 2, "c": 3]
        object["a"] = "new"
        object["d"] = 4
        object["b"] = nil as JSONValue?
        object["x"] = nil as JSONValue?
        #expect(object.keys == ["a", "c", "d"])
        #expect(object.count == 3)
        #expect(object["a"] == "new")
    }

    @Test func `a repeated key keeps its first position and its last value`() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(JSONValue.object(object).jsonText() == #"{"a":3,"b":2}"#)
    }

    @Test func `an object with many members is created in linear time`() {
        let object = JSONObject((0..<50_000).map { JSONObject.Member(key: "k\($0)", value: .null) })
        #expect(object.count == 50_000)
    }

    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (-1, "-1"), ([], "[]"), ([:], "{}"),
            ("a/b", #""a/b""#), ("\"\\", #""\"\\""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
            ("\0\u{B}\u{1F}\u{7F}", "\"\\u0000\\u000b\\u001f\u{7F}\""), ("é🚀\u{2028}", "\"é🚀\u{2028}\""),
            (["a": [1, ["b": nil]], "": ""], #"{"a":[1,{"b":null}],"":""}"#),
        ] as [(JSONValue, String)])
    func `JSON text is compact by default`(_ value: JSONValue, _ text: String) throws {
        #expect(value.jsonText() == text)
        #expect(try JSONReader.read(text).jsonValue == value)
    }

    @Test func `pretty text is indented by two spaces`() {
        let value: JSONValue = ["a": [1, ["b": nil]], "c": [], "d": [:]]
        #expect(
            value.jsonText(pretty: true) == """
                {
                  "a": [
                    1,
                    {
                      "b": null
                    }
                  ],
                  "c": [],
                  "d": {}
                }
                """)
    }
}
