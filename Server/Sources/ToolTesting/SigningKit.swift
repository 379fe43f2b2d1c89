package import AirworthyPolicy
import Foundation

/// A folder with keys, a keyring and a policy.
package struct SigningKit {
    package static let now = "2026-11-20T12:00:00Z"
    package static let roots = ["--root", "keys/root-primary.pub", "--root", "keys/root-backup.pub"]
    package static let policy = """
        {"schema": 1, "app": "hashtags", "rules": [
          {"id": "floor", "when": {"version": "<1.10"}, "update": "required", "url": "https://apps.apple.com/app/id1"}]}
        """

    package let folder: ScratchFolder

    package init() throws {
        folder = try ScratchFolder(["policy.json": Self.policy])
        _ = try run("keys", "new", "--out", "keys")
        _ = try run("keys", "new", "--out", "spare")
        _ = try keyring(epoch: 1, of: "keys/online", file: "keyring.json")
    }

    package func run(_ arguments: String...) throws -> Tool.Result { try folder.run(arguments) }

    package func keyring(
        epoch: Int, of online: String, by root: String = "keys/root-primary", file: String
    ) throws -> Tool.Result {
        try run("keyring", "--root", root + ".key", "--online", online + ".pub", "--epoch", "\(epoch)", "-o", file)
    }

    /// Signs a policy, by default with the online key.
    package func sign(
        _ revision: String, key: String = "keys/online", keyring: String? = "keyring.json", at now: String = now,
        policy: String = "policy.json", to file: String = "manifest.json", environment: [String: String] = [:],
        options: String...
    ) throws -> Tool.Result {
        let ring = keyring.map { ["--keyring", $0] } ?? []
        let app = options.contains("--app") ? [] : ["--app", "hashtags"]
        return try folder.run(
            ["sign", "--policy", policy, "--key", key + ".key"] + ring + app
                + ["--revision", revision, "--now", now, "-o", file] + options, environment: environment)
    }

    package func verify(_ file: String = "manifest.json", at now: String = now, options: String...) throws
        -> Tool.Result
    {
        try folder.run(["verify", file] + Self.roots + ["--now", now] + options)
    }

    package func text(_ file: String) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8)
    }

    package func exists(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(file).path)
    }

    package func names(in subfolder: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent(subfolder).path).sorted()
    }

    package func mode(_ file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.url.appendingPathComponent(file).path)[
            .posixPermissions]
            as? Int
    }

    /// The signed content, without verification.
    package func payload(_ file: String = "manifest.json") throws -> JSONValue? {
        let text = try JSONReader.read(try text(file)).jsonValue["payload"]?.stringValue ?? ""
        return try Data(base64Encoded: text).map { try JSONReader.read($0).jsonValue }
    }
}
