import Foundation
import Testing
import ToolTesting

/// Folders that `apply` refuses before it sends anything.
@Suite(.blocking) struct ApplyFolderTests {
    private static let good = ["hashtags/policy.yaml": ApplyKit.policy]

    /// Runs `apply` on files, with a server that must not be asked.
    private func apply(
        _ files: [String: String], options: [String] = [], prepare: (URL) throws -> Void = { _ in }
    ) throws -> Tool.Result {
        let folder = try ScratchFolder()
        let root = folder.url.appendingPathComponent("airworthy")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (path, text) in files {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try prepare(root)
        return try folder.run(
            ["apply", "airworthy", "--yes"] + options,
            environment: ["AIRWORTHY_SERVER": "http://127.0.0.1:9", "AIRWORTHY_TOKEN": "adm_x"])
    }

    @Test(
        arguments: [
            ("hashtags/polcy.yaml", "x", "Unknown file; did you mean \"policy.yaml\"?"),
            ("hashtags/notes.txt", "x", "Unknown file; expected one of: app.yaml, policy.yaml, catalog.yaml"),
            ("hashtags/online.key", "x", "A secret key does not belong"),
            ("hashtags/policy.json", "{}", "policy.json is here, too"),
            ("hashtags/manifest.json", "{}", "manifest.json is here, too"),
            ("hashtags/more/policy.yaml", "x", "A folder in the folder of an app"),
            ("policy.yaml", "x", "such as \"my-app/policy.yaml\""), ("notes.txt", "x", "Unknown file"),
            ("Birth Days/policy.yaml", "x", "this is no app name"),
            ("hashtags/app.yaml", "schema: 1\nbundelID: a.b\n", "did you mean \"bundleID\"?"),
            ("hashtags/app.yaml", "schema: 1\nslug: other\n", "the folder's name is the app's name"),
            ("hashtags/app.yaml", "bundleID: a.b\n", "write `schema: 1`"),
            ("hashtags/app.yaml", "schema: 2\nbundleID: a.b\n", "Unknown schema; write 1."),
            ("hashtags/app.yaml", "schema: 1\n", "No setting is given"), ("hashtags/app.yaml", "- a\n", "an array"),
            ("hashtags/app.yaml", "", "The document is empty"),
            (
                "hashtags/app.yaml", "schema: 1\nappleID: many\n",
                "app.yaml:2:10: error: appleID: Expected the app's number"
            ),
            ("hashtags/app.yaml", "schema: 1\nplatforms: [fridge]\n", "`fridge` is not a platform"),
            ("hashtags/app.yaml", "schema: 1\nstorefronts: [Nowhere]\n", "`Nowhere` is not a country"),
            ("hashtags/app.yaml", "schema: 1\nsigning: cli\n", "did you mean \"ci\"?"),
            ("hashtags/app.yaml", "schema: 1\nbundleID: [a]\n", "Expected a text."),
            (
                "hashtags/app.yaml", "schema: 1\npins: [{file: ../../x.pub, role: root}]\n",
                "write the name of a .pub file"
            ),
            ("hashtags/app.yaml", "schema: 1\npins: [{file: x.pub, role: root}]\n", "no such file in this folder"),
            ("hashtags/app.yaml", "schema: 1\npins: [{key: AAAA, role: root}]\n", "32 bytes of an Ed25519"),
            (
                "hashtags/app.yaml", "schema: 1\npins: [{key: AAAA, file: x.pub, role: root}]\n",
                "either \"file\" or \"key\""
            ),
            ("hashtags/app.yaml", "schema: 1\npins: [{key: AAAA, role: boss}]\n", "\"role\" is root or online"),
            ("hashtags/catalog.yaml", "schema: 1\napp: other\nreleases: []\n", "is for the app \"other\""),
            ("hashtags/catalog.yaml", "schema: 1\nrules: []\n", "Not a catalog"),
            ("hashtags/catalog.yaml", "schema: 1\nreleases: [{version: x}]\n", "catalog.yaml:2:"),
            ("birthdays/policy.yaml", "schema: 1\napp: hashtags\nrules: []\n", "is for the app \"hashtags\""),
            ("birthdays/policy.yaml", "schema: 1\nrules: [{id: a, wehn: {}}]\n", "did you mean \"when\"?"),
            ("birthdays/policy.yaml", "schema: 1\nrules: [\n", "birthdays/policy.yaml:"),
            ("birthdays/manifest.json", "{\"schema\": 1, \"rules\": []}", "Not a signed manifest"),
        ])
    func `a mistake in one file changes nothing and names the file`(
        path: String, text: String, words: String
    ) throws {
        let result = try apply(Self.good.merging([path: text]) { $1 })
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("airworthy/\(path.split(separator: "/")[0])"), "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.errors.contains("nothing was changed"))
    }

    @Test func `the folder of one app, and the folder that init wrote into, lead to the right one`() throws {
        let folder = try ScratchFolder()
        _ = try folder.run(
            "init", ".", "--app", "hashtags", "--bundle-id", "com.example.hashtags", "--apple-id", "1", "--with",
            "server",
            "--url", "https://updates.example.com")
        let server = ["--server", "http://127.0.0.1:1", "--yes"]
        let above = try folder.run(["apply", "."] + server, environment: ["AIRWORTHY_TOKEN": "adm_x"])
        #expect(above.status == 65)
        #expect(above.errors.contains("the folder to apply is `./airworthy`"), "\(above.errors)")
        #expect(!above.errors.contains("Delete it"))
        let below = try folder.run(["apply", "airworthy/hashtags"] + server, environment: ["AIRWORTHY_TOKEN": "adm_x"])
        #expect(below.status == 65)
        #expect(
            below.errors.contains("airworthy/hashtags: is the folder of one app; name the folder above it"),
            "\(below.errors)")
    }

