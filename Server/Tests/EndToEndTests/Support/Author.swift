import AirworthyPolicy
import AirworthyTrust
import Foundation
import ToolTesting

/// Whoever writes the rules of `hashtags` and signs them on a machine of their own, with the real command.
struct Author {
    struct Failed: Error { let errors: String }

    let kit: SigningKit
    /// What every copy of the app has built in.
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

    /// The arguments of an app that reads a signed file.
    var manifestSetup: [String] { ["--source", "manifest=https://files.example.com/manifest.json"] + pins }

    /// Signs rules together with what is known of the releases.
    /// - Parameters:
    ///   - policy: The policy.
    ///   - revision: Its number.
    ///   - time: When it is signed.
    ///   - key: The key to sign with.
    ///   - keyring: The keyring to send along.
    ///   - isCatalogKnown: Whether the releases go along.
    ///   - more: More arguments of `airworthy sign`.
    /// - Returns: The file.
    /// - Throws: `Failed` with what the command said.
    func sign(
        _ policy: String, revision: Int, at time: String = SigningKit.now, key: String = "keys/online",
        keyring: String? = "keyring.json", isCatalogKnown: Bool = true, _ more: String...
    ) throws -> String {
        _ = try kit.folder.write(policy, to: "policy.json")
        let ring = keyring.map { ["--keyring", $0] } ?? []
        let app = more.contains("--app") ? [] : ["--app", "hashtags"]
        let result = try kit.folder.run(
            ["sign", "--policy", "policy.json", "--key", key + ".key"] + ring + app
                + (isCatalogKnown ? ["--catalog", "releases.json"] : []) + [
                    "--revision", "\(revision)", "--now", time, "-o", "manifest.json",
                ] + more)
        guard result.status == 0 else { throw Failed(errors: result.errors) }
        return try kit.text("manifest.json")
    }

    /// A policy of one rule, with a feature that is on.
    static func policy(_ rule: String, features: String = #"{"sync": {"default": true}}"#) -> String {
        #"{"schema": 1, "app": "hashtags", "appleID": 6504763618, "rules": [\#(rule)], "features": \#(features)}"#
    }

    /// One bad release, and nobody else.
    static let badVersion = policy(
        #"""
        {"id": "bad", "when": {"version": "2.2.0"}, "update": "required",
         "message": {"en": "This version loses tags.", "ja": "タグが失われます。"}}
        """#)
    /// Nothing is asked of anybody.
    static let calm = policy("")

    private static let releases = """
        {"schema": 1, "app": "hashtags", "asOf": "2025-11-20T00:00:00Z", "releases": [
          {"platform": "ios", "version": "2.2.1", "build": "310", "minimumOS": "16.0", "offers": [
            {"channel": "appstore", "storefronts": ["JP", "US"], "publishedAt": "2025-11-13T00:00:00Z"}]},
          {"platform": "ios", "version": "2.2.0", "build": "300", "minimumOS": "15.0", "offers": [
            {"channel": "appstore", "storefronts": ["JP", "US"], "publishedAt": "2025-08-28T00:00:00Z"}]}]}
        """
}
