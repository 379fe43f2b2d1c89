import Testing
import ToolTesting

@Suite("The commands for signed-in browsers", .blocking) struct SessionsCommandTests {
    private static let list =
        #"{"sessions":[{"id":"5f2b8c1d9e3a4076","tokenID":"k3j9x0aq71mz","name":"ann \u001b[31m","#
        + #""openedAt":"2026-11-20T08:00:00Z","expiresAt":"2026-11-20T20:00:00Z"}]}"#

    @Test func `browsers are listed with the tokens that they use`() throws {
        let kit = try RemoteKit(.http("200 OK", body: Self.list), .http("200 OK", body: #"{"sessions":[]}"#))
        let result = try kit.run("sessions", "list")
        #expect(result.status == 0 && kit.lines == ["GET /v1/admin/sessions"], "\(result.errors)")
        for text in ["5f2b8c1d9e3a4076", "k3j9x0aq71mz", "2026-11-20 08:00", "2026-11-20 20:00"] {
            #expect(result.output.contains(text))
        }
        #expect(!result.output.contains("\u{1B}"))
        #expect(try kit.run("sessions", "list").output == "no browser is signed in\n")
    }

    @Test func `a session is ended by its id, and by nothing else`() throws {
        let kit = try RemoteKit(.http("204 No Content", body: ""), .http("204 No Content", body: ""))
        #expect(try kit.run("sessions", "end", "5f2b8c1d9e3a4076").output == "ended: 5f2b8c1d9e3a4076\n")
        #expect(
            try kit.run("sessions", "end", "5f2b8c1d9e3a4076", "--json").output
                == "{\"schema\":1,\"ended\":\"5f2b8c1d9e3a4076\"}\n")
        for wrong in ["", "a/b", "adm_secret", "ä"] {
            let result = try kit.run("sessions", "end", wrong)
            #expect(result.status == 65 && !result.errors.contains("secret"), "\(wrong)")
        }
        #expect(kit.lines == Array(repeating: "DELETE /v1/admin/sessions/5f2b8c1d9e3a4076", count: 2))
    }
}
