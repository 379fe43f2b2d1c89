import AirworthyPolicy
import Testing

@testable import AirworthyTool

@Suite struct PolicyDiffTextTests {
    @Test func `differences that the server left out are counted`() {
        let diff: JSONValue = [
            "schema": 1, "different": true, "omitted": 1_234,
            "rules": [["id": "floor", "change": "removed", "old": ["id": "floor"]]],
        ]
        #expect(PolicyDiffText(diff: diff, style: .plain).lines == ["Rules", "  - floor", "… and 1,234 more"])
    }
}
