import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct APIErrorTests {
    @Test(
        arguments: [
            (401, "unauthorized", 77), (403, "forbidden", 77), (404, "not-found", 66), (404, "nothing-published", 66),
            (410, "gone", 66), (410, "pruned", 66), (409, "slug-taken", 73), (409, "name-taken", 73),
            (409, "signed-elsewhere", 65), (409, "signed-here", 65), (409, "revision-not-rising", 65),
            (409, "limit-exceeded", 1), (409, "impact-unknown", 69), (412, "precondition-failed", 75),
            (400, "invalid", 65), (422, "invalid", 65), (422, "preflight-failed", 65), (422, "wrong-app", 65),
            (422, "not-trusted", 65), (413, "too-large", 65), (413, "body-too-large", 65), (414, "url-too-long", 65),
            (428, "precondition-required", 69), (415, "unsupported-media-type", 69), (405, "method-not-allowed", 69),
            (503, "no-signing-key", 69), (503, "clock-wrong", 69), (503, "degraded", 69),
            (503, "catalog-not-learnt", 75), (503, "overloaded", 75), (503, "store-locked", 75),
            (507, "store-full", 75),
            (503, "store-unavailable", 75), (503, "not-ready", 75), (408, "request-timeout", 75),
            (429, "too-many-failures", 75), (431, "headers-too-large", 65),
            (500, "internal", 69), (418, "brand-new", 69),
        ] as [(Int, String, Int32)])
    func `each problem of the server has a message and an exit status`(status: Int, name: String, number: Int32) throws
    {
        let kit = try RemoteKit(.problem(status, name: name, detail: "This is why."))
        let result = try kit.run("apps", "show", "hashtags")
        #expect(result.status == number)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("airworthy: This is why"))
        #expect(result.errors.contains("[\(name)]"))
        #expect(result.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test func `a problem message contains the pointer, the retry time and the request id`() throws {
        let busy = try RemoteKit(
            .problem(503, name: "overloaded", detail: "Too much to do", members: "", headers: ["Retry-After": "7"])
        )
        .run("apps", "list")
        #expect(busy.errors == "airworthy: Too much to do; try again in 7 s [overloaded], request req-1\n")
        let placed = try RemoteKit(
            .problem(400, name: "invalid", detail: "no such platform", members: #","pointer":"/platforms/0""#)
        )
        .run("apps", "list")
        #expect(placed.errors == "airworthy: no such platform (at /platforms/0) [invalid]\n")
        let stranger = try RemoteKit(.problem(401, name: "unauthorized", detail: "no such token")).run("apps", "list")
        #expect(
            stranger.errors == "airworthy: no such token; the token came from AIRWORTHY_TOKEN [unauthorized]\n")
    }

    @Test func `control characters in a problem are escaped`() throws {
        let result = try RemoteKit(.problem(404, name: "not-found", detail: #"gone\u001b[31m\u202e"#)).run(
            "apps", "list")
        #expect(result.errors.contains(#"gone\u{1b}[31m\u{202e}"#))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `redirects are not followed`(status: Int) throws {
        let other = try ScriptedServer([.ok("{}")])
        let kit = try RemoteKit(
            .http("\(status) Away", body: "", headers: ["Location": other.address + "/v1/admin/apps"]))
        let result = try kit.run("apps", "list")
        #expect(result.status == 69)
        #expect(result.errors.contains("redirects to \(other.address)/v1/admin/apps; redirects are not followed"))
        #expect(other.requests.isEmpty)
    }

    @Test(
        arguments: [
            (.http("200 OK", body: "<html>"), 69, "not JSON"),
            (.http("404 Not Found", body: "<html>"), 69, "answered 404"),
            (.http("502 Bad Gateway", body: "<html>"), 75, "answered 502"),
            (.http("503 No", body: ""), 75, "try again later"),
            (.http("200 OK", body: String(repeating: " ", count: 5 << 20)), 69, "more than 4 MiB"),
            (.hangUp, 75, "closed the connection"),
            (.bytes(Array("no http at all\r\n\r\n".utf8)), 69, "does not speak HTTP"),
            (.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{".utf8)), 75, "closed the connection"),
        ] as [(ScriptedServer.Answer, Int32, String)])
    func `an unexpected response is reported with its reason`(
        answer: ScriptedServer.Answer, status: Int32, words: String
    ) throws {
        let result = try RemoteKit(answer).run("apps", "list")
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
    }

    @Test func `a silent server is given up after --timeout`() throws {
        let result = try RemoteKit(.silence).run("apps", "list", "--timeout", "1")
        #expect(result.status == 75)
        #expect(result.errors.contains("did not answer in time"))
    }

    @Test func `a refused connection is reported`() throws {
        let result = try RemoteKit().run("apps", "list")
        #expect(result.status == 69)
        #expect(result.errors.contains("connection refused; is the address right, and the server running?"))
    }

    @Test func `a failed TLS handshake is reported`() throws {
        let kit = try RemoteKit(.http("200 OK", body: "{}"))
        let result = try kit.run(
            "apps", "list", environment: ["AIRWORTHY_SERVER": "https://127.0.0.1:\(kit.server.port)"])
        #expect(result.status == 69)
        #expect(result.errors.contains("TLS handshake failed"))
    }

    @Test func `the token is not sent unencrypted to another machine`() throws {
        let kit = try RemoteKit()
        let result = try kit.run("apps", "list", "--server", "http://updates.example.com")
        #expect(result.status == 65)
        #expect(result.errors.contains("is not encrypted, so the token is not sent there"))
    }

    @Test func `a missing server or token names the variable to set`() throws {
        let kit = try RemoteKit()
        let homeless = try kit.run("apps", "list", environment: ["AIRWORTHY_SERVER": ""])
        #expect(homeless.status == 64 && homeless.errors.contains("set AIRWORTHY_SERVER"))
        let nobody = try kit.run("apps", "list", environment: ["AIRWORTHY_TOKEN": ""])
        #expect(nobody.status == 77 && nobody.errors.contains("set AIRWORTHY_TOKEN"))
    }
}
