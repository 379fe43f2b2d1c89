import ArgumentParser
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

/// The commands of blocks that no test can run are at least understood: their names, options and arguments exist.
@Suite(.timeLimit(.minutes(5))) struct UnrunCommandTests {
    /// Returns the words of each call of `airworthy` in a block, without redirections and other programs.
    private static func calls(in block: PageBlock) -> [[String]] {
        let commands =
            block.language == "console"
            ? ShellStep.steps(of: block).map(\.command)
            : block.text.replacing("\\\n", with: " ").components(separatedBy: "\n")
        return commands.flatMap { ShellWords.commands(of: $0) }.compactMap { words in
            guard let start = words.firstIndex(of: "airworthy"), words[..<start].allSatisfy({ $0.contains("=") })
            else { return nil }
            return Array(words[(start + 1)...])
        }
    }

    /// What the parser of the command line answers itself, without a command.
    private static let answeredByParser = ["--version", "--generate-completion-script"]

    @Test func `the command line understands every command that a page shows and no test runs`() async throws {
        var count = 0
        for page in ShellBlockTests.pages {
            let text = try String(contentsOf: Tool.root.appendingPathComponent(page), encoding: .utf8)
            for block in PageBlock.blocks(of: text, page: page) where block.isShell && !block.isRun {
                for words in Self.calls(in: block)
                where !Self.answeredByParser.contains(words.first ?? "") && !words.contains("$@") {
                    count += 1
                    await #expect(throws: Never.self, "\(block): airworthy \(words.joined(separator: " "))") {
                        _ = try await AirworthyCommand.command(parsing: words)
                    }
                }
            }
        }
        #expect(count > 15)
    }

    @Test func `the command line understands every command that the dashboard shows`() async throws {
        let folder = Tool.root.appendingPathComponent("Server/Sources/Dashboard/Files")
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "mustache" {
            let text = try String(contentsOf: file, encoding: .utf8).replacing("\n", with: " ")
            // A value of the page stands for a word; one command ends where another, or its block, begins.
            let shown = text.replacing(/\{\{[a-z.]+\}\}/, with: "1").replacing("airworthy ", with: "\nairworthy ")
            for line in shown.components(separatedBy: "\n") {
                guard let command = line.prefixMatch(of: /airworthy [a-z][^<{]*/) else { continue }
                let words = command.output.split(separator: " ").dropFirst().map(String.init)
                // A sentence names the command only.
                guard words.contains(where: { $0.hasPrefix("-") }) else { continue }
                count += 1
                await #expect(throws: Never.self, "\(file.lastPathComponent): \(command.output)") {
                    _ = try await AirworthyCommand.command(parsing: words)
                }
            }
        }
        #expect(count > 8)
    }

    @Test(arguments: [
        ("airworthy a 'b c' \"d e\" \\\n  --f", [["airworthy", "a", "b c", "d e", "--f"]]),
        ("A=1 airworthy a > out.txt 2>> err.txt", [["A=1", "airworthy", "a"]]),
        ("curl URL | airworthy verify - # why", [["curl", "URL"], ["airworthy", "verify", "-"]]),
        ("airworthy a && airworthy b; ls", [["airworthy", "a"], ["airworthy", "b"], ["ls"]]),
        (
            "airworthy a --n $(airworthy b \"$c\" -) d",
            [["airworthy", "b", "$c", "-"], ["airworthy", "a", "--n", "$()", "d"]]
        ),
    ])
    func `a line is split into the words of its commands`(line: String, commands: [[String]]) {
        #expect(ShellWords.commands(of: line) == commands)
    }
}

/// Splits a line into commands and their words, as far as the pages need it.
private enum ShellWords {
    static func commands(of line: String) -> [[String]] {
        var commands: [[String]] = []
        var words: [String] = []
        var word: String?
        var quote: Character?
        var skipsWord = false
        func endWord() {
            if let found = word {
                if !skipsWord { words.append(found) }
                skipsWord = false
            }
            word = nil
        }
        func endCommand() {
            endWord()
            if !words.isEmpty { commands.append(words) }
            (words, skipsWord) = ([], false)
        }
        var rest = Substring(line.replacing("\\\n", with: " "))
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
                continue
            }
            switch character {
            case "$" where rest.first == "(":
                // Without parentheses in it.
                let inner = rest.dropFirst().prefix { $0 != ")" }
                commands += Self.commands(of: String(inner))
                rest = rest.dropFirst(inner.count + 2)
                word = (word ?? "") + "$()"
            case "'", "\"":
                quote = character
                word = word ?? ""
            case "\\": word = (word ?? "") + String(rest.popFirst() ?? "\\")
            case "#" where word == nil: rest = rest.drop { $0 != "\n" }
            case "|", ";", "&", "(", ")", "\n": endCommand()
            case ">", "<":
                // The number before it is not an argument.
                if word.map({ $0.allSatisfy(\.isNumber) }) == true { word = nil }
                endWord()
                skipsWord = true
            case " ", "\t": endWord()
            default: word = (word ?? "") + String(character)
            }
        }
        endCommand()
        return commands
    }
}
