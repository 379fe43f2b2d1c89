import AirworthyPolicy
import Testing

@testable import AirworthyServer

@Suite struct FindingListingTests {
    private static func findings(_ count: Int) -> [Finding] {
        (0..<count).map { Finding(code: "c", severity: .error, path: "rules[\($0)]", message: "m") }
    }

    @Test(arguments: [0, 1, 200, 201]) func `up to 200 findings and a note are listed`(_ count: Int) {
        #expect(Self.findings(count).listing.arrayValue?.count == count)
    }

    @Test func `of more findings the first 200 are listed, and a note counts the others`() throws {
        let list = try #require(Self.findings(5_000).listing.arrayValue)
        #expect(list.count == 201 && list[199]["path"] == "rules[199]")
        #expect(list[200]["severity"] == "note" && list[200]["message"]?.stringValue?.contains("4800 more") == true)
        let problem = HTTPProblem(.invalid, detail: "", findings: Self.findings(5_000)).jsonValue(instance: "")
        #expect(problem["findings"]?.arrayValue?.count == 201)
    }
}
