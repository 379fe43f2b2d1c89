import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct HeadsCommandTests {
    @Test func `heads bump raises the revision after a confirmation`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.publication(1200)), .ok(SampleResponses.app()))
        let result = try kit.run("heads", "bump", "--app", "hashtags", "--at-least", "1200", "--yes")
        #expect(result.headline == "RAISED  hashtags, revision 1200")
        #expect(kit.requests.first?.line == "POST /v1/admin/apps/hashtags/head/bump")
        #expect(kit.requests.first?.text == #"{"atLeast":1200}"#)
        let asked = try kit.run("heads", "bump", "--app", "hashtags", "--at-least", "1300")
        #expect(asked.status == 64)
        #expect(asked.errors.hasPrefix("hashtags is at revision 42. A revision can never be lowered.\n"))
        #expect(try kit.run("heads", "bump", "--app", "hashtags", "--at-least", "0").status == 65)
        #expect(kit.lines.count == 2)
    }
}
