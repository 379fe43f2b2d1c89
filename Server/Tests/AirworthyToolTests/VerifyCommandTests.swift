import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct VerifyCommandTests {
    /// All refusals, with the file that causes each.
    static let refusals: [(code: String, make: @Sendable (SigningKit) throws -> [String])] = [
        ("unknown-key", { try $0.signed(key: "keys/online", keyring: nil) }),
        (
            "untrusted-keyring",
            { kit in
                _ = try kit.keyring(epoch: 1, of: "keys/online", by: "spare/root-primary", file: "keyring.json")
                return try kit.signed()
            }
        ),
        (
            "bad-signature",
            { kit in
                _ = try kit.sign("1")
                return try kit.changed { $0["payload"] = "e30=" }
            }
        ),
        ("wrong-app", { try $0.signed() + ["--app", "other"] }),
        ("wrong-audience", { try $0.signed() + ["--audience", "staging"] }),
        ("wrong-lineage", { try $0.signed() + ["--lineage", "other"] }),
        ("wrong-payload-type", { _ in ["keyring.json"] }),
        ("malformed-envelope", { _ in ["policy.json"] }),
        (
            "malformed-base64",
            { kit in
                _ = try kit.sign("1")
                return try kit.changed { $0["payload"] = "e30" }
            }
        ),
        (
            "duplicate-key",
            { kit in
                _ = try kit.sign("1")
                let text = try kit.text("manifest.json").replacing(
                    "}]", with: "}],\"payload\":\"e30=\"", maxReplacements: 1)
                _ = try kit.folder.write(text, to: "manifest.json")
                return ["manifest.json"]
            }
        ),
        (
            "too-large",
            { kit in
                _ = try kit.folder.write(
                    "{\"payload\":\"" + String(repeating: "a", count: 270_000) + "\"}", to: "big.json")
                return ["big.json"]
            }
        ),
        ("stale-copy", { try $0.replayed(at: "2026-11-20T13:00:00Z") }),
        ("revision-went-back", { try $0.replayed(at: "2026-11-22T12:00:00Z") }),
        (
            "same-revision-other-bytes",
            { kit in
                _ = try kit.sign("1", to: "first.json")
                return try kit.signed(at: "2026-11-20T13:00:00Z") + ["--previous", "first.json"]
            }
        ),
        (
            "epoch-went-back",
            { kit in
                _ = try kit.keyring(epoch: 2, of: "spare/online", file: "next.json")
                _ = try kit.sign("1", key: "spare/online", keyring: "next.json", to: "first.json")
                return try kit.signed() + ["--previous", "first.json"]
            }
        ),
    ]

    @Test(arguments: refusals.indices)
    func `verify reports each refusal with its own message`(index: Int) throws {
        let (code, make) = Self.refusals[index]
        let kit = try SigningKit()
        let arguments = try make(kit)
        let result = try kit.folder.run(
            ["verify"] + arguments + SigningKit.roots + ["--now", "2026-11-23T00:00:00Z"])
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasSuffix("[\(code)]\n"), "\(result.errors)")
        #expect(result.errors.hasPrefix("airworthy: \(arguments[0]): "))
    }

    @Test func `decide --root rejects a tampered manifest`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("1")
        let good = try kit.run(
            "decide", "--policy", "manifest.json", "--root", "keys/root-primary.pub", "--version", "1.9")
        #expect(good.status == 0 && good.errors.isEmpty)
        let unchecked = try kit.run("decide", "--policy", "manifest.json", "--version", "1.9")
        #expect(unchecked.output == good.output)
        #expect(unchecked.errors == "airworthy: note: manifest.json: the signature was not checked\n")
        _ = try kit.changed { object in
            object["payload"] = object["payload"]?.stringValue.map {
                .string($0.replacing("c", with: "d", maxReplacements: 1))
            }
        }
        let bad = try kit.run(
            "decide", "--policy", "manifest.json", "--root", "keys/root-primary.pub", "--version", "1.9")
        #expect(bad.status == 65 && bad.output.isEmpty && bad.errors.contains("[bad-signature]"))
    }

    @Test func `decide --root rejects an unsigned file`() throws {
        let kit = try SigningKit()
        let result = try kit.run(
            "decide", "--policy", "policy.json", "--root", "keys/root-primary.pub", "--version", "1")
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("not signed"))
    }

    @Test func `check checks the content of a signed manifest, but not its signature`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("1")
        let result = try kit.run("check", "manifest.json")
        #expect(result.status == 0)
        #expect(result.output.contains("[signature-not-checked]"))
    }

    @Test func `verify --json contains the signers and the lifetime`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("3")
        let report = try JSONReader.read(try kit.verify("manifest.json", options: "--json").output).jsonValue
        #expect(report["revision"] == 3 && report["epoch"] == 1 && report["expired"] == false)
        #expect(report["signedBy"]?.arrayValue?.first?["role"] == "online")
        #expect(report["digest"]?.stringValue?.count == 64)
    }

    @Test func `verify needs --root`() throws {
        let result = try ScratchFolder().run("verify", "manifest.json")
        #expect(result.status == 64)
        #expect(result.errors.contains("--root"))
    }
}

extension SigningKit {
    fileprivate func signed(
        key: String = "keys/online", keyring: String? = "keyring.json", at now: String = now
    ) throws -> [String] {
        _ = try sign("1", key: key, keyring: keyring, at: now)
        return ["manifest.json"]
    }

    /// Returns the arguments for the first manifest after a second one, issued at `now`, was accepted.
    fileprivate func replayed(at now: String) throws -> [String] {
        _ = try sign("2", at: now, to: "second.json")
        return try signed() + ["--previous", "second.json"]
    }

    fileprivate func changed(_ change: (inout JSONObject) -> Void) throws -> [String] {
        var object = try JSONReader.read(try text("manifest.json")).jsonValue.objectValue ?? [:]
        change(&object)
        _ = try folder.write(JSONValue.object(object).jsonText(), to: "manifest.json")
        return ["manifest.json"]
    }
}
