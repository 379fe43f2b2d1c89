import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct BuildsCommandTests {
    @Test func `builds are listed with states, audiences and groups`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.builds())
        let result = try kit.run("builds")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3)
        #expect(lines[0].contains("BUILD") && lines[0].contains("AVAILABLE TO"))
        #expect(lines[1].contains("iOS 3.3.0 (225)"))
        for fact in ["IN_BETA_TESTING", "WAITING_FOR_BETA_REVIEW", " internal ", "Team, g2"] {
            #expect(lines[1].contains(fact), "\(fact)")
        }
        #expect(lines[2].contains("macOS 3.3.0 (225)"))
        #expect(lines[2].contains("nobody (PROCESSING)"))
        #expect(kit.lines == ["GET /v1/apps", "GET /v1/builds"])
        #expect(try #require(kit.requests.first).headers["authorization"]?.hasPrefix("Bearer eyJ") == true)
        #expect(try #require(kit.requests.first).headers["user-agent"]?.hasPrefix("airworthy/") == true)
    }

    @Test func `expired builds are listed with --all`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.builds())
        let result = try kit.run("builds", "--all", "--app", "com.example.hashtags")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("(224)"))
        #expect(result.output.contains("nobody (expired)"))
        #expect(result.errors.contains("are left out; their ids: b4"))
        #expect(try #require(kit.requests.first).target.contains("filter%5BbundleId%5D=com.example.hashtags"))
    }

    @Test func `builds --json uses the member names of the server's routes`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.builds())
        let result = try kit.run("builds", "--json", "--limit", "1", "--app", "12")
        #expect(result.status == 0, "\(result.errors)")
        let json = try JSONReader.read(result.output).jsonValue
        #expect(json["schema"] == 1)
        #expect(json["app"]?["bundleID"] == "com.example.hashtags")
        #expect(json["isComplete"] == false)
        let build = try #require(json["builds"]?.arrayValue?.first)
        #expect(build["version"] == "3.3.0")
        #expect(build["buildNumber"] == "225")
        #expect(build["platform"] == "ios")
        #expect(build["minimumOS"] == "16.0")
        #expect(build["availableTo"] == ["internal"])
        #expect(build["groups"]?.arrayValue?.count == 2)
        #expect(build["notes"]?["en-US"] == "Try\u{1b}[31m it.")
        #expect(try #require(kit.requests.first).target.contains("filter%5Bid%5D=12"))
    }

    @Test func `a sentence replaces a table without builds`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.nothing)
        let result = try kit.run("builds")
        #expect(result.status == 0)
        #expect(result.output == "Hashtags: no builds on TestFlight\n")
    }

    @Test func `a key with several apps needs --app`() throws {
        let apps = (1...7).map { #"{"type":"apps","id":"\#($0)","attributes":{"bundleId":"com.example.a\#($0)"}}"# }
        let kit = try AppleKit(.ok(#"{"data":[\#(apps.joined(separator: ","))]}"#))
        let result = try kit.run("builds")
        #expect(result.status == 64)
        #expect(result.errors.contains("can access 7 apps; name one with --app: com.example.a1, "))
        #expect(result.errors.contains("com.example.a5, …"))
    }

    @Test(arguments: [[], ["--app", "com.example.other"], ["--app", "99"]])
    func `an app that the key cannot access exits with 66`(_ arguments: [String]) throws {
        let kit = try AppleKit(arguments.isEmpty ? AppleKit.nothing : AppleKit.app)
        let result = try withExtendedLifetime(kit) {
            try kit.folder.run(
                ["builds", "--key-file", "AuthKey_2X9R4HXF34.p8", "--url", kit.server.address] + arguments)
        }
        #expect(result.status == 66)
        #expect(result.errors.contains("can access no app"))
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let status: String
        let body: String
        let expected: Int32
        let words: String

        var testDescription: String { "\(status) \(body.prefix(60))" }

        init(_ status: String, _ code: String, _ expected: Int32, _ words: String) {
            self.status = status
            body =
                code.hasPrefix("<") || code.isEmpty
                ? code : #"{"errors":[{"status":"1","code":"\#(code)","title":"t","detail":"because"}]}"#
            self.expected = expected
            self.words = words
        }
    }

    static let refusals = [
        Refusal("403 No", "FORBIDDEN_ERROR", 77, "key 2X9R4HXF34 lacks the permission (FORBIDDEN_ERROR): because"),
        Refusal("403 No", "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED", 77, "accept an agreement"),
        Refusal("403 No", "NOT_AUTHORIZED", 77, "is it revoked, or of another team?"),
        Refusal("404 No", "NOT_FOUND", 66, "not found"),
        Refusal("400 No", "PARAMETER_ERROR.INVALID", 69, "rejected the request as invalid"),
        Refusal("200 OK", "<html>", 69, "the answer is a web page"), Refusal("302 Found", "", 69, "redirects"),
        Refusal("501 No", "", 75, "try again later"),
    ]

    @Test(arguments: refusals)
    func `each refusal of Apple has a message and an exit status`(_ refusal: Refusal) throws {
        let kit = try AppleKit(.http(refusal.status, body: refusal.body, headers: ["Location": "http://127.0.0.1:9/"]))
        let result = try kit.run("builds")
        #expect(result.status == refusal.expected)
        #expect(result.errors.contains(refusal.words), "\(result.errors)")
        #expect(kit.lines.count == 1)
    }

    @Test func `a rejected key without an issuer gets the advice to give --issuer`() throws {
        let refusal = ScriptedServer.Answer.http("401 No", body: #"{"errors":[{"code":"NOT_AUTHORIZED","title":"t"}]}"#)
        let kit = try AppleKit(refusal, refusal)
        let result = try kit.run("builds", environment: ["AIRWORTHY_APPLE_ISSUER": ""])
        #expect(result.status == 77)
        #expect(result.errors.contains("a team key needs --issuer"))
        #expect(kit.lines.count == 2)
    }

    @Test func `an unreachable host is not reported as a rejected key`() throws {
        let kit = try AppleKit()
        let result = try kit.run("builds", "--timeout", "5")
        #expect(result.status == 69)
        #expect(result.errors.contains("cannot be reached"))
    }

    @Test func `a missing or invalid key file is reported`() throws {
        let kit = try AppleKit()
        #expect(try kit.run("builds", environment: ["AIRWORTHY_APPLE_KEY_FILE": ""]).status == 64)
        #expect(try kit.run("builds", "--key-file", "nowhere.p8").status == 66)
        _ = try kit.folder.write("not a key", to: "AuthKey_X.p8")
        let other = try kit.run("builds", "--key-file", "AuthKey_X.p8")
        #expect(other.status == 65)
        #expect(other.errors.contains("AuthKey_X.p8: holds no key"))
        #expect(other.errors.contains("other users of this machine can read the key"))
        _ = try kit.folder.write(AppleKit.pem, to: "mine.p8")
        let nameless = try kit.run("builds", "--key-file", "mine.p8")
        #expect(nameless.status == 64)
        #expect(nameless.errors.contains("--key-id"))
        #expect(try kit.run("builds", "--issuer", "no issuer").errors.contains("--issuer: the issuer id is a UUID"))
        #expect(try kit.run("builds", "--timeout", "0").status == 64)
        #expect(kit.lines.isEmpty)
    }

    @Test func `the token is sent over plain http to this machine only`() throws {
        let kit = try AppleKit()
        let result = try kit.folder.run([
            "builds", "--key-file", "AuthKey_2X9R4HXF34.p8", "--url", "http://apple.example",
        ])
        #expect(result.status == 65)
        #expect(result.errors.contains("is not encrypted"))
    }
}
