import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

@Suite(.blocking) struct InitCommandTests {
    private static let server = [
        "--app", "hashtags", "--bundle-id", "com.example.hashtags", "--with", "server", "--url",
        "https://updates.example.com",
    ]
    private static let file = [
        "--app", "hashtags", "--bundle-id", "com.example.hashtags", "--with", "file", "--url",
        "https://www.example.com/a/hashtags.json",
    ]

    private static func project(
        _ place: NewProject.Place = .server, url: String = "https://updates.example.com"
    ) -> NewProject {
        NewProject(app: "hashtags", bundleID: "com.example.hashtags", appleID: 42, place: place, url: url)
    }

    // MARK: Questions

    /// Answers questions with lines, and keeps the questions.
    private final class Person {
        var lines: [String]
        var questions: [String] = []
        init(_ lines: [String]) { self.lines = lines }
        func answer(_ question: String) -> String? {
            questions.append(question)
            return lines.isEmpty ? nil : lines.removeFirst()
        }
    }

    private static func questions(
        _ lines: [String]?, given: ProjectQuestions.Given = .init(), folder: String = "My Hash_tags"
    ) -> (ProjectQuestions, Person) {
        let person = Person(lines ?? [])
        return (ProjectQuestions(folder: folder, given: given, ask: lines == nil ? nil : person.answer), person)
    }

    @Test func `five questions make a project, and an empty line takes what is proposed`() throws {
        let (questions, person) = Self.questions(["", "com.example.a", "", "", "https://updates.example.com/"])
        let project = try questions.project()
        #expect(person.questions.count == 5 && person.questions[0].hasSuffix("[my-hash-tags]: "))
        #expect(project.app == "my-hash-tags" && project.appleID == nil && project.place == .server)
        #expect(project.url == "https://updates.example.com")
    }

    @Test func `a wrong answer is asked again, and after three nothing is made`() throws {
        let (questions, person) = Self.questions(
            [
                "A B", "a", "nothing", "com.example.a", "https://apps.apple.com/jp/app/x/id6504763618?l=en", "disk",
                "FILE", "x",
                "https://www.example.com/m.json",
            ])
        let project = try questions.project()
        #expect(person.questions.count == 9 && project.appleID == 6_504_763_618)
        #expect(project.place == .file && project.fileName == "m.json")
        let (stubborn, other) = Self.questions(["1 2", "3 4", "5 6", "a"])
        #expect(throws: ToolError.self) { try stubborn.project() }
        #expect(other.questions.count == 3)
        let (leaving, _) = Self.questions(["a"])
        #expect(throws: ToolError.self) { try leaving.project() }
    }

