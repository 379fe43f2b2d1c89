import AirworthyTrust
import Foundation
import Testing
import ToolTesting

@Suite struct StorageTests {
    /// A policy of about `size` bytes, which no other number has.
    private static func policy(_ number: Int, size: Int = 0) -> String {
        let text = String(repeating: "long ", count: size / 5)
        return #"""
            {"schema": 1, "app": "a", "rules": [
              {"id": "n\#(number)", "when": {"version": "0.0.1"}, "update": "recommended", "message": {"en": "\#(text)"}}]}
            """#
    }

    @Test func `a full disk refuses a publish with 507, loses nothing, and heals when there is room`() async throws {
        let setup = try ServerSetup()
        var published = 0
        var served: [UInt8] = []
        try await setup.withServer(environment: ["AIRWORTHY_DATA_MAXIMUM_PAGES": "120"]) { server in
            try await server.createApp("a", pins: [setup.key.publicKey])
            var tag: String?
            var refused: ServerProcess.Answer?
            while refused == nil, published < 200 {
                let condition = tag.map { ["If-Match": $0] } ?? ["If-None-Match": "*"]
                let answer = try await server.send(
                    "PUT", "/v1/admin/apps/a/policy", headers: condition,
                    body: Self.policy(published, size: 10_000))
                if answer.status == 201 {
                    tag = answer.entityTag
                    published += 1
                } else {
                    refused = answer
                }
            }
            #expect(refused?.status == 507)
            #expect(refused?.json?["type"]?.stringValue == "urn:airworthy:problem:storage-full")
            #expect(published > 0)
            served = try await server.send("GET", "/v1/apps/a/manifest", token: .some(nil)).body
            #expect(try setup.verified(served, app: "a").manifest.policy.rules.map(\.id) == ["n\(published - 1)"])
        }

        try await setup.withServer { server in
            let again = try await server.send("GET", "/v1/apps/a/manifest", token: .some(nil))
            #expect(again.body == served)
            let tag = try #require(try await server.send("GET", "/v1/admin/apps/a/policy").entityTag)
            let answer = try await server.send(
                "PUT", "/v1/admin/apps/a/policy", headers: ["If-Match": tag], body: Self.policy(published))
            #expect(answer.status == 201, "\(answer.text)")
        }
    }

    @Test func `a restored server continues above everything it may have said`() async throws {
        let setup = try ServerSetup()
        let backup = setup.folder.url.appendingPathComponent("a.backup").path
        let data = setup.folder.url.appendingPathComponent("data").path
        try await setup.withServer { server in
            try await server.createApp("a", pins: [setup.key.publicKey])
            let first = try await server.send(
                "PUT", "/v1/admin/apps/a/policy", headers: ["If-None-Match": "*"], body: Self.policy(0))
            let saved = try Tool.run(["backup", backup, "--data", data])
            #expect(saved.status == 0, "\(saved.errors)")
            let second = try await server.send(
                "PUT", "/v1/admin/apps/a/policy", headers: ["If-Match": first.entityTag ?? ""], body: Self.policy(1))
            #expect(second.status == 201)
            let busy = try Tool.run(["restore", backup, "--data", data])
            #expect(busy.status != 0, "a running server holds the folder")
            #expect(busy.errors.contains("another airworthy"))
        }
        let restored = try Tool.run(["restore", backup, "--data", data])
        #expect(restored.status == 0, "\(restored.errors)")
        let now = Int(Date().timeIntervalSince1970)
        try await setup.withServer { server in
            let served = try await server.send("GET", "/v1/apps/a/manifest", token: .some(nil))
            let verified = try setup.verified(served.body, app: "a")
            #expect(verified.manifest.policy.rules.map(\.id) == ["n0"])
            #expect((verified.manifest.revision ?? 0) > now - 600, "not above what devices may have")
        }
    }

    @Test func `a key that the apps do not pin is found at the start, and other apps are served`() async throws {
        let setup = try ServerSetup()
        let other = try PrivateKey.generate()
        _ = try setup.folder.write(other.pem, to: "other.key")
        try await setup.withServer { server in
            for slug in ["a", "b"] {
                let pins = slug == "a" ? [setup.key.publicKey] : [setup.key.publicKey, other.publicKey]
                try await server.createApp(slug, pins: pins)
                let body = Self.policy(0).replacingOccurrences(of: #""app": "a""#, with: #""app": "\#(slug)""#)
                let answer = try await server.send(
                    "PUT", "/v1/admin/apps/\(slug)/policy", headers: ["If-None-Match": "*"], body: body)
                #expect(answer.status == 201, "\(answer.text)")
            }
        }
        // The old manifests are still good; only what the new key would sign is not.
        let server = try ServerProcess(in: setup.folder, ["--signing-key", "other.key"])
        let tag = try await server.send("GET", "/v1/admin/apps/a/policy").entityTag ?? ""
        let refused = try await server.send(
            "PUT", "/v1/admin/apps/a/policy", headers: ["If-Match": tag], body: Self.policy(1))
        #expect(refused.status == 422)
        #expect(refused.json?["type"]?.stringValue == "urn:airworthy:problem:not-trusted")
        let fine = try await server.send("GET", "/v1/apps/a/manifest", token: .some(nil))
        #expect(fine.status == 200)
        let ready = try await server.send("GET", "/health/ready", token: .some(nil))
        #expect(ready.status == 200)
        #expect(server.stop() == 0)
    }

    @Test func `no secret is in any log, not even at trace level`() async throws {
        let setup = try ServerSetup()
        let server = try setup.start(environment: ["AIRWORTHY_LOG_LEVEL": "trace"])
        try await server.createApp("a", pins: [setup.key.publicKey])
        let minted = try await server.send(
            "POST", "/v1/admin/tokens", body: #"{"kind": "ci", "name": "pipeline", "apps": ["a"]}"#)
        let token = try #require(minted.json?["token"]?.stringValue)
        let published = try await server.send(
            "PUT", "/v1/admin/apps/a/policy?note=private-words", headers: ["If-None-Match": "*"],
            body: Self.policy(0), token: token)
        #expect(published.status == 201, "\(published.text)")
        for path in [
            "/v1/apps/a/decision?version=1.0&installID=install-id-of-a-person&attribute.plan=gold-plan",
            "/v1/apps/a/decision?version=%00", "/no/such/secret-path", "/v1/apps/nobody-knows/manifest",
        ] {
            _ = try await server.send("GET", path, headers: ["X-Request-Id": "fine-id"], token: .some(nil))
        }
        _ = try await server.send("GET", "/v1/admin/apps", token: "adm_wrong-token-text")
        #expect(server.stop() == 0)
        let log = try String(contentsOf: server.log, encoding: .utf8)
        #expect(log.contains("/v1/apps/{app}/decision"), "nothing was logged, so nothing was proved: \(log)")
        let seed = try #require(setup.key.pem.split(separator: "\n").dropFirst().first.map(String.init))
        for secret in [
            server.token, token, seed, "private-words", "install-id-of-a-person", "gold-plan", "secret-path",
            "nobody-knows", "wrong-token-text",
        ] {
            #expect(!log.contains(secret), "the log has \(secret)")
        }
    }
}
