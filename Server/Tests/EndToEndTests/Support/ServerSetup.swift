import AirworthyTrust
import Foundation
import ToolTesting

/// A folder with a key and room for a database, and servers started on it.
struct ServerSetup {
    let folder: ScratchFolder
    let key: PrivateKey

    init() throws {
        key = try PrivateKey.generate()
        folder = try ScratchFolder(["online.key": key.pem])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.url.appendingPathComponent("online.key").path)
    }

    func start(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> ServerProcess {
        try ServerProcess(in: folder, ["--signing-key", "online.key"] + arguments, environment: environment)
    }

    /// Starts a server, uses it, and stops it in an orderly way.
    func withServer(
        _ arguments: [String] = [], environment: [String: String] = [:],
        _ body: (ServerProcess) async throws -> Void
    ) async throws {
        let server = try start(arguments, environment: environment)
        do {
            try await body(server)
        } catch {
            server.kill()
            throw error
        }
        let status = server.stop()
        guard status == 0 else { throw ServerProcess.DidNotStart(description: "ended with \(status)") }
    }

    /// What a device that pins the online key makes of an envelope.
    func verified(_ envelope: [UInt8], app: String) throws -> VerifiedManifest {
        let pins = Pins(app: app, keys: [PinnedKey(key.publicKey, .online)])
        return try SignedManifest.verify(envelope, pins: pins, now: Date()).get()
    }
}

extension ServerProcess {
    /// Makes an app that pins `pins` as online keys.
    func createApp(_ slug: String, pins: [PublicKey], signing: String = "server") async throws {
        let keys = pins.map { #"{"key": "\#($0.base64)", "role": "online"}"# }.joined(separator: ", ")
        let body = #"""
            {"slug": "\#(slug)", "bundleID": "com.example.\#(slug)", "signing": "\#(signing)", "pins": [\#(keys)]}
            """#
        let answer = try await send("POST", "/v1/admin/apps", body: body)
        guard answer.status == 201 else { throw DidNotStart(description: "no app: \(answer.status) \(answer.text)") }
    }
}
