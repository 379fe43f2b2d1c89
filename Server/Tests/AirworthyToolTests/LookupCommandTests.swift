import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct LookupCommandTests {
    private static func result(_ id: Int, _ version: String, _ kind: String = "software") -> String {
        #"{"trackId":\#(id),"bundleId":"com.example.a\#(id)","kind":"\#(kind)","version":"\#(version)","#
            + #""minimumOsVersion":"16.0","currentVersionReleaseDate":"2026-11-19T08:00:00Z","#
            + #""releaseNotes":"Faster.\nBetter.","trackViewUrl":"https://apps.apple.com/app/id\#(id)"}"#
    }

    private static func answer(_ results: String...) -> ScriptedServer.Answer {
        .http(
            "200 OK", body: "\n\n\n{\"resultCount\":\(results.count),\"results\":[\(results.joined(separator: ","))]}",
            headers: ["Content-Type": "text/javascript; charset=utf-8"])
    }

    private func run(_ answers: [ScriptedServer.Answer], _ arguments: String...) throws -> (Tool.Result, [String]) {
        let server = try ScriptedServer(answers)
        let result = try withExtendedLifetime(server) {
            try Tool.run(["lookup"] + arguments + ["--url", server.address])
        }
        return (result, server.requests.map(\.target))
    }

    @Test func `the lookup lists apps by country`() throws {
        let (result, targets) = try run(
            [
                Self.answer(Self.result(12, "4.6.8"), Self.result(13, "1.0", "mac-software")),
                Self.answer(Self.result(12, "4.6.7")),
            ],
            "12", "13", "--country", "jp", "--country", "USA", "--country", "JP")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 5)
        #expect(lines[1].contains("12") && lines[1].contains("JP") && lines[1].contains("iOS 4.6.8"))
        #expect(lines[1].contains("16.0") && lines[1].contains("2026-11-19 08:00"))
        #expect(lines[2].contains("US") && lines[2].contains("iOS 4.6.7"))
        #expect(lines[3].contains("JP") && lines[3].contains("macOS 1.0"))
        // An app that is not found is unknown, never "no update".
        #expect(lines[4].contains("US") && lines[4].contains("not found: unknown"))
        #expect(targets.count == 2)
        #expect(targets[0].hasPrefix("/lookup?id=12,13&country=jp"))
        #expect(targets[1].hasPrefix("/lookup?id=12,13&country=us"))
    }

    @Test func `each bundle identifier is looked up in a separate request`() throws {
        let (result, targets) = try run([Self.answer(Self.result(12, "4.6.8"))], "com.example.a12", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let row = try #require(try JSONReader.read(result.output).jsonValue["results"]?.arrayValue?.first)
        #expect(row["id"] == "com.example.a12")
        #expect(row["storefront"] == "US")
        #expect(row["found"] == true)
        #expect(row["version"] == "4.6.8")
        #expect(row["publishedAt"] == "2026-11-19T08:00:00Z")
        #expect(row["releaseNotes"] == "Faster.\nBetter.")
        #expect(try #require(targets.first).hasPrefix("/lookup?bundleId=com.example.a12&country=us"))
    }

    @Test func `the Mac app of an Apple ID that it shares is looked up on request`() throws {
        let (result, targets) = try run(
            [Self.answer(Self.result(13, "1.0", "mac-software"))], "13", "--platform", "macos")
        #expect(result.status == 0 && result.output.contains("macOS 1.0"), "\(result.errors)")
        #expect(try #require(targets.first).hasPrefix("/lookup?id=13&country=us&entity=desktopSoftware"))
        let (unknown, none) = try run([], "13", "--platform", "amiga")
        #expect(
            unknown.status == 65 && unknown.errors.contains("--platform: `amiga` is not a platform") && none.isEmpty)
    }

    @Test func `the exit status is 66 if no app is found`() throws {
        let (result, _) = try run([Self.answer()], "12", "--json")
        #expect(result.status == 66)
        let row = try #require(try JSONReader.read(result.output).jsonValue["results"]?.arrayValue?.first)
        #expect(row["found"] == false)
        #expect(row["version"]?.isNull == true)
    }

    @Test(
        arguments: zip(
            ["403 Forbidden", "500 No", "200 OK", "404 No"], [75, 75, 69, 69] as [Int32]))
    func `a failed lookup is not reported as "not found"`(_ status: String, _ expected: Int32) throws {
        let (result, targets) = try run([.http(status, body: status == "200 OK" ? "<html>" : "")], "12")
        #expect(result.status == expected, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(targets.count == 1)
    }

    @Test(arguments: [["12", "--country", "japan"], ["12", "--url", "http://apple.example"]])
    func `an invalid country or address is bad data`(_ arguments: [String]) throws {
        let result = try Tool.run(["lookup"] + arguments)
        #expect(result.status == 65, "\(result.errors)")
    }

    @Test(arguments: [[], ["0"], ["a/b"], ["12", "12"], ["12", "--timeout", "0"], [""]])
    func `invalid ids and time limits are usage errors`(_ arguments: [String]) throws {
        #expect(try Tool.run(["lookup"] + arguments).status == 64)
    }
}
