import Foundation
import Testing
import ToolTesting

@Suite("The command that opens the dashboard", .blocking) struct DashboardCommandTests {
    private static let code = String(repeating: "0a", count: 32)
    private static let path = "/sign-in?once=\(code)"
    private static let noScreen = ["BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": "", "SSH_CONNECTION": "1"]

    private static func answer(_ path: String = path) -> ScriptedServer.Answer {
        .http("201 Created", body: #"{"path":"\#(path)","expiresAt":"2026-11-20T00:01:00Z"}"#)
    }

    /// A program that notes what it is asked to open, and what it knows.
    private static func browser(in folder: ScratchFolder, status: Int = 0) throws -> String {
        let program = folder.url.appendingPathComponent("browser")
        try "#!/bin/sh\nprintf '%s\\n' \"$@\" >opened\nenv >environment\necho noise\nexit \(status)\n"
            .write(to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        return program.path
    }

    private static func text(_ name: String, in kit: RemoteKit) -> String? {
        try? String(contentsOf: kit.folder.url.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("the browser gets the address, and not the token", arguments: [nil, "hashtags"])
    func opens(app: String?) throws {
        let kit = try RemoteKit(Self.answer())
        let browser = try Self.browser(in: kit.folder)
        let result = try kit.run(
            ["dashboard"] + (app.map { ["--app", $0] } ?? []), environment: ["BROWSER": "\(browser):other"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.contains("\(kit.server.address) is open in the browser") && !result.output.contains("noise"))
        #expect(!result.output.contains(Self.code))
        #expect(kit.lines == ["POST /v1/admin/sign-in-links"])
        let next = app.map { "&next=/apps/\($0)" } ?? ""
        #expect(Self.text("opened", in: kit) == "\(kit.server.address)\(Self.path)\(next)\n")
        let environment = try #require(Self.text("environment", in: kit))
        #expect(!environment.contains("AIRWORTHY_") && environment.contains("PATH="))
    }

    @Test("where nothing can be opened, the address is printed for a person")
    func prints() throws {
        let kit = try RemoteKit(Self.answer(), Self.answer(), Self.answer(), Self.answer())
        let browser = try Self.browser(in: kit.folder, status: 3)
        let runs: [(arguments: [String], environment: [String: String])] = [
            ([], Self.noScreen), ([], ["BROWSER": browser]), ([], ["BROWSER": "/nothing/here"]),
            (["--print"], ["BROWSER": browser]),
        ]
        for (arguments, environment) in runs {
            let result = try kit.run(["dashboard"] + arguments, environment: environment)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output == "\(kit.server.address)\(Self.path)\n")
            #expect(result.errors.contains("It works once, until 2026-11-20 00:01 UTC."))
        }
    }

    @Test(
        "an answer that is no path of the server is opened nowhere",
        arguments: [
            "https://example.com/", "//example.com/sign-in?once=\(code)", "\(path)&next=//example.com",
            "/sign-in?once=",
            "\(path) --help", "\(path)\\u001b[2J", "@example.com\(path)", "",
        ])
    func foreignAddresses(path: String) throws {
        let kit = try RemoteKit(Self.answer(path))
        let browser = try Self.browser(in: kit.folder)
        let result = try kit.run(["dashboard"], environment: ["BROWSER": browser])
        #expect(result.status == 69 && result.output.isEmpty && result.errors.contains("without an address"))
        #expect(Self.text("opened", in: kit) == nil)
    }

    @Test("what is refused comes with its reason, and nothing is opened")
    func refusals() throws {
        let problem =
            #"{"type":"urn:airworthy:problem:not-found","title":"?","status":404,"detail":"this server shows no pages"}"#
        let kit = try RemoteKit(.http("404 Not Found", body: problem))
        let browser = try Self.browser(in: kit.folder)
        for (arguments, server, status, text) in [
            ([], nil, 66, "this server shows no pages"), (["--app", "No App"], nil, 65, "is not an app name"),
            ([], "http://updates.example.com", 65, "is not encrypted"),
        ] as [([String], String?, Int32, String)] {
            var environment = ["BROWSER": browser]
            if let server { environment["AIRWORTHY_SERVER"] = server }
            let result = try kit.run(["dashboard"] + arguments, environment: environment)
            #expect(result.status == status && result.errors.contains(text), "\(result.errors)")
        }
        #expect(Self.text("opened", in: kit) == nil && kit.lines.count == 1)
    }
}
