import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

@Suite(.blocking) struct BearerTokenTests {
    private func list(_ text: String, mode: Int) throws -> (Tool.Result, [ScriptedServer.Request]) {
        let kit = try RemoteKit(.ok(#"{"apps":[]}"#), files: ["my.token": text])
        let path = kit.folder.url.appendingPathComponent("my.token").path
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let result = try kit.run(
            "apps", "list", "--token-file", "my.token", environment: ["AIRWORTHY_TOKEN": "adm_other"])
        return (result, kit.requests)
    }

    @Test func `--token-file takes precedence over the environment`() throws {
        let (result, requests) = try list("\n  adm_fromfile0123456789secret \r\n", mode: 0o600)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(requests.first?.headers["authorization"] == "Bearer adm_fromfile0123456789secret")
    }

    @Test(arguments: [0o644, 0o640, 0o604])
    func `a token file that others can read gets a warning`(mode: Int) throws {
        let (result, _) = try list("adm_x", mode: mode)
        #expect(result.status == 0)
        #expect(result.errors.contains("my.token: other users of this machine can read the token"))
    }

    @Test(arguments: ["", " \n", "two words_0123456789secret", "adm_é0123456789secret", "a\nb0123456789secret"])
    func `an invalid token is rejected without being printed`(text: String) throws {
        let (result, requests) = try list(text, mode: 0o600)
        #expect(result.status == 65)
        #expect(result.errors.contains("my.token: not a token"))
        #expect(requests.isEmpty)
    }

    @Test func `a missing token file exits with 66`() throws {
        #expect(try RemoteKit().run("apps", "list", "--token-file", "nowhere").status == 66)
    }

    @Test func `descriptions of a token do not contain its secret`() throws {
        let token = try BearerToken(file: nil, variable: "adm_secret")
        var dump = ""
        Swift.dump(token, to: &dump)
        #expect(![dump, "\(token)", String(reflecting: token)].contains { $0.contains("secret") })
        #expect(token.secret == "adm_secret")
    }
}
