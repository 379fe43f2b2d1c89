import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing
import ToolTesting

/// Storage failures of a running server, with a real process and a real database.
@Suite(.blocking) struct StorageTests {
    /// Returns a policy of about `size` bytes that is different for each number.
    private static func policy(_ number: Int, app: String = "a", size: Int = 0) -> String {
        let text = String(repeating: "long ", count: size / 5)
        return #"""
            {"schema": 1, "app": "\#(app)", "rules": [
              {"id": "n\#(number)", "when": {"version": "0.0.1"}, "update": "recommended", "message": {"en": "\#(text)."}}]}
            """#
    }

    @Test func `a full disk rejects a publish with 507, and publishing works again with more space`() throws {
        let setup = try ServeSetup()
        let full = try setup.start(environment: ["AIRWORTHY_DATA_MAXIMUM_PAGES": "120"])
        try setup.createApp("a", pins: [setup.key.publicKey], on: full)
        var tag: String?
        var published = 0
        var answer = try setup.publish(Self.policy(0, size: 10_000), on: full)
        while answer.status == 201, published < 100 {
            tag = answer.entityTag
            published += 1
            answer = try setup.publish(Self.policy(published, size: 10_000), on: full, over: tag)
        }
        #expect(answer.status == 507)
        #expect(answer.problem == "urn:airworthy:problem:store-full")
        #expect(published > 0)
        let served = try full.send("GET", to: "/v1/apps/a/manifest").body
        #expect(try setup.verified(served).manifest.policy.rules.map(\.id) == ["n\(published - 1)"])
        #expect(full.stop().status == 0)

        let roomy = try setup.start()
        #expect(try roomy.send("GET", to: "/v1/apps/a/manifest").body == served)
        #expect(try setup.publish(Self.policy(published), on: roomy, over: tag).status == 201)
        #expect(roomy.stop().status == 0)
    }

    @Test func `the next revision after a restore is above every revision published before`() throws {
        let setup = try ServeSetup()
        let server = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        let first = try setup.publish(Self.policy(0), on: server)
        #expect(try setup.folder.run("backup", "a.backup", "--data", "data").status == 0)
        #expect(try setup.publish(Self.policy(1), on: server, over: first.entityTag).status == 201)
        let busy = try setup.folder.run("restore", "a.backup", "--data", "data")
        #expect(busy.status != 0)
        #expect(busy.errors.contains("another airworthy"), "\(busy.errors)")
        #expect(server.stop().status == 0)

        let now = Int(Date().timeIntervalSince1970)
        let restored = try setup.folder.run("restore", "a.backup", "--data", "data")
        #expect(restored.status == 0, "\(restored.errors)")
        let again = try setup.start()
        let manifest = try setup.served(by: again).manifest
        #expect(manifest.policy.rules.map(\.id) == ["n0"])
        #expect((manifest.revision ?? 0) > now - 600, "not above what devices may have")
        #expect(again.stop().status == 0)
    }

    @Test func `a signing key that an app does not pin is rejected for that app only`() throws {
        let setup = try ServeSetup()
        let other = try PrivateKey.generate()
        _ = try setup.folder.write(other.pem, to: "other.key")
        let before = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: before)
        try setup.createApp("b", pins: [setup.key.publicKey, other.publicKey], on: before)
        var tags: [String: String] = [:]
        for app in ["a", "b"] {
            tags[app] = try setup.publish(Self.policy(0, app: app), on: before, app: app).entityTag
        }
        #expect(before.stop().status == 0)

        let after = try setup.start(key: "other.key")
        let refused = try setup.publish(Self.policy(1), on: after, over: tags["a"])
        #expect(refused.status == 422)
        #expect(refused.problem == "urn:airworthy:problem:not-trusted")
        #expect(try after.send("GET", to: "/v1/apps/a/manifest").status == 200, "the old manifest is still good")
        #expect(try after.send("GET", to: "/health/ready").status == 200)
        let shown = try setup.send("GET", to: "/v1/admin/apps/a", on: after).json?["head"]?["problem"]?.stringValue
        #expect(shown?.isEmpty == false, "nobody is told")
        let fine = try setup.publish(Self.policy(1, app: "b"), on: after, app: "b", over: tags["b"])
        #expect(fine.status == 201, "\(fine.body)")
        #expect(after.stop().status == 0)
    }

    @Test func `no log level logs secrets or personal data`() throws {
        let setup = try ServeSetup()
        let server = try setup.start(environment: ["AIRWORTHY_LOG_LEVEL": "trace"])
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        let minted = try setup.send(
            "POST", to: "/v1/admin/tokens", on: server, body: #"{"kind": "ci", "name": "pipeline", "apps": ["a"]}"#)
        let token = try #require(minted.json?["token"]?.stringValue)
        let published = try server.send(
            "PUT", to: "/v1/admin/apps/a/policy?note=private-words",
            headers: ["Authorization: Bearer \(token)", "If-None-Match: *"], body: Self.policy(0))
        #expect(published.status == 201, "\(published.body)")
        for path in [
            "/v1/apps/a/decision?version=1.0&installID=install-id-of-a-person&attribute.plan=gold-plan",
            "/v1/apps/a/decision?version=%00", "/no/such/secret-path", "/v1/apps/nobody-knows/manifest",
        ] {
            _ = try server.send("GET", to: path, headers: ["User-Agent: agent-of-a-person"])
        }
        _ = try server.send("GET", to: "/v1/admin/apps", headers: ["Authorization: Bearer adm_wrong-token-text"])
        #expect(server.stop().status == 0)
        let log = server.errors
        #expect(log.contains("/v1/apps/{app}/decision"), "nothing was logged, so nothing was proved: \(log)")
        let seed = try #require(setup.key.pem.split(separator: "\n").dropFirst().first.map(String.init))
        for secret in [
            try setup.token, token, seed, "private-words", "install-id-of-a-person", "gold-plan", "secret-path",
            "nobody-knows", "wrong-token-text", "agent-of-a-person",
        ] {
            #expect(!log.contains(secret), "the log has \(secret)")
        }
    }
}
