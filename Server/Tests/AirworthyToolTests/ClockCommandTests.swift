import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking, .timeLimit(.minutes(5))) struct ClockCommandTests {
    @Test func `clock confirm sends the time of this machine, and prints that of the server`() throws {
        let kit = try RemoteKit(.ok(#"{"now":"2026-11-20T12:00:00Z"}"#), .ok(#"{"now":"2026-11-20T12:00:00Z"}"#))
        let before = Date()
        #expect(
            try kit.run("clock", "confirm").output == "confirmed: the server's clock says 2026-11-20 12:00 UTC\n")
        let request = try #require(kit.requests.first)
        #expect(request.line == "POST /v1/admin/clock")
        let sent = try #require(request.json?["now"]?.stringValue.flatMap(Timestamp.parse))
        #expect((before.addingTimeInterval(-2)...Date()).contains(sent))
        let json = try kit.run("clock", "confirm", "--json").output
        #expect(json == #"{"schema":1,"now":"2026-11-20T12:00:00Z"}"# + "\n")
    }

    @Test func `a refusal says which clock says what`() throws {
        let problem =
            #"{"type":"urn:airworthy:problem:clocks-differ","title":"No","status":409,"pointer":"/now","#
            + #""detail":"this server's clock says 2026-12-05T12:00:00Z, and yours 2026-11-20T12:00:00Z"}"#
        let result = try RemoteKit(.http("409 Conflict", body: problem)).run("clock", "confirm")
        #expect(result.status == 65 && result.errors.contains("and yours 2026-11-20T12:00:00Z"), "\(result)")
    }
}
