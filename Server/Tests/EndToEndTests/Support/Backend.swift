import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// `airworthy serve` for `hashtags`, and the commands of its author.
final class Backend {
    let author: Author
    private(set) var process: ServeProcess
    private let environment: [String: String]

    /// Starts the server and creates the app with its catalog.
    /// - Parameter environment: Settings of the server.
    /// - Throws: The error of a command, or of starting a process.
    init(environment: [String: String] = [:]) throws {
        author = try Author()
        self.environment = environment
        process = try Self.serve(author, environment: environment)
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
    /// - Returns: Its standard output.
    @discardableResult
    func run(_ arguments: String...) throws -> String {
        let token = try String(
            contentsOf: author.kit.folder.url.appendingPathComponent("data/first-admin-token"), encoding: .utf8)
        let result = try author.kit.folder.run(
            arguments,
            environment: [
                "AIRWORTHY_SERVER": "http://127.0.0.1:\(process.port)",
                "AIRWORTHY_TOKEN": token.trimmingCharacters(in: .whitespacesAndNewlines),
            ])
        guard result.status == 0 else { throw Author.CommandFailed(errors: "\(arguments): \(result.errors)") }
        return result.output
    }

    /// Stops the server.
    func stop() { #expect(process.stop().status == 0) }

    /// Starts the server again on the same folder, at another port.
    func start() throws { process = try Self.serve(author, environment: environment) }

    /// Restarts the server, which stores what it has counted.
    /// - Parameter devices: Devices whose apps shall find the server at its new port.
    /// - Returns: The rows of `airworthy adoption --csv`.
    /// - Throws: The error of a command, or of starting a process.
    func installations(seenBy devices: [Device] = []) throws -> [String] {
        stop()
        try start()
        for device in devices { device.hosts = hosts }
        return try run("adoption", "--app", "hashtags", "--csv").split(separator: "\n").dropFirst().map(String.init)
    }

    private static func serve(_ author: Author, environment: [String: String]) throws -> ServeProcess {
        let folder = author.kit.folder.url
        return try ServeProcess(
            [
                "--signing-key", folder.appendingPathComponent("keys/online.key").path, "--keyring",
                folder.appendingPathComponent("keyring.json").path,
            ], data: folder.appendingPathComponent("data").path, environment: environment)
    }
}
