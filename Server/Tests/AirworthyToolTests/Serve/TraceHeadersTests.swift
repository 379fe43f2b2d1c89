import Testing

@testable import AirworthyTool

/// The header fields for the collector of traces.
@Suite struct TraceHeadersTests {
    private func fields(_ text: String) throws -> [String] {
        try TraceHeaders([.environment("H")], environment: ["H": text]).fields.map { "\($0.name): \($0.value)" }
    }

    @Test(arguments: [
        ("api-key=secret", ["api-key: secret"]),
        ("Api-Key=secret,x-scope=a b\n", ["api-key: secret", "x-scope: a b"]),
        ("authorization=Basic%20YTpi%3D", ["authorization: Basic YTpi="]), ("a=b=c", ["a: b=c"]),
        (" a = b , c=%2C", ["a: b", "c: ,"]),
    ])
    func `headers are read as in OTEL_EXPORTER_OTLP_HEADERS`(text: String, expected: [String]) throws {
        #expect(try fields(text) == expected)
    }

    @Test(arguments: [
        "SECRET", "=SECRET", "a=", "a b=SECRET", "ä=SECRET", "a=SECRET,,b=c", "a=SECRET,", "a=%0D%0ASECRET",
        "a=%zzSECRET",
        "a=SECRET\u{e9}", "Content-Type=SECRET", "host=SECRET", "Transfer-Encoding=SECRET", "a:SECRET", " ",
    ])
    func `a header that cannot be sent stops the start, and is not shown`(text: String) {
        let error = #expect(throws: ToolError.self) { try fields(text) }
        #expect(error?.status == .badData)
        #expect(error?.description.contains("the environment variable H: header ") == true)
        #expect(error?.description.contains("SECRET") == false)
    }

    @Test func `headers of several places are sent together, and a missing place is an error`() throws {
        let places: [SecretReference] = [.environment("A"), .encoded("B")]
        let read = try TraceHeaders(places, environment: ["A": "a=1", "B": "Yj0y"])
        #expect(read.fields.map(\.name) == ["a", "b"] && read.fields.map(\.value) == ["1", "2"])
        let error = #expect(throws: ToolError.self) { try TraceHeaders(places, environment: ["A": "a=1"]) }
        #expect(error?.status == .missingFile)
    }
}
