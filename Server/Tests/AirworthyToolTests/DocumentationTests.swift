import ArgumentParser
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

/// The documents quote the output of the program.
@Suite struct DocumentationTests {
    private func text(_ file: String) throws -> String {
        try String(contentsOf: Tool.root.appendingPathComponent(file), encoding: .utf8)
    }

    @Test func `the manual contains the table of settings`() throws {
        let manual = try text("Documentation/running.md")
        #expect(manual.contains("\n\n" + Setting.table + "\n\n"), "paste `airworthy serve --print-settings`")
    }

    @Test func `the README quotes the tour correctly`() throws {
        let tour = try text("Examples/tour.txt")
        let blocks = try text("README.md").components(separatedBy: "```\n")
            .filter { $0.hasPrefix("$ airworthy decide") || $0.hasPrefix("$ airworthy check broken") }
        #expect(blocks.count == 4)
        for block in blocks {
            // The tour may have more lines and other quotation marks.
            for line in block.split(separator: "\n").dropFirst() { #expect(tour.contains(line), "\(line)") }
        }
    }

    @Test func `the README names every command`() throws {
        let readme = try text("README.md")
        let configuration = AirworthyCommand.configuration
        for command in configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands) {
            let name = command.configuration.commandName ?? ""
            #expect(readme.contains("`airworthy \(name)") || readme.contains("`\(name)`"), "\(name)")
        }
    }
}
