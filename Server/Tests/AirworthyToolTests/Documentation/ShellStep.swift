import Foundation

/// A command of a shell block, and the output that the page shows below it.
struct ShellStep: Equatable {
    var command: String
    /// The shown lines; empty where the page shows none.
    var output: [String] = []

    /// Whether the command is a server, which goes on while the next commands run.
    var isServer: Bool {
        let words = command.split(whereSeparator: \.isWhitespace).drop { $0.contains("=") && !$0.hasPrefix("-") }
        guard words.first == "airworthy", let name = words.dropFirst().first else { return false }
        let isAnswer = command.contains("--help") || command.contains("--print-")
        return ["serve", "simulator", "demo"].contains(name) && !isAnswer
    }

    /// Returns the commands of a block. In a `console` block a command begins with `$ ` and goes on after a backslash; a
    /// block of another language is one script.
    static func steps(of block: PageBlock) -> [ShellStep] {
        guard block.language == "console" else { return [ShellStep(command: "(set -e\n\(block.text))")] }
        var steps: [ShellStep] = []
        var isContinued = false
        for line in block.lines {
            if isContinued {
                steps[steps.count - 1].command += "\n" + line
            } else if line.hasPrefix("$ ") {
                steps.append(ShellStep(command: String(line.dropFirst(2))))
            } else if steps.isEmpty {
                steps.append(ShellStep(command: "false # the block begins with output", output: [line]))
            } else {
                steps[steps.count - 1].output.append(line)
            }
            isContinued = (isContinued || line.hasPrefix("$ ")) && line.hasSuffix("\\")
        }
        return steps
    }

    /// Whether a command printed what the page shows. `…` stands for any text in a line; a line with nothing else stands
    /// for any number of lines.
    static func isShown(_ printed: some Collection<String>, by shown: some Collection<String>) -> Bool {
        guard let pattern = shown.first else { return printed.isEmpty }
        let rest = shown.dropFirst()
        if pattern.trimmingCharacters(in: .whitespaces) == "…" {
            return (0...printed.count).contains { isShown(Array(printed.dropFirst($0)), by: Array(rest)) }
        }
        guard let line = printed.first, isShown(line: line, by: pattern) else { return false }
        return isShown(Array(printed.dropFirst()), by: Array(rest))
    }

    private static func isShown(line: String, by pattern: String) -> Bool {
        let line = line.trimmingCharacters(in: .whitespaces)
        let parts = pattern.trimmingCharacters(in: .whitespaces).components(separatedBy: "…")
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return line == parts.first }
        guard line.hasPrefix(first), line.hasSuffix(last), line.count >= first.count + last.count else { return false }
        var rest = line.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
