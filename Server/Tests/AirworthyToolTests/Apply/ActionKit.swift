import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Synchronization
import Testing
import ToolTesting

@testable import AirworthyTool

/// The steps of `action.yml`, run as GitHub runs them, with a real server and a stand-in for GitHub's API.
struct ActionKit {
    static let githubToken = "ghs_0123456789secret"

    /// The inputs and the `run` of the only step.
    struct Action {
        let script: String
        let environment: [String: String]
        let defaults: [String: String]

        init() throws {
            let file = Tool.root.appendingPathComponent("action.yml")
            let json = try YAMLDocument.read(Array(try Data(contentsOf: file))).jsonValue
            let steps = try #require(json["runs"]?["steps"]?.arrayValue)
            let step = try #require(steps.first)
            #expect(steps.count == 1 && step["shell"] == "bash" && json["runs"]?["using"] == "composite")
            script = try #require(step["run"]?.stringValue)
            environment = Self.texts(step["env"])
            defaults = Self.texts(json["inputs"], member: "default")
        }

        private static func texts(_ value: JSONValue?, member: String? = nil) -> [String: String] {
            var texts: [String: String] = [:]
            for entry in value?.objectValue?.members ?? [] {
                texts[entry.key] = (member.map { entry.value[$0] ?? "" } ?? entry.value).stringValue
            }
            return texts
        }

        /// Replaces `${{ inputs.NAME }}` and `${{ github.token }}`.
        func value(of text: String, inputs: [String: String]) -> String {
            guard text.hasPrefix("${{ "), text.hasSuffix(" }}") else { return text }
            let name = String(text.dropFirst(4).dropLast(3))
            if name == "github.token" { return ActionKit.githubToken }
            let key = String(name.dropFirst("inputs.".count))
            return inputs[key] ?? value(of: defaults[key] ?? "", inputs: [:])
        }
    }

    let apply: ApplyKit
    let github: FakeGitHub
    let action: Action

    init(_ files: [String: String] = ["hashtags/policy.yaml": ApplyKit.policy]) throws {
        (apply, github, action) = (try ApplyKit(files), try FakeGitHub(), try Action())
        try apply.setup.createApp("hashtags", pins: [apply.setup.key.publicKey], on: apply.server)
        // What an argument says can be seen by every process of the machine.
        let shim = "#!/bin/bash\nprintf '%s\\n' \"$@\" >>\"$CURL_LOG\"\nexec /usr/bin/curl \"$@\"\n"
        let path = try apply.folder.write(shim, to: "curl")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Runs the action for an event.
    func run(
        _ event: JSONValue, named name: String, ref: String = "refs/heads/main", inputs: [String: String] = [:]
    ) throws -> Tool.Result {
        let folder = apply.folder.url
        _ = try apply.folder.write(event.jsonText(), to: "event.json")
        var given = ["server": apply.address, "token": try apply.setup.token]
        given.merge(inputs) { $1 }
        let tools = try Tool.executable().deletingLastPathComponent().path
        var environment = [
            "GITHUB_ACTION_PATH": Tool.root.path, "GITHUB_EVENT_NAME": name, "GITHUB_REF": ref,
            "GITHUB_EVENT_PATH": folder.appendingPathComponent("event.json").path, "GITHUB_REPOSITORY": "me/apps",
            "GITHUB_API_URL": github.server.address, "RUNNER_TEMP": folder.path,
            "GITHUB_STEP_SUMMARY": folder.appendingPathComponent("summary.md").path,
            "CURL_LOG": folder.appendingPathComponent("curl.log").path, "PATH": "\(folder.path):\(tools):/usr/bin:/bin",
        ]
        for (key, text) in action.environment { environment[key] = action.value(of: text, inputs: given) }
        let result = try withExtendedLifetime(self) {
            try apply.folder.run(
                ["--noprofile", "--norc", "-eo", "pipefail", "-c", action.script],
                program: URL(fileURLWithPath: "/bin/bash"), environment: environment)
        }
        for secret in [Self.githubToken, try apply.setup.token] {
            #expect(!(result.output + result.errors + text(of: "curl.log") + text(of: "summary.md")).contains(secret))
        }
        return result
    }

    func text(of file: String) -> String {
        (try? String(contentsOf: apply.folder.url.appendingPathComponent(file), encoding: .utf8)) ?? ""
    }

    func policyVersion() throws -> Int? {
        try apply.get("/v1/admin/apps/hashtags")?["head"]?["policyVersion"]?.intValue
    }

    static func pullRequest(title: String = "New rule", branch: String = "rule") -> JSONValue {
        [
            "pull_request": [
                "number": 7, "title": .string(title), "body": .string(title),
                "head": ["ref": .string(branch), "repo": ["full_name": "me/apps"]],
            ], "repository": ["full_name": "me/apps", "default_branch": "main"],
        ]
    }

    static func push(message: String = "Block 1.3\n\nIt loses tags.") -> JSONValue {
        [
            "head_commit": ["message": .string(message)],
            "repository": ["full_name": "me/apps", "default_branch": "main"],
        ]
    }
}

/// A stand-in for GitHub's API of comments.
final class FakeGitHub: Sendable {
    struct Comment {
        let id: Int
        let type: String
        var body: String

        var json: JSONValue {
            ["id": .number(JSONNumber(id)), "user": ["type": .string(type)], "body": .string(body)]
        }
    }

    private struct State {
        var comments: [Comment] = []
        /// The status of every answer, if GitHub refuses.
        var refusal: Int?
    }

    private let state: SharedState
    let server: ScriptedServer

    /// The comments, which the server's thread and the test share.
    private final class SharedState: Sendable {
        let value = Mutex(State())
    }

    init() throws {
        let state = SharedState()
        self.state = state
        server = try ScriptedServer { request in state.value.withLock { Self.answer(request, state: &$0) } }
    }

    var comments: [Comment] { state.value.withLock { $0.comments } }

    func refuse(with status: Int) { state.value.withLock { $0.refusal = status } }

    func add(_ body: String, type: String) {
        state.value.withLock { $0.comments.append(Comment(id: $0.comments.count + 1, type: type, body: body)) }
    }

    private static func answer(
        _ request: ScriptedServer.Request, state: inout State
    ) -> ScriptedServer.Answer {
        guard request.headers["authorization"] == "Bearer \(ActionKit.githubToken)" else {
            return .http("401 No", body: "{}")
        }
        if let refusal = state.refusal { return .http("\(refusal) No", body: "{}") }
        let parts = request.target.split(separator: "?")
        let body = request.json?["body"]?.stringValue ?? ""
        switch (request.method, String(parts[0])) {
        case ("GET", "/repos/me/apps/issues/7/comments"):
            let page = parts.last?.split(separator: "=").last.flatMap { Int($0) } ?? 1
            let listed = state.comments.dropFirst((page - 1) * 100).prefix(100)
            return .ok(JSONValue.array(listed.map(\.json)).jsonText())
        case ("POST", "/repos/me/apps/issues/7/comments"):
            state.comments.append(Comment(id: state.comments.count + 1, type: "Bot", body: body))
            return .http("201 Created", body: "{}")
        case ("PATCH", let path):
            guard let id = path.split(separator: "/").last.flatMap({ Int($0) }),
                let index = state.comments.firstIndex(where: { $0.id == id })
            else { return .http("404 No", body: "{}") }
            state.comments[index].body = body
            return .ok("{}")
        default: return .http("404 No", body: "{}")
        }
    }
}
