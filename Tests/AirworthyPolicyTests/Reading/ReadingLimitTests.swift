import AirworthyAuthoring
import AirworthyPolicy
import Testing

/// Documents with very many mistakes, or with very long parts.
@Suite struct ReadingLimitTests {
    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        (0..<count).map(element).joined(separator: ",")
    }

    private static let mistakes: [(name: String, text: @Sendable (Int) -> String)] = [
        ("unknown keys", { count in #"{"schema":1,"rules":[],"# + list(count) { "\"verison\($0)\":1" } + "}" }),
        ("unknown conditions", { count in policyText(when: "{" + list(count) { "\"k\($0)\":1" } + "}") }),
        (
            "unreadable rules",
            { count in #"{"schema":1,"rules":["# + list(count) { _ in #"{"when":1,"update":"none"}"# } + "]}" }
        ),
        (
            "repeated ids",
            { count in
                #"{"schema":1,"rules":["# + list(count + 1) { _ in #"{"id":"a","when":{},"update":"none"}"# } + "]}"
            }
        ),
        (
            "dates",
            { count in
                policyText(when: #"{"any":["# + list(count) { _ in #"{"after":"2026-11-20"}"# } + "]}")
            }
        ),
        ("systems", { count in policyText(when: #"{"os":{"# + list(count) { "\"sys\($0)\":\"<1\"" } + "}}") }),
    ]

    @Test(arguments: mistakes.indices)
    func `at most 100 mistakes are listed and all are counted`(index: Int) {
        for count in [100, 101, 800, 1_600] {
            let (policy, findings) = PolicyReader.read(json: Array(Self.mistakes[index].text(count).utf8))
            #expect(policy == nil)
            #expect(findings.count { $0.code != "more-findings" } == min(count, 100))
            #expect(findings.total(.error) == count, "\(Self.mistakes[index].name)")
            guard count > 100 else { continue }
            #expect(findings.last?.code == "more-findings")
            #expect(findings.last?.count == count - 100)
        }
    }

    @Test func `the listed mistakes are in the order of the text`() {
        let text = #"{"schema":1,"rules":[{"x":1}],"# + Self.list(300) { "\"k\($0)\":1" } + "}"
        let positions = PolicyReader.read(json: Array(text.utf8)).findings.compactMap(\.position)
        #expect(positions.count == 100)
        #expect(positions.map(\.column) == positions.map(\.column).sorted())
    }

    @Test func `an error is listed although hundreds of warnings come first`() {
        let members = Self.list(300) { "\"k\($0)\":1" }
        let findings = ConfigJSON.read(try! JSONReader.read("{\(members),\"version\":1}")).findings
        #expect(findings.total(.warning) == 300)
        #expect(errors(findings).map(\.code).sorted() == ["missing-key", "number-version"])
        #expect(findings.count == 101)
    }

    @Test func `errors of parts that are left out are counted as warnings`() {
        let entries = Self.list(300) { _ in #"{"type":"MANDATORY","required_version":"x"}"# }
        let found = LegacyFormat.princeOfVersions.read(json: Array("{\"ios2\":[\(entries)]}".utf8), appleID: nil)
        #expect(found.findings.total(.warning) >= 200)
        #expect(found.findings.count <= 102)
    }

    @Test(arguments: [
        "{\"schema\":\(String(repeating: "9", count: 100_000))}",
        "{\"schema\":1,\"rules\":[],\"appleID\":\(String(repeating: "9", count: 100_000))}",
        policyText(when: "{\"version\":\(String(repeating: "9", count: 100_000))}"),
        policyText(when: "{\"\(String(repeating: "k", count: 100_000))\":1}"),
        policyText(when: "{\"after\":\"\(String(repeating: "2", count: 100_000))\"}"),
        policyText(when: "{\"version\":\"\(String(repeating: "1.", count: 50_000))\"}"),
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
    ])
    func `the message about a very long part is short`(text: String) {
        let (policy, findings) = PolicyReader.read(json: Array(text.utf8))
        #expect(policy == nil)
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { $0.message.utf8.count < 500 && $0.path.utf8.count < 6_000 })
    }

    // MARK: Combining marks

    private static let marks = ["\u{301}", "\u{323}", "\u{327}"]

    private static func run(_ count: Int) -> String { (0..<count).map { marks[$0 % 3] }.joined() }

    @Test(arguments: [
        "\"a\(run(31))\"", "{\"a\(run(31))\":1}", "[\"\(run(31))\"]", "\"x\(String(repeating: "\u{F73}", count: 31))\"",
        "\"" + String(repeating: #"\u0301"#, count: 31) + "\"", "\"a\(run(20))\\u0323\(run(10))\"",
    ])
    func `more than 30 combining marks in a row are rejected`(text: String) {
        let error = #expect(throws: DocumentError.self) { try JSONReader.read(text) }
        #expect(error?.code == "combining-marks")
        #expect(error?.position.line == 1)
    }

    @Test(arguments: ["\"a\(run(30))b\(run(30))\"", "\"\(run(30)) \(run(30))\"", "\"ກ້ำดี่한국어 Việt Ngữ\""])
    func `30 combining marks in a row are accepted`(text: String) throws {
        _ = try JSONReader.read(text)
    }

    // MARK: Positions

    @Test func `the position of every path of a document is found`() throws {
        let text = #"{"rules":[{"a b":{"":[1,{"c":2}]}},{"c":{"c.d":3,"e":4}}],"[0]":5}"#
        let document = try JSONReader.read(text)
        let places = [
            "rules": 2, "rules[0]": 11, #"rules[0]["a b"]"#: 12, #"rules[0]["a b"][""]"#: 19,
            #"rules[0]["a b"][""][1].c"#: 26, "rules[1].c": 37, #"rules[1].c["c.d"]"#: 42, "rules[1].c.e": 50,
            #"["[0]"]"#: 59,
        ]
        for (path, column) in places { #expect(document.position(ofPath: path)?.column == column, "\(path)") }
        #expect(document.position(ofPath: "rules[2]")?.column == 2)
        #expect(document.position(ofPath: "rules[1].x.y")?.column == 36)
        #expect(document.position(ofPath: "rule") == nil)
        #expect(document.position(ofPath: "") == nil)
    }
}
