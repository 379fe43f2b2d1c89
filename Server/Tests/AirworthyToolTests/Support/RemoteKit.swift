import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// A scripted server, a folder with a policy, and the tool configured for both.
struct RemoteKit {
    static let token = "adm_0123456789secret"
    static let policy = """
        {"schema": 1, "app": "hashtags", "rules": [
          {"id": "floor", "when": {"version": "<1.10"}, "update": "required", "url": "https://apps.apple.com/app/id1"}]}
        """

    let server: ScriptedServer
    let folder: ScratchFolder

    init(_ answers: ScriptedServer.Answer..., files: [String: String] = [:]) throws {
        server = try ScriptedServer(answers)
        folder = try ScratchFolder(["policy.json": Self.policy].merging(files) { _, new in new })
    }

    var requests: [ScriptedServer.Request] { server.requests }
    var lines: [String] { server.requests.map(\.line) }

    /// Runs the tool, and checks that its output does not contain the token.
    func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Tool.Result {
        try run(arguments, input: input, environment: environment)
    }

    /// Runs the tool, and checks that its output does not contain the token.
    func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Tool.Result {
        let settings = ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": Self.token]
        let result = try withExtendedLifetime(server) {
            try folder.run(arguments, input: input, environment: settings.merging(environment) { _, new in new })
        }
        #expect(!(result.output + result.errors).contains("0123456789secret"))
        return result
    }

    /// Runs the tool with a terminal as standard input and standard error, on which `line` is typed.
    func runAtTerminal(typing line: String, _ arguments: String...) throws -> Tool.Result {
        let terminal = try Terminal(typing: line)
        let output = Pipe()
        let settings = ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": Self.token]
        let process = try ChildProcess(
            Tool.executable(), arguments: arguments,
            environment: Tool.environment.merging(settings) { _, new in new }, in: folder.url,
            input: .file(terminal.side), output: .pipe(output), errors: .file(terminal.side))
        try terminal.side.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let ending = withExtendedLifetime(self) { process.wait() }
        return Tool.Result(
            status: ending.shellStatus, output: String(decoding: bytes, as: UTF8.self),
            errors: terminal.screen())
    }
}

/// Sample responses of a server.
enum SampleResponses {
    static func app(_ signing: String = "server", revision: Int = 42, policy: Int = 7) -> String {
        #"{"slug":"hashtags","bundleID":"com.example.hashtags","appleID":12,"platforms":["ios","macos"],"#
            + #""defaultLanguage":"en","signing":"\#(signing)","audience":"production","lineage":"hashtags","#
            + #""internalBuilds":"facts","testFlightNotes":"external","pins":[{"id":"51d8","role":"root","key":"AAAA"}],"createdAt":"2026-11-01T00:00:00Z","#
            + #""head":{"revision":\#(revision),"policyVersion":\#(policy),"digest":"abc","#
            + #""issuedAt":"2026-11-20T12:00:00Z","expiresAt":"2026-12-20T12:00:00Z","state":"live","problem":null}}"#
    }

    static func publication(_ revision: Int = 43, isNew: Bool = true) -> String {
        #"{"revision":\#(revision),"policyVersion":8,"digest":"beef","cause":"publish","#
            + #""issuedAt":"2026-11-20T12:34:56.789Z","expiresAt":"2026-12-20T12:34:56Z","size":2345,"author":"me","#
            + #""note":null,"new":\#(isNew),"policyTag":"8-beef","findings":[]}"#
    }

    static let diff =
        #"{"schema":1,"different":true,"manifest":[],"policy":[],"rules":[{"id":"floor","change":"changed","#
        + #""changes":[{"key":"when","old":{"version":"<1.4"},"new":{"version":"<1.10"}}]}],"features":[],"releases":[]}"#
    static let noDiff =
        #"{"schema":1,"different":false,"manifest":[],"policy":[],"rules":[],"features":[],"releases":[]}"#

    static func preflight(
        _ findings: String = "[]", refused: Bool = false, changesNothing: Bool = false, basedOn: String? = "7-abc"
    ) -> String {
        let tag = basedOn.map { "\"\($0)\"" } ?? "null"
        return
            #"{"findings":\#(findings),"errors":0,"warnings":0,"size":2345,"refused":\#(refused),"#
            + #""changesNothing":\#(changesNothing),"basedOn":\#(tag),"diff":\#(changesNothing ? noDiff : diff)}"#
    }
}
