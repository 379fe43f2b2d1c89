import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import ToolTesting

/// The author of the rules of `hashtags`, who signs them with the real command.
struct Author {
    struct CommandFailed: Error { let errors: String }

    let kit: SigningKit
    /// The options of `linux-client` for the pinned keys.
    let pins: [String]

    init() throws {
        let kit = try SigningKit()
        self.kit = kit
        _ = try kit.folder.write(Self.releases, to: "releases.json")
        pins =
            ["--app", "hashtags"]
            + (try ["root-primary", "root-backup"].flatMap { name in
                ["--root", try PublicKey(pem: try kit.text("keys/\(name).pub")).base64]
            })
    }

    /// The options of `linux-client` for a signed manifest.
    var manifestSetup: [String] { ["--source", "manifest=https://files.example.com/manifest.json"] + pins }

    /// Signs a policy with the catalog of releases.
    /// - Parameters:
    ///   - policy: The policy.
    ///   - revision: The revision.
    ///   - time: The time of the signature.
    ///   - key: The signing key.
    ///   - keyring: The keyring in the manifest.
    ///   - isCatalogKnown: Whether the manifest contains the catalog.
    ///   - more: Further arguments of `airworthy sign`.
    /// - Returns: The manifest.
    /// - Throws: ``CommandFailed`` with the output of the command.
    func sign(
        _ policy: String, revision: Int, at time: String = SigningKit.now, key: String = "keys/online",
        keyring: String? = "keyring.json", isCatalogKnown: Bool = true, _ more: String...
    ) throws -> String {
        _ = try kit.folder.write(policy, to: "policy.json")
        // Not over the last one: the command refuses what devices would, and some stories need just that.
        try? FileManager.default.removeItem(at: kit.folder.url.appendingPathComponent("manifest.json"))
        let ring = keyring.map { ["--keyring", $0] } ?? []
        let app = more.contains("--app") ? [] : ["--app", "hashtags"]
        let result = try kit.folder.run(
            ["sign", "--policy", "policy.json", "--key", key + ".key"] + ring + app
                + (isCatalogKnown ? ["--catalog", "releases.json"] : []) + [
                    "--revision", "\(revision)", "--now", time, "-o", "manifest.json",
                ] + more)
        guard result.status == 0 else { throw CommandFailed(errors: result.errors) }
        return try kit.text("manifest.json")
    }

    /// Returns a policy with one rule and features.
    static func policy(_ rule: String, features: String = #"{"sync": {"default": true}}"#) -> String {
        #"{"schema": 1, "app": "hashtags", "appleID": 6504763618, "rules": [\#(rule)], "features": \#(features)}"#
    }

    /// A policy that blocks version 2.2.0.
    static let badVersion = policy(
        #"""
        {"id": "bad", "when": {"version": "2.2.0"}, "update": "required",
         "message": {"en": "This version loses tags.", "ja": "タグが失われます。"}}
        """#)
    /// A policy without rules.
    static let calm = policy("")

    private static let releases = """
        {"schema": 1, "app": "hashtags", "asOf": "2025-11-20T00:00:00Z", "releases": [
          {"platform": "ios", "version": "2.2.1", "build": "310", "minimumOS": "16.0", "offers": [
            {"channel": "appstore", "storefronts": ["JP", "US"], "publishedAt": "2025-11-13T00:00:00Z"}]},
          {"platform": "ios", "version": "2.2.0", "build": "300", "minimumOS": "15.0", "offers": [
            {"channel": "appstore", "storefronts": ["JP", "US"], "publishedAt": "2025-08-28T00:00:00Z"}]}]}
        """
}
