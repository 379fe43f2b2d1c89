import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// `airworthy serve` for `hashtags`, and the commands of its author.
final class Backend {
    let author: Author
    private(set) var process: ServeProcess

    /// Starts the server and creates the app with its catalog.
    init() throws {
        author = try Author()
        process = try Self.serve(author)
        try run(
            "apps", "create", "hashtags", "--bundle-id", "com.example.hashtags", "--apple-id", "6504763618", "--root",
            "keys/root-primary.pub", "--root", "keys/root-backup.pub")
        try run("catalog", "import", "releases.json", "--app", "hashtags")
    }

    /// The ports of the hosts.
    var hosts: [String: Int] { ["updates.example.com": process.port] }

    /// Creates a device whose app uses this server.
    func device() throws -> Device {
        try Device(setup: ["--source", "server=https://updates.example.com"] + author.pins, hosts: hosts)
    }

    func publish(_ policy: String) throws {
        _ = try author.kit.folder.write(policy, to: "policy.json")
        try run("publish", "policy.json", "--app", "hashtags", "--yes")
    }

    /// Runs a command of the tool in the author's folder.
    func run(_ arguments: String...) throws {
        let token = try String(
            contentsOf: author.kit.folder.url.appendingPathComponent("data/first-admin-token"), encoding: .utf8)
        let result = try author.kit.folder.run(
            arguments,
            environment: [
                "AIRWORTHY_SERVER": "http://127.0.0.1:\(process.port)",
                "AIRWORTHY_TOKEN": token.trimmingCharacters(in: .whitespacesAndNewlines),
            ])
        guard result.status == 0 else { throw Author.CommandFailed(errors: "\(arguments): \(result.errors)") }
    }

    /// Stops the server.
    func stop() { #expect(process.stop().status == 0) }

    /// Starts the server again on the same folder, at another port.
    func start() throws { process = try Self.serve(author) }

    private static func serve(_ author: Author) throws -> ServeProcess {
        let folder = author.kit.folder.url
        return try ServeProcess(
            [
                "--signing-key", folder.appendingPathComponent("keys/online.key").path, "--keyring",
                folder.appendingPathComponent("keyring.json").path,
            ], data: folder.appendingPathComponent("data").path)
    }
}
