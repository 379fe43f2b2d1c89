import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct TokensCommandTests {
    static let made =
        #"{"id":"k3j9x0aq71mz","kind":"ci","name":"release","rights":["read","publish"],"apps":["hashtags"],"#
        + #""createdAt":"2026-11-20T00:00:00Z","createdBy":"ann","expiresAt":"2027-02-18T00:00:00Z","revokedAt":null,"#
        + #""token":"ci_newsecret"}"#

    @Test func `standard output contains the new token only`() throws {
        let kit = try RemoteKit(.http("201 Created", body: Self.made))
        let result = try kit.run(
            "tokens", "create", "--name", "release", "--right", "read", "--right", "publish", "--app", "hashtags")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "ci_newsecret\n")
        #expect(
            result.errors == "k3j9x0aq71mz: read, publish; apps: hashtags; until 2027-02-18 00:00 UTC. "
                + "The token cannot be shown again. To revoke it: airworthy tokens revoke k3j9x0aq71mz\n")
        #expect(kit.lines == ["POST /v1/admin/tokens"])
        var body = kit.requests.first?.json?.objectValue
        let end = body?["expiresAt"]?.stringValue.flatMap(Timestamp.parse)
        #expect(abs((end?.timeIntervalSinceNow ?? 0) - 90 * 86_400) < 600)
        body?["expiresAt"] = nil
        #expect(
            body.map(JSONValue.object)?.jsonText()
                == #"{"kind":"ci","name":"release","rights":["read","publish"],"apps":["hashtags"]}"#)
    }

    @Test(arguments: [("pub", false), ("srv", false), ("adm", true), ("ci", true)])
    func `tokens of people and pipelines expire by default`(kind: String, ends: Bool) throws {
        let kit = try RemoteKit(.http("201 Created", body: Self.made), .http("201 Created", body: Self.made))
        _ = try kit.run("tokens", "create", "--name", "a", "--kind", kind)
        _ = try kit.run("tokens", "create", "--name", "a", "--kind", kind, "--expires-in", "never")
        #expect(kit.requests.map { $0.json?["expiresAt"] != nil } == [ends, false])
    }

    @Test(arguments: [
        (["--kind", "srv"], "null", true), (["--kind", "srv", "--expires-in", "never"], "null", false),
        (["--kind", "pub"], "null", false),
        (["--kind", "srv", "--expires-in", "90d"], #""2027-02-18T00:00:00Z""#, false),
        (["--kind", "srv"], #""2027-02-18T00:00:00Z""#, false),
    ])
    func `a token without an end that nobody asked for comes with a word about it`(
        options: [String], end: String, isTold: Bool
    ) throws {
        let made = Self.made.replacing(#""2027-02-18T00:00:00Z""#, with: end)
        let kit = try RemoteKit(.http("201 Created", body: made))
        let result = try kit.run(["tokens", "create", "--name", "a"] + options)
        #expect(result.status == 0 && result.output == "ci_newsecret\n")
        #expect(result.errors.contains("The token does not expire.") == isTold)
        #expect(result.errors.contains("--expires-in 365d") == isTold)
    }

    @Test func `a token file is private`() throws {
        let kit = try RemoteKit(.http("201 Created", body: Self.made))
        let result = try kit.run("tokens", "create", "--name", "release", "-o", "ci.token")
        #expect(result.output.isEmpty && !result.errors.contains("ci_newsecret"))
        let file = kit.folder.url.appendingPathComponent("ci.token")
        #expect(try String(contentsOf: file, encoding: .utf8) == "ci_newsecret\n")
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        #expect(try kit.run("tokens", "create", "--name", "release", "-o", "ci.token").status == 73)
        #expect(kit.lines.count == 1)
    }

    @Test(
        arguments: [
            (["--name", " "], 64), (["--name", "a", "--right", "all"], 64), (["--name", "a", "--app", "A"], 65),
            (["--name", "a", "--expires-in", "soon"], 65), (["--name", "a", "--json", "-o", "x"], 64), ([], 64),
        ] as [([String], Int32)])
    func `wrong arguments create no token`(options: [String], status: Int32) throws {
        let kit = try RemoteKit(.http("201 Created", body: Self.made))
        let result = try kit.folder.run(
            ["tokens", "create"] + options,
            environment: ["AIRWORTHY_SERVER": kit.server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
        #expect(result.status == status, "\(result.errors)")
        #expect(kit.lines.isEmpty)
    }

    @Test func `tokens are listed with their state`() throws {
        func token(_ id: String, _ more: String) -> String {
            #"{"id":"\#(id)","kind":"adm","name":"ann","rights":[],"apps":null,"createdAt":"2026-01-01T00:00:00Z","#
                + #""createdBy":"bob",\#(more)}"#
        }
        let kit = try RemoteKit(
            .ok(
                #"{"tokens":[\#(token("a", #""expiresAt":null"#)),\#(token("b", #""lastUsedAt":"2019-12-31T23:59:30Z","expiresAt":"2020-01-01T00:00:00Z""#)),"#
                    + #"\#(token("c", #""expiresAt":"2999-01-01T00:00:00Z""#)),"#
                    + #"\#(token("d", #""revokedAt":"2026-02-03T04:05:06Z""#))]}"#), .ok(#"{"tokens":[]}"#))
        let result = try kit.run("tokens", "list")
        #expect(kit.lines == ["GET /v1/admin/tokens"])
        let rows = result.output.split(separator: "\n").dropFirst().map(String.init)
        #expect(rows.first == "  a   ann   adm   none    all   2026-01-01 00:00  bob  none seen         valid")
        #expect(rows[1].contains("bob  2019-12-31 23:59  expired"))
        #expect(
            rows.map { String($0.suffix(24)).trimmingCharacters(in: .whitespaces) }.dropFirst() == [
                "expired 2020-01-01 00:00", "until 2999-01-01 00:00", "revoked 2026-02-03 04:05",
            ])
        #expect(try kit.run("tokens", "list").output == "no tokens\n")
    }

    @Test func `a token is revoked by its id, and its secret is never sent`() throws {
        let kit = try RemoteKit(.ok(#"{"tokens":[]}"#), .http("204 No Content", body: ""))
        let result = try kit.run("tokens", "revoke", "k3j9x0aq71mz")
        #expect(result.output == "revoked: k3j9x0aq71mz\n" && result.errors.isEmpty)
        #expect(kit.lines == ["GET /v1/admin/tokens", "DELETE /v1/admin/tokens/k3j9x0aq71mz"])
        let text = try kit.run("tokens", "revoke", "adm_0123456789secret")
        #expect(text.status == 65)
        #expect(kit.lines.count == 2)
    }

    @Test func `a token is revoked also if the tokens cannot be listed`() throws {
        let kit = try RemoteKit(.http("503 Unavailable", body: ""), .http("204 No Content", body: ""))
        #expect(try kit.run("tokens", "revoke", "k3j9x0aq71mz").output == "revoked: k3j9x0aq71mz\n")
    }

    /// The first created the second, that one a third, which has expired, and the third a fourth. The fifth has nothing to do with it.
    private static let chain: String = {
        func token(_ id: String, with creator: String?, end: String? = nil, revoked: String? = nil) -> String {
            func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }
            return #"{"id":"\#(id)","name":"of \#(id)","createdWith":\#(text(creator)),"expiresAt":\#(text(end)),"#
                + #""revokedAt":\#(text(revoked))}"#
        }
        let all = [
            token("a", with: nil), token("b", with: "a"), token("c", with: "b", end: "2020-01-01T00:00:00Z"),
            token("d", with: "c"), token("e", with: nil), token("f", with: "a", revoked: "2026-01-01T00:00:00Z"),
        ]
        return #"{"tokens":[\#(all.joined(separator: ","))]}"#
    }()

    @Test func `the tokens that a revoked one created are named, and revoked with an option`() throws {
        let (list, done) = (
            ScriptedServer.Answer.ok(Self.chain), ScriptedServer.Answer.http("204 No Content", body: "")
        )
        let kit = try RemoteKit(list, done, list, done, list, done, list, done)
        let alone = try kit.run("tokens", "revoke", "a")
        #expect(alone.output == "revoked: a\n")
        #expect(
            alone.errors
                == "still valid, because they were created with it: b \"of b\", d \"of d\". To revoke them, too: "
                + "airworthy tokens revoke a --with-created\n")
        let all = try kit.run("tokens", "revoke", "a", "--with-created")
        #expect(all.output == "revoked: a\nrevoked: b\nrevoked: d\n" && all.errors.isEmpty)
        #expect(kit.lines.last == "DELETE /v1/admin/tokens/a?created=true")
        #expect(
            try kit.run("tokens", "revoke", "a", "--json").output
                == #"{"schema":1,"revoked":"a","withCreated":[],"stillValid":["b","d"]}"# + "\n")
        #expect(
            try kit.run("tokens", "revoke", "a", "--with-created", "--json").output
                == #"{"schema":1,"revoked":"a","withCreated":["b","d"],"stillValid":[]}"# + "\n")
    }
}
