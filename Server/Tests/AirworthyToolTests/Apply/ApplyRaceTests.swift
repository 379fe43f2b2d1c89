import AirworthyPolicy
import Foundation
import Synchronization
import Testing
import ToolTesting

/// `apply` while others change the server, and with broken connections.
@Suite(.blocking) struct ApplyRaceTests {
    /// A scripted server with one published app. Its answers can change between two requests.
    private final class Rival: Sendable {
        struct State {
            var (settings, catalog, policy) = ("s1", "c1", "1-a")
            /// The answer to the first write of a kind, by method and last part of the path.
            var writes: [String: ScriptedServer.Answer] = [:]
            /// What happens when the rights are checked, which is after the plan and before the first write.
            var meanwhile: (@Sendable (inout State) -> Void)?
        }

        let state: Mutex<State>
        let changesSettings: Bool

        init(changesSettings: Bool = false, _ prepare: (inout State) -> Void = { _ in }) {
            var state = State()
            prepare(&state)
            self.state = Mutex(state)
            self.changesSettings = changesSettings
        }

        func answer(_ request: ScriptedServer.Request) -> ScriptedServer.Answer {
            state.withLock { state in
                let path = request.target.split(separator: "?")[0].split(separator: "/").map(String.init)
                switch "\(request.method) \(path.dropFirst(2).joined(separator: "/"))" {
                case "GET apps": return .ok(#"{"apps":[]}"#)
                case "GET apps/hashtags", "GET apps/birthdays":
                    return .ok(SampleResponses.app(), headers: ["ETag": "\"\(state.settings)\""])
                case "POST apps/hashtags/preflight", "POST apps/birthdays/preflight":
                    return .ok(SampleResponses.preflight(basedOn: state.policy))
                case "POST apps/hashtags/catalog/preflight":
                    return .ok(
                        #"{"changesNothing":false,"basedOn":"\#(state.catalog)","diff":\#(SampleResponses.noDiff),"#
                            + #""catalog":{"schema":1,"releases":[]}}"#)
                case "GET apps/hashtags/catalog": return .ok("{}", headers: ["ETag": "\"\(state.catalog)\""])
                case "GET apps/hashtags/policy", "GET apps/birthdays/policy":
                    return .ok("{}", headers: ["ETag": "\"\(state.policy)\""])
                case "GET whoami":
                    if let meanwhile = state.meanwhile { meanwhile(&state) }
                    return .ok(
                        #"{"name":"me","kind":"admin","rights":["read","publish","catalog","apps"],"apps":null}"#)
                default: return state.writes["\(request.method) \(path.suffix(2).joined(separator: "/"))"] ?? .hangUp
                }
            }
        }
    }

    private static let files = ["hashtags/policy.yaml": ApplyKit.policy]
    private static let published = ScriptedServer.Answer.ok(SampleResponses.publication())
    private static let conflict = ScriptedServer.Answer.problem(
        412, name: "precondition-failed", detail: "ann published policy 8 in between.")

    /// Runs `apply --yes` and returns the writes.
    private func apply(
        _ files: [String: String], to rival: Rival
    ) throws -> (result: Tool.Result, writes: [ScriptedServer.Request]) {
        let server = try ScriptedServer { rival.answer($0) }
        let folder = try ScratchFolder()
        for (path, text) in files {
            let file = folder.url.appendingPathComponent("airworthy/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let result = try folder.run(
            ["apply", "airworthy", "--yes"],
            environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
        server.stop()
        #expect(!(result.output + result.errors).contains("0123456789secret"))
        return (result, server.requests.filter { $0.method != "GET" && !$0.target.hasSuffix("preflight") })
    }

    @Test func `each write carries the version that the plan saw`() throws {
        let rival = Rival { state in
            state.writes = [
                "PUT hashtags/policy": Self.published, "PUT hashtags/catalog": .ok(#"{"new":true,"releases":1}"#),
                "PATCH apps/hashtags": .ok(SampleResponses.app()),
            ]
        }
        let (result, writes) = try apply(
            Self.files.merging([
                "hashtags/catalog.yaml": ApplyKit.catalog, "hashtags/app.yaml": "schema: 1\nappleID: 7\n",
            ]) { $1 }, to: rival)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            writes.map(\.line) == [
                "PUT /v1/admin/apps/hashtags/catalog", "PATCH /v1/admin/apps/hashtags",
                "PUT /v1/admin/apps/hashtags/policy",
            ])
        #expect(writes.map { $0.headers["if-match"] } == ["\"c1\"", "\"s1\"", "\"1-a\""])
        #expect(writes[1].json == ["appleID": 7])
    }

    @Test func `a policy that somebody published after the plan is status 75`() throws {
        let (result, writes) = try apply(Self.files, to: Rival { $0.writes = ["PUT hashtags/policy": Self.conflict] })
        #expect(result.status == 75)
        #expect(
            result.errors.contains("hashtags: ann published policy 8 in between")
                && result.errors.contains("nothing was applied; not applied: hashtags"), "\(result.errors)")
        #expect(writes.count == 1)
    }

    @Test(arguments: ["settings", "catalog", "policy"])
    func `an app with several changes is left as a whole if any of them came late`(part: String) throws {
        let rival = Rival { state in
            state.meanwhile = { state in
                if part == "settings" { state.settings = "s2" }
                if part == "catalog" { state.catalog = "c2" }
                if part == "policy" { state.policy = "2-b" }
            }
        }
        let (result, writes) = try apply(
            Self.files.merging([
                "hashtags/catalog.yaml": ApplyKit.catalog, "hashtags/app.yaml": "schema: 1\nappleID: 7\n",
            ]) { $1 }, to: rival)
        #expect(result.status == 75)
        #expect(result.errors.contains("somebody else changed the \(part) of hashtags"), "\(result.errors)")
        #expect(result.errors.contains("`airworthy pull FOLDER --app hashtags`"), "\(result.errors)")
        #expect(writes.isEmpty)
    }

    @Test func `a failure in the middle says what was applied and what was not`() throws {
        let rival = Rival {
            $0.writes = ["PUT birthdays/policy": Self.published, "PUT hashtags/policy": Self.conflict]
        }
        let (result, writes) = try apply(
            ["birthdays/policy.yaml": ApplyKit.policy, "hashtags/policy.yaml": ApplyKit.policy], to: rival)
        #expect(result.status == 75 && writes.count == 2)
        #expect(result.output.contains("PUBLISHED  birthdays"))
        #expect(
            result.errors.contains(
                "In this run applied: birthdays: policy 8 published, revision 43; not applied: hashtags"),
            "\(result.errors)")
    }

    @Test func `a lost answer says that repeating the command is safe`() throws {
        let (result, _) = try apply(Self.files, to: Rival { $0.writes = ["PUT hashtags/policy": .hangUp] })
        #expect(result.status == 75 && result.errors.contains("repeating the same command is safe"))
    }
}
