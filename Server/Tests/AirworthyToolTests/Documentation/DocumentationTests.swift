import ArgumentParser
import Foundation
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
        #expect(manual.contains("\n\n" + Setting.table + "\n\n"), "paste `airworthy serve --print-settings`")
    }

    @Test func `the README names every command`() throws {
        let readme = try text("README.md")
        let configuration = AirworthyCommand.configuration
        for command in configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands) {
            let name = command.configuration.commandName ?? ""
            #expect(readme.contains("`airworthy \(name)") || readme.contains("`\(name)`"), "\(name)")
        }
    }

    @Test func `the README lists every page of Documentation`() throws {
        let readme = try text("README.md")
        for page in ShellBlockTests.pages where page.hasPrefix("Documentation/") {
            #expect(readme.contains("](\(page))"), "\(page)")
        }
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md", "Documentation/architecture.md", "Documentation/glossary.md"])
    func `each path of the repository that a page names exists`(page: String) throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Tool.root.path)
        for match in try prose(page).matches(of: /`([A-Za-z0-9_.+\/-]+)`/) {
            let path = String(match.1)
            guard path.contains("/"), folders.contains(where: { path.hasPrefix($0 + "/") }) else { continue }
            #expect(exists(path), "\(page) names \(path)")
        }
    }

    @Test(arguments: ShellBlockTests.pages) func `each link of a page leads to a file and a heading`(
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

    /// Returns the anchors of a page's headings, as GitHub forms them.
    private func anchors(of page: String) throws -> Set<String> {
        let headings = try prose(page).components(separatedBy: "\n").filter { $0.hasPrefix("#") }
        return Set(
            headings.map { heading in
                let title = heading.drop { $0 == "#" || $0 == " " }.lowercased()
                return String(
                    title.compactMap { character -> Character? in
                        if character == " " { return "-" }
                        return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
                    })
            })
    }
}