    @Test func `apps may be named airworthy and keys`() throws {
        let result = try apply(
            ["airworthy/policy.yaml": ApplyKit.policy, "keys/policy.yaml": ApplyKit.policy, "keys/root.pub": "x"])
        #expect(result.status == 69, "\(result.errors)")
    }

    @Test func `the mistakes of all files are reported at once`() throws {
        let result = try apply(["a/policy.yaml": "schema: 1\nrulez: []\n", "b/policy.yaml": "schema: [\n", "c/x": ""])
        for name in ["a/policy.yaml:2:1", "b/policy.yaml", "c/x"] { #expect(result.errors.contains(name)) }
        #expect(result.errors.contains("cannot use airworthy/a/policy.yaml and "))
    }

    @Test func `a missing, empty or chosen folder that is not there is status 66`() throws {
        #expect(try apply([:]).status == 66)
        #expect(try apply(["README.md": "", ".git/config": ""]).errors.contains("airworthy/APP/policy.yaml"))
        #expect(try apply(Self.good, options: ["--app", "birthdays"]).status == 66)
        let none = try Tool.run(["apply", "no-such-folder", "--yes"])
        #expect(none.status == 66 && none.errors.contains("no-such-folder: no such folder"))
        let file = try Tool.run(["apply", "README.md", "--yes"])
        #expect(file.status == 66 && file.errors.contains("is a file"))
        let empty = try apply(["hashtags/README.md": ""])
        #expect(empty.status == 65 && empty.errors.contains("The folder is empty"))
    }

    @Test func `symbolic links and pipes are refused`() throws {
        let link = try apply(Self.good) { root in
            try FileManager.default.createSymbolicLink(
                at: root.appendingPathComponent("hashtags/app.yaml"),
                withDestinationURL: URL(fileURLWithPath: "/etc/passwd"))
        }
        #expect(link.status == 65 && link.errors.contains("app.yaml: error: A symbolic link"), "\(link.errors)")
        let folder = try apply(Self.good) { root in
            try FileManager.default.createSymbolicLink(
                at: root.appendingPathComponent("etc"), withDestinationURL: URL(fileURLWithPath: "/etc"))
        }
        #expect(folder.status == 65 && folder.errors.contains("A symbolic link"))
        let pipe = try apply(Self.good) { root in
            #expect(mkfifo(root.appendingPathComponent("hashtags/catalog.yaml").path, 0o600) == 0)
        }
        #expect(pipe.status == 65 && pipe.errors.contains("Not a file"))
    }

    @Test func `a huge file and a YAML bomb are refused`() throws {
        let huge = try apply(Self.good.merging(["a/policy.yaml": String(repeating: "a", count: 5 << 20)]) { $1 })
        #expect(huge.status == 65 && huge.errors.contains("larger than 4 MiB"))
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<12 {
            let before = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            bomb += "a\(level): &a\(level) [\(before)]\n"
        }
        let result = try apply(["a/app.yaml": bomb])
        #expect(result.status == 65 && result.errors.contains("100000"), "\(result.errors)")
    }
}
