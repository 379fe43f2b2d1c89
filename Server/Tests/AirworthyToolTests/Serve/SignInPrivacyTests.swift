import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// What a real server keeps of sign-ins, in its database, log and metrics.
@Suite("What a sign-in leaves behind", .blocking, .timeLimit(.minutes(5)))
struct SignInPrivacyTests {
    @Test("no file, log line or metric has an address that signs in, a session or a form's text")
    func secrets() throws {
        let setup = try ServeSetup()
        let server = try ServeProcess(
            ["--signing-key", setup.folder.url.appendingPathComponent("online.key").path], data: setup.data,
            environment: [
                "AIRWORTHY_LOG_LEVEL": "trace", "AIRWORTHY_LOOKUP_URL": "none", "AIRWORTHY_APPLE_URL": "none",
            ])
        let made = try setup.send("POST", to: "/v1/admin/sign-in-links", on: server, body: "")
        let path = try #require(made.json?["path"]?.stringValue)
        let code = try #require(path.split(separator: "=").last)
        let unused = try setup.send("POST", to: "/v1/admin/sign-in-links", on: server, body: "")
        let unusedCode = try #require(unused.json?["path"]?.stringValue?.split(separator: "=").last)
        let signedIn = try server.send("GET", to: path, headers: ["Accept: text/html"])
        let session = try #require(signedIn.head.firstMatch(of: /airworthy=([A-Za-z0-9_-]{43});/)).1
        let page = try server.send(
            "GET", to: "/tokens", headers: ["Accept: text/html", "Cookie: airworthy=\(session)"])
        let form = try #require(page.body.firstMatch(of: /name="csrf" value="([0-9a-f]{64})"/)).1
        // Refused ones are not written down, either.
        #expect(try server.send("GET", to: path, headers: ["Accept: text/html"]).status == 401)
        #expect(try server.send("GET", to: "/apps", headers: ["Cookie: airworthy=\(session)x"]).status == 303)
        let metrics = try setup.send("GET", to: "/metrics", on: server).body
        #expect(server.stop().status == 0)

        let log = server.errors
        #expect(log.contains("/sign-in") && log.contains("/tokens"), "the log is not at its most verbose level")
        let files = try FileManager.default.subpathsOfDirectory(atPath: setup.data)
            .compactMap { FileManager.default.contents(atPath: "\(setup.data)/\($0)") }
        #expect(files.reduce(0) { $0 + $1.count } > 10_000)
        for secret in [code, unusedCode, session, form] {
            let bytes = Data(secret.utf8)
            #expect(!log.contains(secret) && !metrics.contains(secret))
            #expect(files.allSatisfy { $0.range(of: bytes) == nil })
        }
    }
}
