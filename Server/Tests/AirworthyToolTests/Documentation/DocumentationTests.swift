import ArgumentParser
import Foundation
import Persistence
import Testing
import ToolTesting

@testable import AirworthyTool

/// The README and the pages in `Documentation` agree with the program and with the repository.
@Suite struct DocumentationTests {
    private func text(_ file: String) throws -> String {
        try String(contentsOf: Tool.root.appendingPathComponent(file), encoding: .utf8)
    }

    /// A page without its fenced blocks.
    private func prose(_ page: String) throws -> String {
        var isCode = false
        return try text(page).components(separatedBy: "\n").filter { line in
            let isFence = line.trimmingCharacters(in: .whitespaces).hasPrefix("```")
            if isFence { isCode.toggle() }
            return !isCode && !isFence
        }.joined(separator: "\n")
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Tool.root.appendingPathComponent(path).path)
    }

    @Test func `running.md has the table of settings that the program prints`() throws {
        let manual = try text("Documentation/running.md")
        #expect(manual.contains("\n\n" + Settings.table + "\n\n"), "paste `airworthy serve --print-settings`")
    }

    @Test func `upgrading.md lists every migration, and names the newest in its examples`() throws {
        let page = try text("Documentation/upgrading.md")
        let rows = page.matches(of: /\n\| `([0-9]{4} [a-z-]+)` \|/).map { String($0.1) }
        #expect(rows == Schema.migrations.map(\.title))
        let newest = try #require(Schema.migrations.last)
        #expect(page.contains("up to date: \(newest.title)\n") && page.contains("the schema \(newest.number),"))
        #expect(page.contains("airworthy.before-\(newest.title.prefix(4)).sqlite"))
    }

    @Test func `command-line.md names every command`() throws {
        let page = try text("Documentation/command-line.md")
        let configuration = AirworthyCommand.configuration
        for command in configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands) {
            let name = command.configuration.commandName ?? ""
            #expect(page.contains("`airworthy \(name)") || page.contains("`\(name)`"), "\(name)")
        }
    }

    @Test func `the index of Documentation lists every page of it`() throws {
        let index = try text("Documentation/README.md")
        for page in ShellBlockTests.pages where page.hasPrefix("Documentation/") && !page.hasSuffix("/README.md") {
            #expect(index.contains("](\(page.dropFirst("Documentation/".count)))"), "\(page)")
        }
    }

    @Test func `the tests that threats.md names exist`() throws {
        let page = try text("Documentation/threats.md")
        let names = Set(page.matches(of: /`([A-Z][A-Za-z]+(?:Tests|Stories|Laws))`/).map { String($0.1) })
        #expect(names.count > 20)
        let folders = ["Tests", "Server/Tests"].map { Tool.root.appendingPathComponent($0) }
        let files = folders.compactMap { FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil) }
            .flatMap { $0.compactMap { $0 as? URL } }.filter { $0.pathExtension == "swift" }
        let suites = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /struct ([A-Za-z]+)/).map { String($0.1) }
        }
        #expect(names.subtracting(suites) == [])
        for path in page.matches(of: /`(Server\/[A-Za-z\/.]+)`/) { #expect(exists(String(path.1)), "\(path.1)") }
    }

    @Test func `the README fits on two screens and leads to the index`() throws {
        let readme = try text("README.md")
        #expect(readme.utf8.count <= 7_000)
        #expect(readme.contains("](Documentation/README.md)"))
        #expect(readme.contains("make test"))
    }

    @Test(arguments: [
        "README.md", "README.ja.md", "Documentation/installing.md", "Documentation/upgrading.md", "CONTRIBUTING.md",
        "Deploy/homebrew/airworthy.rb",
    ])
    func `pages name the version of the program`(page: String) throws {
        #expect(try text(page).contains(toolVersion), "\(page) does not name \(toolVersion)")
    }

    @Test func `the newest version of the changelog is that of the program`() throws {
        let newest = try text("CHANGELOG.md").firstMatch(of: /\n## ([0-9.]+) - [0-9]{4}-[0-9]{2}-[0-9]{2}\n/)
        #expect(newest.map { String($0.output.1) } == toolVersion)
    }

    /// The pages of the index that stand beside a number of minutes.
    private static let guides: [Guide] = {
        let index = try? String(
            contentsOf: Tool.root.appendingPathComponent("Documentation/README.md"), encoding: .utf8)
        return (index ?? "").matches(of: /\| (\d+) \| \[[^\]]+\]\(([^)]+)\) \|/).map { match in
            Guide(minutes: String(match.1), page: "Documentation/" + String(match.2))
        }
    }()

    private struct Guide: CustomStringConvertible {
        let minutes: String
        let page: String

        var description: String { page }
    }

    @Test func `the index has guides`() { #expect(Self.guides.count > 20) }

    @Test(arguments: guides)
    private func `a guide says whom it is for, how long it takes and what one needs`(guide: Guide) throws {
        let page = try text(guide.page)
        for part in ["**For** ", "**\(guide.minutes) minutes**", "**You need** "] {
            #expect(page.contains(part), "\(guide.page) does not say \(part)")
        }
    }

    /// The pages that people read, those of DocC and of the examples included.
    private static let linked: [String] = {
        let folders = ["Documentation/images", "Examples", "Sources"]
        return ShellBlockTests.pages + ["CHANGELOG.md"]
            + folders.flatMap { folder -> [String] in
                let files = FileManager.default.enumerator(atPath: Tool.root.appendingPathComponent(folder).path)
                return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
                    .map { "\(folder)/\($0)" }
            }
    }()

    @Test(arguments: ShellBlockTests.pages)
    func `each path of the repository that a page names exists`(page: String) throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Tool.root.path)
        for match in try prose(page).matches(of: /`([A-Za-z0-9_.+\/-]+)`/) {
            let path = String(match.1)
            guard path.contains("/"), folders.contains(where: { path.hasPrefix($0 + "/") }) else { continue }
            #expect(exists(path), "\(page) names \(path)")
        }
    }

    @Test(arguments: linked) func `each link of a page leads to a file and a heading`(
        page: String
    ) throws {
        let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        for match in try prose(page).matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains(":") {
            let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let target = parts[0].isEmpty ? page : folder + parts[0]
            guard exists(target) else {
                Issue.record("\(page) links to \(match.1), which does not exist")
                continue
            }
            guard parts.count > 1 else { continue }
            #expect(try anchors(of: target).contains(String(parts[1])), "\(page) links to \(match.1)")
        }
    }

    /// Returns the anchors of a page's headings, as GitHub forms them: of equal headings the second one ends in `-1`.
    private func anchors(of page: String) throws -> Set<String> {
        try Self.anchors(in: prose(page))
    }

    private static func anchors(in text: String) -> Set<String> {
        let headings = text.components(separatedBy: "\n").filter { $0.hasPrefix("#") }
        var counts: [String: Int] = [:]
        return Set(
            headings.map { heading in
                let title = heading.drop { $0 == "#" || $0 == " " }.lowercased()
                let anchor = String(
                    title.compactMap { character -> Character? in
                        if character == " " { return "-" }
                        return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
                    })
                let count = counts[anchor, default: 0]
                counts[anchor] = count + 1
                return count == 0 ? anchor : "\(anchor)-\(count)"
            })
    }

    @Test func `equal headings get different anchors`() {
        let page = "# How do I, then?\n## `A` & B\n## `A` & B"
        #expect(Self.anchors(in: page) == ["how-do-i-then", "a--b", "a--b-1"])
    }
}
