import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Crypto
import Foundation
import Testing
import ToolTesting

/// The signals of a server that runs as a process of its own.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ServerSignalTests {
    private static let policy = """
        {"schema": 1, "app": "a", "rules": [
          {"id": "floor", "when": {"version": "<2"}, "update": "recommended", "url": "https://example.com/get"}]}
        """

    // MARK: Stopping

    @Test(arguments: [SIGTERM, SIGINT])
    func `after a stop signal the server answers and is not ready, and a second one stops it at once`(
        _ signal: Int32
    ) throws {
        let (setup, log) = (try ServeSetup(), Pipe())
        let server = try ServeProcess(
            data: setup.data, environment: ["AIRWORTHY_SHUTDOWN_DRAIN": "300"], standardError: log)
        #expect(try server.send("GET", to: "/health/ready").status == 200)
        server.signal(signal)
        #expect(log.line(containing: "server.draining")?.contains("seconds=300") == true)
        let ready = try server.send("GET", to: "/health/ready")
        #expect(ready.status == 503 && ready.body.contains("stopping"))
        #expect(try server.send("GET", to: "/health/live").status == 200)
        #expect(try server.send("GET", to: "/v1/apps/nobody/manifest").status == 404)
        #expect(try setup.send("GET", to: "/v1/admin/whoami", on: server).status == 200)
        #expect(server.stop(signal).status == 0)
        #expect(log.line(containing: "server.stopped-at-once") != nil)
        #expect(log.line(containing: "info server.stopped") != nil)
    }

    @Test func `check-ins that were answered are stored, also when a second signal stops the server at once`() throws {
        let (setup, log) = (try ServeSetup(), Pipe())
        let server = try ServeProcess(
            data: setup.data, environment: ["AIRWORTHY_SHUTDOWN_DRAIN": "300"], standardError: log)
        let made = try setup.send(
            "POST", to: "/v1/admin/apps", on: server,
            body: #"{"slug": "a", "bundleID": "com.example.a", "pins": [{"key": "\#(setup.key.publicKey.base64)", "#
                + #""role": "online"}]}"#)
        #expect(made.status == 201, "\(made.body)")
        for _ in 0..<3 {
            let answer = try server.send(
                "POST", to: "/v1/apps/a/check-ins",
                body: #"{"schema": 1, "now": {"platform": "ios", "version": "1.0", "channel": "appstore"}}"#)
            #expect(answer.status == 202, "\(answer.body)")
        }
        server.signal(SIGTERM)
        #expect(log.line(containing: "server.draining") != nil)
        #expect(server.stop(SIGTERM).status == 0)
        let next = try ServeProcess(data: setup.data)
        let census = try setup.send("GET", to: "/v1/admin/apps/a/adoption", on: next)
        #expect(census.json?["installations"] == 3, "\(census.body)")
        #expect(next.stop().status == 0)
    }

    @Test func `a server stops by itself when the time to drain is over`() throws {
        let setup = try ServeSetup()
        let server = try ServeProcess(data: setup.data, environment: ["AIRWORTHY_SHUTDOWN_DRAIN": "1"])
        let start = ContinuousClock.now
        #expect(server.stop().status == 0)
        #expect(start.duration(to: .now) >= .seconds(1))
        #expect(server.errors.contains("server.draining seconds=1"))
    }

    @Test(arguments: ["online.key", "keyring.json", "hook.secret"])
    func `a pipe in the place of a key or secret is refused, and the server can be stopped`(_ file: String) throws {
        let reloading = try Reloading()
        let path = reloading.setup.folder.url.path + "/" + file
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        let line = reloading.reload()
        #expect(line?.contains("secrets.not-reloaded") == true && line?.contains("is not a regular file") == true)
        #expect(reloading.server.stop().status == 0)
    }

    // MARK: Reading keys and secrets again

    /// A server whose app pins a root, with an online key, a keyring and a webhook secret in files.
    private struct Reloading {
        let setup: ServeSetup
        let root: PrivateKey
        let log = Pipe()
        let server: ServeProcess

        init() throws {
            setup = try ServeSetup()
            root = try PrivateKey.generate()
            let ring = try setup.folder.write(Self.keyring(1, of: setup.key, by: root), to: "keyring.json")
            let secret = try setup.folder.write("first secret 0123\n", to: "hook.secret")
            server = try ServeProcess(
                ["--signing-key", setup.folder.url.path + "/online.key", "--keyring", ring], data: setup.data,
                environment: ["AIRWORTHY_WEBHOOKS_SECRETS": "a=file:\(secret)"], standardError: log)
            let made = try setup.send(
                "POST", to: "/v1/admin/apps", on: server,
                body: #"{"slug": "a", "bundleID": "com.example.a", "pins": [{"key": "\#(root.publicKey.base64)", "#
                    + #""role": "root"}]}"#)
            guard made.status == 201 else { throw ServeSetup.Failed(answer: made) }
            let published = try setup.publish(ServerSignalTests.policy, on: server)
            guard published.status == 201 else { throw ServeSetup.Failed(answer: published) }
        }

        static func keyring(_ epoch: Int, of key: PrivateKey, by root: PrivateKey) throws -> String {
            let envelope = try Keyring(app: "a", epoch: epoch, keys: [key.publicKey]).signed(by: [root])
            return String(decoding: envelope.jsonValue.jsonBytes(), as: UTF8.self)
        }

        /// Sends SIGHUP and returns the log line about its result.
        func reload() -> String? {
            server.signal(SIGHUP)
            return log.line(containing: "secrets.")
        }

        var manifest: String { get throws { try server.send("GET", to: "/v1/apps/a/manifest").body } }

        /// Verifies the served manifest like a device that pins the root.
        func verified() throws -> VerifiedManifest {
            let pins = Pins(app: "a", keys: [PinnedKey(root.publicKey, role: .root)])
            return try SignedManifest.verify(Array(try manifest.utf8), pins: pins, now: Date()).get()
        }

        func hookStatus(signedWith secret: String) throws -> Int {
            let body = "{}"
            let key = SymmetricKey(data: Array(secret.utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Array(body.utf8), using: key)
            let digits = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            return try server.send(
                "POST", to: "/hooks/app-store-connect/a", headers: ["X-Apple-Signature: hmacsha256=\(digits)"],
                body: body
            ).status
        }
    }

    @Test func `SIGHUP reads keys, keyring and secrets again, and publishes a newer keyring at once`() throws {
        let kit = try Reloading()
        #expect(try kit.verified().epoch == 1)
        #expect(try kit.hookStatus(signedWith: "first secret 0123") == 204)
        let second = try PrivateKey.generate()
        _ = try kit.setup.folder.write(second.pem, to: "online.key")
        _ = try kit.setup.folder.write(Reloading.keyring(2, of: second, by: kit.root), to: "keyring.json")
        _ = try kit.setup.folder.write("second secret 4567\n", to: "hook.secret")
        let line = try #require(kit.reload())
        #expect(line.contains("notice secrets.reloaded"), "\(line)")
        #expect(line.contains("keyrings=1 signing-keys=1 trace-headers=0 webhook-secrets=1"), "\(line)")
        let manifest = try kit.verified()
        #expect(manifest.epoch == 2 && manifest.manifest.revision == 2)
        #expect(try kit.hookStatus(signedWith: "second secret 4567") == 204)
        #expect(try kit.hookStatus(signedWith: "first secret 0123") == 401)
        let next = try kit.setup.send(
            "POST", to: "/v1/admin/apps/a/head/bump", on: kit.server, body: #"{"atLeast": 10}"#)
        #expect((200...201).contains(next.status), "\(next.body)")
        #expect(try kit.verified().epoch == 2)
        #expect(kit.server.stop().status == 0)
    }

    @Test func `one unreadable secret keeps all of them, and the log names it`() throws {
        let kit = try Reloading()
        let before = try kit.manifest
        let second = try PrivateKey.generate()
        for (file, text, problem) in [
            ("hook.secret", " \n", "the webhook secret of a is empty"),
            ("keyring.json", "{}", "keyring.json"), ("online.key", "SECRETSECRET", "online.key"),
        ] {
            // Everything else is good and new.
            _ = try kit.setup.folder.write(second.pem, to: "online.key")
            _ = try kit.setup.folder.write(Reloading.keyring(2, of: second, by: kit.root), to: "keyring.json")
            _ = try kit.setup.folder.write("second secret 4567\n", to: "hook.secret")
            _ = try kit.setup.folder.write(text, to: file)
            let line = try #require(kit.reload())
            #expect(line.contains("error secrets.not-reloaded") && line.contains(problem), "\(line)")
            #expect(!line.contains("SECRETSECRET"))
            #expect(try kit.manifest == before)
            #expect(try kit.hookStatus(signedWith: "first secret 0123") == 204)
            #expect(try kit.hookStatus(signedWith: "second secret 4567") == 401)
        }
        try FileManager.default.removeItem(atPath: kit.setup.folder.url.path + "/online.key")
        #expect(kit.reload()?.contains("secrets.not-reloaded") == true)
        #expect(try kit.server.send("GET", to: "/health/ready").status == 200)
        #expect(kit.server.stop().status == 0)
    }
}

extension Pipe {
    /// Reads lines until one contains a text, and returns it; `nil` at the end.
    fileprivate func line(containing text: String) -> String? {
        while let line = fileHandleForReading.line() {
            if line.contains(text) { return line }
        }
        return nil
    }
}
