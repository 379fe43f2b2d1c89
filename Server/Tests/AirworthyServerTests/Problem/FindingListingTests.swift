import AirworthyPolicy
import ControlPlane
import Testing

@testable import AirworthyServer

@Suite struct FindingListingTests {
    private static func findings(_ count: Int) -> [Finding] {
        (0..<count).map { Finding(code: "c", severity: .error, path: "rules[\($0)]", message: "m") }
    }

    @Test(arguments: [0, 1, 200]) func `up to 200 findings are listed`(_ count: Int) {
        #expect(Self.findings(count).listing.arrayValue?.count == count)
    }

    @Test func `of more findings the first 200 are listed and the others counted`() throws {
        let list = try #require(Self.findings(5_000).listing.arrayValue)
        #expect(list.count == 201 && list[199]["path"] == "rules[199]")
        #expect(list[200]["code"] == "more-findings" && list[200]["count"] == 4_800)
        let problem = HTTPProblem(.invalid, detail: "", findings: Self.findings(5_000)).jsonValue(instance: "")
        #expect(problem["findings"]?.arrayValue?.count == 201)
    }
}