    @Test func `options are not asked, and without a terminal what is missing is named`() throws {
        let given = ProjectQuestions.Given(
            app: "a", bundleID: "com.example.a", appleID: "7", place: .server, url: "http://127.0.0.1:8080")
        let (questions, person) = Self.questions([], given: given)
        #expect(try questions.project().appleID == 7 && person.questions.isEmpty)
        let folder = try ScratchFolder()
        let id = ["--bundle-id", "com.example.a"]
        for (arguments, missing) in [([], "--bundle-id"), (id, "--apple-id"), (id + ["--apple-id", "none"], "--url")] {
            let result = try folder.run(["init", "new"] + arguments)
            #expect(result.status == 64 && result.errors.contains(missing), "\(result.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test(arguments: [
        ["--app", "A"], ["--app", "-a"], ["--bundle-id", "example"], ["--bundle-id", "com.example.a\"b"],
        ["--apple-id", "0"], ["--apple-id", "https://example.com/id7"], ["--apple-id", "-1"], ["--with", "disk"],
        ["--url", "http://updates.example.com"], ["--url", "https://"], ["--url", "https://a.example.com/path"],
        ["--url", "https://a.example.com/?q=1"], ["--url", "https://a.example.com/\")!; //"],
        ["--url", "ftp://a.example.com"],
        ["--url", "https://a.example.com/$(rm)"], ["--url", "https://a.example.com\n"], ["--url", ""],
    ])
    func `a wrong option is named and nothing is written`(option: [String]) throws {
        let folder = try ScratchFolder()
        var arguments = Self.server + ["--apple-id", "1"]
        if let index = arguments.firstIndex(of: option[0]) { arguments.removeSubrange(index...(index + 1)) }
        let result = try folder.run(["init", "new"] + arguments + option)
        #expect([64, 65].contains(result.status) && result.errors.contains(option[0]), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    // MARK: Files

    @Test(arguments: [server, file], ["none", "6504763618"])
    func `what is written passes the checks, and the next commands force the version`(
        options: [String], appleID: String
    ) throws {
        let folder = try ScratchFolder()
        let result = try folder.run(["init", "new"] + options + ["--apple-id", appleID])
        #expect(result.status == 0 && result.output.contains("  cd new\n"), "\(result.errors)")
        func path(_ name: String) -> String { folder.url.appendingPathComponent("new/\(name)").path }
        for name in ["root-primary.key", "root-backup.key", "online.key"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path("keys/\(name)"))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        let code = try String(contentsOfFile: path("ReleaseControl.swift"), encoding: .utf8)
        let root = try String(contentsOfFile: path("keys/root-backup.pub"), encoding: .utf8)
        #expect(
            code.matches(of: /^ {12}"[A-Za-z0-9+\/=]+", +\/\/ root-(primary|backup)$/.anchorsMatchLineEndings()).count
                == 2)
        #expect(root.contains("PUBLIC KEY"))
        let isServer = options == Self.server
        let policy = isServer ? "airworthy/hashtags/policy.yaml" : "policy.yaml"
        let check = try folder.run("check", path(policy))
        let isForced = appleID != "none"
        #expect(
            check.status == 0 && check.output.contains("no errors"), "\(check.output)\(check.errors)")
        #expect(result.output.contains("Nobody can be asked or forced before") != isForced)
        let primary = path(isServer ? "airworthy/root-primary.pub" : "root-primary.pub")
        let signed = try folder.run(
            "sign", "--policy", path(policy), "--key", path("keys/online.key"), "--keyring", path("keyring.json"),
            "--app",
            "hashtags", "--revision", "1", "--expires-in", "30d", "-o", "manifest.json")
        #expect(signed.status == 0, "\(signed.errors)")
        let decided = try folder.run(
            "decide", "--policy", "manifest.json", "--root", primary, "--version", "0.0.1")
        #expect(
            decided.output.hasPrefix(isForced ? "REQUIRED  0.0.1" : "OK  0.0.1"),
            "\(decided.output)\(decided.errors)")
    }

    @Test(arguments: [server, file])
    func `an app that comes to the App Store later can be forced as the comments say`(options: [String]) throws {
        let folder = try ScratchFolder()
        let result = try folder.run(["init", "new"] + options + ["--apple-id", "none"])
        #expect(result.output.contains("uncomment appleID and url, and set update: required."), "\(result.output)")
        let path = folder.url.appendingPathComponent(
            options == Self.server ? "new/airworthy/hashtags/policy.yaml" : "new/policy.yaml")
        let policy = try String(contentsOf: path, encoding: .utf8)
        let later = policy.replacing("# appleID:", with: "appleID:").replacing("# url:", with: "url:")
            .replacing(/update: recommended # required.*/, with: "update: required")
        try later.write(to: path, atomically: true, encoding: .utf8)
        let decided = try folder.run("decide", "--policy", path.path, "--version", "0.0.1")
        #expect(decided.output.hasPrefix("REQUIRED  0.0.1"), "\(decided.output)\(decided.errors)\(later)")
    }

    @Test func `without a terminal the number in the App Store is not guessed`() throws {
        let result = try ScratchFolder().run(["init", "new"] + Self.server)
        #expect(result.status == 64)
        #expect(result.errors.contains("--apple-id is missing"), "\(result.errors)")
    }

    @Test func `the code for the app is that of begin.md, which is compiled, with other keys`() throws {
        let page = try String(contentsOf: Tool.root.appendingPathComponent("Documentation/begin.md"), encoding: .utf8)
        let shown = try #require(page.firstMatch(of: /```swift\n([^`]+)```/)).output.1
        let folder = try ScratchFolder()
        _ = try folder.run(["init", "new"] + Self.server + ["--apple-id", "6504763618"])
        let code = try String(
            contentsOf: folder.url.appendingPathComponent("new/ReleaseControl.swift"), encoding: .utf8)
        func withoutKeys(_ text: some StringProtocol) -> String {
            String(text).replacing(/"[A-Za-z0-9+\/]{43}=", +/, with: "KEY ")
        }
        #expect(withoutKeys(code).hasSuffix("\n" + withoutKeys(shown)), "\(code)")
    }

    @Test(arguments: ["123", "true", "1e3", "0x1f", "null"])
    func `a name that looks like another value stays a name`(app: String) throws {
        let folder = try ScratchFolder()
        let options = ["--bundle-id", "1.2", "--apple-id", "42"]
        let places = [["server", "https://updates.example.com"], ["file", "https://www.example.com/m.json"]]
        for (place, policy) in zip(places, ["airworthy/\(app)/policy.yaml", "policy.yaml"]) {
            let result = try folder.run(
                ["init", place[0], "--app", app, "--with", place[0], "--url", place[1]] + options)
            #expect(result.status == 0, "\(result.errors)")
            let check = try folder.run("check", "\(place[0])/\(policy)")
            #expect(check.status == 0 && check.output.contains("no errors"), "\(check.output)\(check.errors)")
        }
    }

    @Test(arguments: [
        "https://www.example.com", "https://www.example.com/", "https://www.example.com/rules",
        "https://www.example.com/.json", "https://www.example.com/-o.json", "https://www.example.com/keyring.json",
        "https://www.example.com/a;b.json", "https://www.example.com/a%20b.json", "https://www.example.com/m.json?v=1",
        "https://www.example.com/m.json#x",
    ])
    func `an address that ends with no plain name of a file is refused`(url: String) throws {
        let given = ProjectQuestions.Given(app: "a", bundleID: "com.example.a", appleID: "7", place: .file, url: url)
        #expect(throws: ToolError.self) { try Self.questions([], given: given).0.project() }
    }

    @Test(arguments: [
        "keys/online.pub", ".gitignore", "airworthy/hashtags/policy.yaml", ".github/workflows/airworthy.yml",
    ])
    func `nothing is written if one of the files exists`(name: String) throws {
        let folder = try ScratchFolder()
        let file = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: file)
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
        let result = try folder.run(["init"] + (Self.server + ["--apple-id", "1"]))
        #expect(result.status == 73 && result.errors.contains(name) && result.errors.contains("nothing was written"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() == before)
        #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    }

    @Test func `a folder that cannot be made leaves nothing behind`() throws {
        let folder = try ScratchFolder(["airworthy": "a file"])
        let result = try folder.run(["init"] + (Self.server + ["--apple-id", "1"]))
        #expect(result.status == 73 && result.errors.contains("is a file, not a folder"), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["airworthy"])
    }

    @Test func `the jobs are those of the pages`() throws {
        let pages = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../../Documentation")
        func page(_ name: String) throws -> String {
            try String(contentsOf: pages.appendingPathComponent(name), encoding: .utf8)
        }
        #expect(try page("publishing-by-pull-request.md").contains("```yaml\n\(Self.project().serverJob)```"))
        let job = try page("static-hosting.md").replacing(" --catalog catalog.yaml", with: "")
            .replacing(", catalog.yaml,", with: ",").replacing("keys/root-", with: "root-")
        let own = Self.project(.file, url: "https://www.example.com/manifest.json").fileJob
        #expect(job.contains("```yaml\n\(own)```"))
    }
}
