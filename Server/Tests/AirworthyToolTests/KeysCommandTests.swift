import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct KeysCommandTests {
    static let files = [
        "online.key", "online.pub", "root-backup.key", "root-backup.pub", "root-primary.key", "root-primary.pub",
    ]

    @Test func `keys new writes three key pairs, with private secrets`() throws {
        let kit = try SigningKit()
        #expect(try kit.names(in: "keys") == Self.files)
        for name in ["root-primary", "root-backup", "online"] {
            #expect(try kit.mode("keys/\(name).key") == 0o600)
            #expect(try kit.text("keys/\(name).key").hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
            #expect(try kit.text("keys/\(name).pub").hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
        }
    }

    @Test func `keys new --only-online writes one pair, and how a keyring makes it valid`() throws {
        let kit = try SigningKit()
        let result = try kit.run("keys", "new", "--only-online", "--out", "keys-2")
        #expect(result.status == 0)
        #expect(try kit.names(in: "keys-2") == ["online.key", "online.pub"])
        #expect(
            result.output.contains("--online keys-2/online.pub --epoch EPOCH") && !result.output.contains("Pin both"))
        #expect(try kit.keyring(epoch: 2, of: "keys-2/online", file: "keyring-2.json").status == 0)
        #expect(
            try kit.sign("2", key: "keys-2/online", keyring: "keyring-2.json").errors.contains("does not list") == false
        )
        #expect(try kit.verify().status == 0)
    }

    @Test func `secrets are private for any umask`() throws {
        let folder = try ScratchFolder()
        let tool = try Tool.executable().path
        let result = try folder.run(
            ["-c", "umask 000; \"\(tool)\" keys new --out a/b"], program: URL(fileURLWithPath: "/bin/sh"))
        #expect(result.status == 0)
        let path = folder.url.appendingPathComponent("a/b/online.key").path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: KeysCommandTests.files)
    func `keys new writes nothing if one of its files exists`(file: String) throws {
        let folder = try ScratchFolder([file: "precious"])
        let result = try folder.run("keys", "new", "--out", ".")
        #expect(result.status == 73)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(file) && result.errors.contains("nothing was written"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [file])
        #expect(try String(contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8) == "precious")
    }

    @Test func `a dangling link counts as an existing file`() throws {
        let folder = try ScratchFolder()
        let link = folder.url.appendingPathComponent("online.key").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        #expect(try folder.run("keys", "new", "--out", ".").status == 73)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["online.key"])
    }

    @Test func `keys new rejects a file as its folder`() throws {
        let result = try ScratchFolder(["keys": ""]).run("keys", "new", "--out", "keys/new")
        #expect(result.status == 73)
        #expect(result.errors.contains("is a file, not a folder"))
    }

    @Test func `keys new explains which keys to pin and lock away, and the loss of both roots`() throws {
        let result = try ScratchFolder().run("keys", "new", "--out", "keys")
        for sentence in ["Pin both roots", "Lock away root-backup.key", "If both roots are lost", "45 days"] {
            #expect(result.output.contains(sentence))
        }
        #expect(!result.output.contains("PRIVATE"))
    }

    @Test(
        arguments: [
            (["--online", "keys/online.pub", "--epoch", "1"], 64, "--root"),
            (["--root", "keys/root-primary.key", "--epoch", "1"], 64, "--online"),
            (["--root", "keys/root-primary.key", "--online", "keys/online.pub", "--epoch", "x"], 64, "--epoch"),
            (["--root", "keys/root-primary.key", "--online", "keys/online.pub", "--epoch", "0"], 65, "count from 1"),
            (["--root", "keys/root-primary.pub", "--online", "keys/online.pub", "--epoch", "1"], 65, "ending in .key"),
            (["--root", "keys/root-primary.key", "--online", "keys/online.key", "--epoch", "1"], 65, "ending in .pub"),
            (["--root", "keys/root-primary.key", "--online", "policy.json", "--epoch", "1"], 65, "BEGIN"),
            (["--root", "nowhere", "--online", "keys/online.pub", "--epoch", "1"], 66, "no such file"),
        ] as [([String], Int32, String)])
    func `a keyring that cannot be created is reported with its reason`(
        arguments: [String], status: Int32, words: String
    ) throws {
        let kit = try SigningKit()
        let result = try kit.folder.run(["keyring", "-o", "new.json"] + arguments)
        #expect(result.status == status)
        #expect(result.errors.contains(words))
        #expect(!kit.exists("new.json"))
    }

    @Test func `a keyring is not replaced by one that devices would refuse`() throws {
        let kit = try SigningKit()
        _ = try kit.run("keys", "new", "--out", "other")
        func keyring(_ folder: String, epoch: String) throws -> Tool.Result {
            try kit.run(
                "keyring", "--root", "keys/root-primary.key", "--online", "\(folder)/online.pub", "--epoch", epoch,
                "-o",
                "ring.json")
        }
        #expect(try keyring("keys", epoch: "2").status == 0)
        let first = try kit.text("ring.json")
        for (folder, epoch) in [("other", "2"), ("keys", "1"), ("other", "1")] {
            let result = try keyring(folder, epoch: epoch)
            #expect(result.status == 65)
            #expect(result.errors.contains("ring.json: has epoch 2 already") && result.errors.contains("--epoch 3"))
            #expect(try kit.text("ring.json") == first)
        }
        #expect(try keyring("keys", epoch: "2").status == 0)
        #expect(try keyring("other", epoch: "3").status == 0)
    }
}
