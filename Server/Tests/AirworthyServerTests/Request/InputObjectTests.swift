import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Testing

@testable import AirworthyServer

@Suite struct InputObjectTests {
    private func object(_ text: String, known: [String]? = ["a", "b"]) throws -> InputObject {
        try InputObject(try InputObject.parse(Array(text.utf8)), known: known)
    }

    @Test(arguments: [
        (#"{"a": 1, "a": 2}"#, "/a"), (#"{"a": {"x y": 1, "x y": 2}}"#, "/a/x y"),
        (#"{"a": [{}, {"~/": 1, "~/": 2}]}"#, "/a/1/~0~1"), (#"{"c": 1}"#, "/c"), (#"{"a/b~": 1}"#, "/a~1b~0"),
        ("[]", ""), ("1", ""), ("", ""), (#"{"a": 01}"#, "/a"),
    ])
    func `invalid JSON, other types and unknown members are rejected with a pointer`(text: String, pointer: String) {
        let problem = #expect(throws: HTTPProblem.self) { try object(text) }
        #expect(problem?.kind == .invalid)
        #expect(problem?.status.code == 400)
        #expect(problem?.pointer == pointer)
    }

    @Test func `more than 32 nested arrays and objects are rejected`() throws {
        let nest = { (count: Int) in
            "{\"a\": " + String(repeating: "[", count: count) + String(repeating: "]", count: count) + "}"
        }
        _ = try object(nest(31))
        #expect(throws: HTTPProblem.self) { try object(nest(32)) }
    }

    @Test func `members have their types`() throws {
        let object = try object(#"{"a": "text", "b": 12, "c": null, "d": ["x"], "e": true}"#, known: nil)
        #expect(try object.text("a") == "text")
        #expect(try object.number("b") == 12)
        #expect(try object.text("c") == nil)
        #expect(object.has("c"))
        #expect(!object.has("z"))
        #expect(try object.texts("d")?.map(\.text) == ["x"])
        for key in ["b", "d", "e"] { #expect(throws: HTTPProblem.self) { try object.text(key) } }
        for key in ["a", "d", "e"] { #expect(throws: HTTPProblem.self) { try object.number(key) } }
        for key in ["a", "b", "e"] { #expect(throws: HTTPProblem.self) { try object.texts(key) } }
        #expect(throws: HTTPProblem.self) { try object.requiredText("c") }
        #expect(throws: HTTPProblem.self) { try object.requiredNumber("z") }
    }

    @Test func `control characters are rejected with a pointer`() throws {
        let object = try object(#"{"a": "x\u0000", "b": ["y", "z\n"]}"#)
        #expect(#expect(throws: HTTPProblem.self) { try object.text("a") }?.pointer == "/a")
        #expect(#expect(throws: HTTPProblem.self) { try object.texts("b") }?.pointer == "/b/1")
    }

    @Test func `numbers must be whole and required ones at least 1`() throws {
        let object = try object(#"{"a": 0, "b": 1.5, "c": 1e2, "d": 99999999999999999999}"#, known: nil)
        #expect(throws: HTTPProblem.self) { try object.requiredNumber("a") }
        #expect(throws: HTTPProblem.self) { try object.number("b") }
        #expect(try object.number("c") == 100)
        #expect(throws: HTTPProblem.self) { try object.number("d") }
    }

    @Test func `an unknown choice is rejected with the list of choices`() throws {
        let object = try object(#"{"a": "ci", "b": "both"}"#)
        #expect(try object.choice("a", of: App.Signing.self) == .ci)
        let problem = #expect(throws: HTTPProblem.self) { try object.choice("b", of: App.Signing.self) }
        #expect(problem?.detail.contains(#""server", "ci""#) == true)
    }

    @Test(arguments: [
        ("", ""), ("rules", "/rules"), ("rules[2].when", "/rules/2/when"), (#"a["odd key"][0]"#, "/a/odd key/0"),
        (#"["a]b\"/"].c"#, #"/a]b"~1/c"#), ("[", ""),
    ])
    func `paths in documents become JSON pointers`(path: String, pointer: String) {
        #expect(JSONPointer.from(path: path) == pointer)
    }
}
