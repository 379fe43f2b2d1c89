package import AirworthyAuthoring
package import AirworthyPolicy
package import AirworthyTrust
import Foundation

/// A folder with an online key and a database, and the servers that run on it.
package struct ServeSetup {
    package struct Failed: Error {
        package let answer: ServeProcess.Answer

        package init(answer: ServeProcess.Answer) { self.answer = answer }
    }

    package let folder: ScratchFolder
    package let key: PrivateKey

    package init() throws {
        key = try PrivateKey.generate()
        folder = try ScratchFolder(["online.key": key.pem])
    }

    package var data: String { folder.url.appendingPathComponent("data").path }

    /// The admin token that the first start created.
    package var token: String {
        get throws {
            try String(contentsOfFile: data + "/first-admin-token", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    package func start(
        _ arguments: [String] = [], key: String = "online.key", environment: [String: String] = [:]
    ) throws -> ServeProcess {
        let path = folder.url.appendingPathComponent(key).path
        return try ServeProcess(["--signing-key", path] + arguments, data: data, environment: environment)
    }

    /// Sends a request with the first admin token.
    package func send(
        _ method: String, to path: String, on server: ServeProcess, headers: [String] = [], body: String? = nil
    ) throws -> ServeProcess.Answer {
        try server.send(method, to: path, headers: ["Authorization: Bearer \(try token)"] + headers, body: body)
    }

    /// Creates an app that pins `pins`. `members` are additional JSON members, which begin with a comma.
    package func createApp(
        _ slug: String, pins: [PublicKey], role: String = "online", members: String = "", on server: ServeProcess
    ) throws {
        let keys = pins.map { #"{"key": "\#($0.base64)", "role": "\#(role)"}"# }.joined(separator: ", ")
        let answer = try send(
            "POST", to: "/v1/admin/apps", on: server,
            body: #"{"slug": "\#(slug)", "bundleID": "com.example.\#(slug)", "pins": [\#(keys)]\#(members)}"#)
        guard answer.status == 201 else { throw Failed(answer: answer) }
    }

    /// Publishes a policy that replaces the one with the entity tag; `nil` publishes the first one.
    package func publish(
        _ policy: String, on server: ServeProcess, app: String = "a", over tag: String? = nil
    ) throws -> ServeProcess.Answer {
        let condition = tag.map { "If-Match: \($0)" } ?? "If-None-Match: *"
        return try send("PUT", to: "/v1/admin/apps/\(app)/policy", on: server, headers: [condition], body: policy)
    }

    /// Fetches the served manifest and verifies it like a device that pins the online key.
    package func served(by server: ServeProcess, app: String = "a") throws -> VerifiedManifest {
        try verified(server.send("GET", to: "/v1/apps/\(app)/manifest").body, app: app)
    }

    /// Verifies an envelope like a device that pins the online key.
    package func verified(_ envelope: String, app: String = "a") throws -> VerifiedManifest {
        let pins = Pins(app: app, keys: [PinnedKey(key.publicKey, role: .online)])
        return try SignedManifest.verify(Array(envelope.utf8), pins: pins, now: Date()).get()
    }
}

extension ServeProcess.Answer {
    package var json: JSONValue? { try? JSONReader.read(Array(body.utf8)).jsonValue }

    /// The entity tag with its quotes.
    package var entityTag: String? {
        head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("etag: ") }.map {
            String($0.dropFirst(6))
        }
    }

    package var problem: String? { json?["type"]?.stringValue }
}
