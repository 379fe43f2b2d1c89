import Foundation
import PostgresTesting
import Testing
import ToolTesting

/// The shell blocks of README, CONTRIBUTING and `Documentation` run as typed. CONTRIBUTING has the rules for a page.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ShellBlockTests {
    static let pages =
        ["README.md", "README.ja.md", "CONTRIBUTING.md"] + pages(in: "Documentation") + pages(in: "Documentation/ja")

    private static func pages(in folder: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: Tool.root.appendingPathComponent(folder).path)
        return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }

    private static func blocks(of page: String) throws -> [PageBlock] {
        let text = try String(contentsOf: Tool.root.appendingPathComponent(page), encoding: .utf8)
        return PageBlock.blocks(of: text, page: page)
    }

    /// Runs the blocks of one page in order.
    /// - Returns: A description of each command that did not do what the page shows.
    private static func mistakes(in blocks: [PageBlock]) async throws -> [String] {
        try await onBlockingThread { try runAll(blocks) }
    }

    private static func runAll(_ blocks: [PageBlock]) throws -> [String] {
        guard blocks.contains(where: \.isRun) else { return [] }
        let session = try ShellSession()
        var mistakes: [String] = []
        for block in blocks {
            if block.needsDatabase, !PostgresCluster.isInstalled {
                print("not run: \(block) and what follows (PostgreSQL is not installed)")
                break
            }
            for marker in block.markers { try session.prepare(marker, text: block.text) }
            guard block.isRun else { continue }
            let steps = ShellStep.steps(of: block)
            for (index, step) in steps.enumerated() {
                let result =
                    try step.isServer
                    ? session.start(step.command, lines: step.output.count) : session.run(step.command)
                let status = index == steps.count - 1 ? block.status : 0
                let isShown = step.output.isEmpty || ShellStep.isShown(result.lines, by: step.output)
                guard result.status != status || !isShown else { continue }
                let fault =
                    result.status == status
                    ? "printed something else than the page shows" : "ended with \(result.status), not \(status)"
                mistakes.append("\(block): \(step.command)\n\(fault):\n\(result.output)")
            }
        }
        return mistakes
    }

    @Test(arguments: pages) func `the commands of a page print what the page shows`(page: String) async throws {
        for mistake in try await Self.mistakes(in: Self.blocks(of: page)) { Issue.record("\(mistake)") }
    }

    @Test(arguments: pages) func `each block names its language, and one that is not run gives a reason`(
        page: String
    ) throws {
        for block in try Self.blocks(of: page) {
            #expect(!block.language.isEmpty, "\(block): name the language; `text` for none, `console` for commands")
            for marker in block.markers {
                switch marker {
                case .notRun(let reason):
                    #expect(block.isShell, "\(block): only shell blocks are run")
                    #expect(reason.split(separator: " ").count > 1, "\(block): `not run` needs a reason")
                    print("not run: \(block): \(block.lines.first ?? "") (\(reason))")
                case .fails, .stopped, .given, .database:
                    #expect(block.isRun, "\(block): the marker is for a block that is run")
                case .unreadable(let text): Issue.record("\(block): the marker cannot be read: \(text)")
                case .file: break
                }
            }
        }
    }

    @Test(arguments: [
        ("```console\n$ echo one\ntwo\n```", ["echo one"]),
        ("```console\n$ false\n$ echo three\n```", ["false"]),
        ("```sh\nfalse\ntrue\n```", ["false"]),
        ("```console\n$ airworthy compare 1.10 1.9\n<\n```", ["airworthy compare 1.10 1.9"]),
        ("<!-- fails: 1 -->\n```console\n$ true\n```", ["true"]),
        ("```console\n$ printf 'a\\nb\\n'\na\n…\nc\n```", ["printf"]),
    ])
    func `a planted mistake in a page is found`(page: String, commands: [String]) async throws {
        let blocks = PageBlock.blocks(of: page, page: "planted.md")
        let mistakes = try await Self.mistakes(in: blocks)
        #expect(mistakes.count == commands.count)
        for (mistake, command) in zip(mistakes, commands) {
            #expect(mistake.hasPrefix("planted.md:"))
            #expect(mistake.contains(command))
        }
    }

    @Test func `files, variables, the folder and servers last for a page`() async throws {
        let page = """
            <!-- file: a.txt -->
            ```text
            shown
            ```
            ```console
            $ export WORD=kept && mkdir -p sub
            $ cd sub
            $ cat ../a.txt
            shown
            ```
            - A list:
              ```console
              $ echo "$WORD \\
                on"
              kept   on
              $ airworthy serve --data data
              listening on http://127.0.0.1:8080
              $ curl -fsS http://127.0.0.1:8080/health/live -o /dev/null && ls ..
              Examples
              a.txt
              …
              $ airworthy serve --data data --port 8080
              listening on http://…:8080
              ```
            """
        #expect(try await Self.mistakes(in: PageBlock.blocks(of: page, page: "planted.md")) == [])
    }

    @Test func `a server that takes its time to end has ended before the next command`() async throws {
        let page = """
            ```console
            $ airworthy() ( trap 'sleep 1; touch ended; exit' TERM; echo http://127.0.0.1:1; while true; do sleep 0.1; done )
            $ airworthy serve
            http://127.0.0.1:8080
            ```
            <!-- stopped: 8080 -->
            ```console
            $ ls ended
            ended
            ```
            """
        #expect(try await Self.mistakes(in: PageBlock.blocks(of: page, page: "planted.md")) == [])
    }

    @Test(arguments: [
        (["a…d", "…", "z"], ["abcd", "1", "2", "z"], true), (["…"], [], true), (["a"], ["a", "b"], false),
        (["a…a"], ["a"], false), (["a…b…c"], ["a-b-c"], true), (["a…b…c"], ["a-c"], false),
    ])
    func `an ellipsis stands for any text or any lines`(shown: [String], printed: [String], isShown: Bool) {
        #expect(ShellStep.isShown(printed, by: shown) == isShown)
    }

    @Test(arguments: [
        "<!-- not run: -->", "<!-- not run: because -->", "<!-- fails: often -->", "<!-- file: -->",
        "<!-- given: a -->",
    ])
    func `a marker without a reason or a value is a mistake`(marker: String) throws {
        let block = try #require(PageBlock.blocks(of: marker + "\n```sh\nfalse\n```", page: "planted.md").first)
        switch try #require(block.markers.first) {
        case .notRun(let reason): #expect(reason.split(separator: " ").count < 2)
        case .unreadable: break
        default: Issue.record("\(marker) was read")
        }
    }
}
