import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct WebhooksCommandTests {
    private static let address = "https://updates.example.com/hooks/app-store-connect/hashtags"
    private static let webhook =
        #"{"type":"webhooks","id":"w1","attributes":{"name":"airworthy","url":"\#(address)","enabled":true,"#
        + #""eventTypes":["BUILD_UPLOAD_STATE_UPDATED"]}}"#
    private static let listed = ScriptedServer.Answer.ok(#"{"data":[\#(webhook)]}"#)
    private static let made = ScriptedServer.Answer.http("201 Created", body: #"{"data":\#(webhook)}"#)

    @Test func `a webhook is created with the secret of the file`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.nothing, Self.made)
        let result = try kit.run("webhooks", "register", Self.address, "--secret-file", "hook.secret")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "registered: w1, address \(Self.address)\n")
        #expect(kit.lines == ["GET /v1/apps", "GET /v1/apps/12/webhooks", "POST /v1/webhooks"])
        let data = try #require(kit.requests.last?.json?["data"])
        #expect(data["attributes"]?["secret"]?.stringValue == AppleKit.secret)
        #expect(data["attributes"]?["url"]?.stringValue == Self.address)
        #expect(data["attributes"]?["eventTypes"]?.arrayValue?.count == 3)
        #expect(data["relationships"]?["app"]?["data"]?["id"] == "12")
    }

    @Test func `an existing webhook gets the new secret`() throws {
        let kit = try AppleKit(AppleKit.app, Self.listed, .ok(#"{"data":\#(Self.webhook)}"#))
        let result = try kit.run(
            "webhooks", "register", Self.address, "--secret-file", "hook.secret", "--event", "OF_NEXT_YEAR", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let json = try JSONReader.read(result.output).jsonValue
        #expect(json["new"] == false)
        #expect(json["webhook"]?["id"] == "w1")
        #expect(kit.lines.last == "PATCH /v1/webhooks/w1")
        #expect(try #require(kit.requests.last?.json)["data"]?["attributes"]?["eventTypes"] == ["OF_NEXT_YEAR"])
    }

    @Test func `webhooks are listed`() throws {
        let kit = try AppleKit(AppleKit.app, Self.listed)
        let result = try kit.run("webhooks", "list")
        #expect(result.status == 0, "\(result.errors)")
        for fact in ["w1", "airworthy", " on ", Self.address, "BUILD_UPLOAD_STATE_UPDATED"] {
            #expect(result.output.contains(fact), "\(fact)")
        }
        let empty = try AppleKit(AppleKit.app, AppleKit.nothing).run("webhooks", "list")
        #expect(empty.output.contains("no webhooks; create one with"))
    }

    @Test func `ping uses the given webhook, or the only one`() throws {
        let pinged = ScriptedServer.Answer.http("201 Created", body: #"{"data":{"type":"webhookPings","id":"p"}}"#)
        let only = try AppleKit(AppleKit.app, Self.listed, pinged)
        #expect(try only.run("webhooks", "ping").output == "pinged: w1\n")
        let named = try AppleKit(pinged)
        #expect(try named.run("webhooks", "ping", "w9", "--json").output == #"{"schema":1,"pinged":"w9"}"# + "\n")
        #expect(named.lines == ["POST /v1/webhookPings"])
        #expect(try #require(named.requests.first?.text).contains(#""id":"w9""#))
    }

    @Test func `ping needs an id if there is not exactly one webhook`() throws {
        let two = try AppleKit(AppleKit.app, .ok(#"{"data":[\#(Self.webhook),{"type":"webhooks","id":"w2"}]}"#))
        #expect(try two.run("webhooks", "ping").status == 64)
        let none = try AppleKit(AppleKit.app, AppleKit.nothing)
        #expect(try none.run("webhooks", "ping").status == 66)
    }

    @Test func `a failed registration is not retried`() throws {
        let kit = try AppleKit(AppleKit.app, AppleKit.nothing, .http("502 No", body: ""))
        let result = try kit.run("webhooks", "register", Self.address, "--secret-file", "hook.secret")
        #expect(result.status == 75)
        #expect(kit.lines.count == 3)
    }

    @Test func `values that Apple rejects are bad data`() throws {
        let refusal = #"{"errors":[{"code":"ENTITY_ERROR.ATTRIBUTE.INVALID","title":"t","detail":"bad url"}]}"#
        let kit = try AppleKit(AppleKit.app, AppleKit.nothing, .http("409 No", body: refusal))
        let result = try kit.run("webhooks", "register", Self.address, "--secret-file", "hook.secret")
        #expect(result.status == 65)
        #expect(result.errors.contains("bad url"))
    }

    @Test(
        arguments: [
            ["not an address", "--secret-file", "hook.secret"],
            ["http://updates.example.com/x", "--secret-file", "hook.secret"],
            ["https://updates.example.com/x", "--secret-file", "short"],
            ["https://updates.example.com/x", "--secret-file", "lines"],
            ["https://updates.example.com/x", "--secret-file", "hook.secret", "--name", ""],
        ])
    func `invalid values are rejected before any request`(_ arguments: [String]) throws {
        let kit = try AppleKit()
        _ = try kit.folder.write("short", to: "short")
        _ = try kit.folder.write("0123456789abcdef\n0123456789abcdef", to: "lines")
        let result = try kit.folder.run(
            ["webhooks", "register"] + arguments + ["--key-file", "AuthKey_2X9R4HXF34.p8", "--url", kit.server.address])
        #expect(result.status == 65, "\(result.errors)")
    }
}
