import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// `airworthy serve` for `hashtags`, and the commands with which its author works.
final class Backend {
    let author: Author
    private(set) var process: ServeProcess

    /// Starts the server, and makes the app with its releases.
    init() throws {
        author = try Author()
        process = try Self.serve(author)
        try run(
            "apps", "create", "hashtags", "--bundle-id", "com.example.hashtags", "--apple-id", "6504763618", "--root",
            "keys/root-primary.pub", "--root", "keys/root-backup.pub")
        try run("catalog", "import", "releases.json", "--app", "hashtags")
    }

    /// The network: where the hosts are that apps know by name.
    var hosts: [String: Int] { ["updates.example.com": process.port] }

    /// A device whose app asks this server.
    func device() throws -> Device {
        try Device(["--source", "server=https://updates.example.com"] + author.pins, hosts)
    }

    func publish(_ policy: String) throws {
        _ = try author.kit.folder.write(policy, to: "policy.json")
        try run("publish", "policy.json", "--app", "hashtags", "--yes")
    }

    /// Runs the tool in the author's folder.
    func run(_ arguments: String...) throws {
        let token = try String(
            contentsOf: author.kit.folder.url.appendingPathComponent("data/first-admin-token"), encoding: .utf8)
        let result = try author.kit.folder.run(
            arguments,
            environment: [
                "AIRWORTHY_SERVER": "http://127.0.0.1:\(process.port)",
                "AIRWORTHY_TOKEN": token.trimmingCharacters(in: .whitespacesAndNewlines),
            ])
        guard result.status == 0 else { throw Author.Failed(errors: "\(arguments): \(result.errors)") }
    }

    /// From now on nobody is there.
    func stop() { #expect(process.stop().status == 0) }

    /// Starts again on the same folder. The port is another one.
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
