package import AirworthyPolicy
package import AirworthyTrust
import Foundation

/// A folder with an online key and room for a database, and servers started on it.
package struct ServeSetup {
    package struct Failed: Error { let answer: ServeProcess.Answer }

    package let folder: ScratchFolder
    package let key: PrivateKey

    package init() throws {
        key = try PrivateKey.generate()
        folder = try ScratchFolder(["online.key": key.pem])
    }

    package var data: String { folder.url.appendingPathComponent("data").path }

    /// The token of the first start.
    package var token: String {
        get throws {
            try String(contentsOfFile: data + "/first-admin-token", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    package func start(key: String = "online.key", environment: [String: String] = [:]) throws -> ServeProcess {
        let path = folder.url.appendingPathComponent(key).path
        return try ServeProcess(["--signing-key", path], data: data, environment: environment)
    }

    /// Sends a request with the first admin token.
    package func ask(
        _ server: ServeProcess, _ method: String, _ path: String, _ fields: [String] = [], body: String? = nil
    ) throws -> ServeProcess.Answer {
        try server.ask(method, path, ["Authorization: Bearer \(try token)"] + fields, body: body)
    }

    /// Makes an app that pins `pins` as online keys.
    package func createApp(_ slug: String, pins: [PublicKey], on server: ServeProcess) throws {
        let keys = pins.map { #"{"key": "\#($0.base64)", "role": "online"}"# }.joined(separator: ", ")
        let answer = try ask(
            server, "POST", "/v1/admin/apps",
            body: #"{"slug": "\#(slug)", "bundleID": "com.example.\#(slug)", "pins": [\#(keys)]}"#)
        guard answer.status == 201 else { throw Failed(answer: answer) }
    }

    /// Publishes a policy on top of the one with the entity tag; without one, the first.
    package func publish(
        _ policy: String, on server: ServeProcess, app: String = "a", over tag: String? = nil
    ) throws -> ServeProcess.Answer {
        let condition = tag.map { "If-Match: \($0)" } ?? "If-None-Match: *"
        return try ask(server, "PUT", "/v1/admin/apps/\(app)/policy", [condition], body: policy)
    }

    /// What a device that pins the online key makes of what is served.
    package func served(by server: ServeProcess, app: String = "a") throws -> VerifiedManifest {
        try verified(server.ask("GET", "/v1/apps/\(app)/manifest").body, app: app)
    }

    /// What a device that pins the online key makes of an envelope.
    package func verified(_ envelope: String, app: String = "a") throws -> VerifiedManifest {
        let pins = Pins(app: app, keys: [PinnedKey(key.publicKey, role: .online)])
        return try SignedManifest.verify(Array(envelope.utf8), pins: pins, now: Date()).get()
    }
}

extension ServeProcess.Answer {
    package var json: JSONValue? { try? JSONReader.read(Array(body.utf8)).jsonValue }

    /// With its quotes.
    package var entityTag: String? {
        head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("etag: ") }.map {
            String($0.dropFirst(6))
        }
    }

    package var problem: String? { json?["type"]?.stringValue }
}
