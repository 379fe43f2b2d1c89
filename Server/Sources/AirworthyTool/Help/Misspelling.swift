@_spi(Tools) import AirworthyPolicy
import ArgumentParser

/// Finds the word that is wrong in arguments that the parser rejected, where the parser itself suggests nothing: a
/// command, and an option beside which another one is missing.
enum Misspelling {
    /// Returns the error with a suggestion; `nil` if every command and every option exists.
    static func error(in arguments: [String]) -> ToolError? {
        var command: any ParsableCommand.Type = AirworthyCommand.self
        var path = ["airworthy"]
        var rest = arguments.prefix { $0 != "--" }
        while let word = rest.first, !word.hasPrefix("-") {
            let commands = subcommands(of: command)
            guard !commands.isEmpty else { break }
            guard let next = commands[word] else {
                return unknownCommand(word, among: commands.keys.sorted(), of: path)
            }
            command = next
            path.append(word)
            rest = rest.dropFirst()
        }
        if let usual = command.configuration.defaultSubcommand { command = usual }
        return unknownOption(in: rest, of: command, path: path)
    }

    private static func subcommands(of command: any ParsableCommand.Type) -> [String: any ParsableCommand.Type] {
        let configuration = command.configuration
        let all = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        return Dictionary(all.map { ($0._commandName, $0) }) { first, _ in first }
    }

    private static func unknownCommand(_ word: String, among names: [String], of path: [String]) -> ToolError {
        let parent = path.joined(separator: " ")
        if word == "version" { return .usage("`version` is not a command; did you mean `airworthy --version`?") }
        let help =
            Spelling.nearest(to: word, among: names).map { "did you mean `\(parent) \($0)`?" }
            ?? "`\(parent) --help` lists the commands"
        return .usage("`\(word.printableLine)` is not a command; \(help)")
    }

    private static func unknownOption(
        in words: ArraySlice<String>, of command: any ParsableCommand.Type, path: [String]
    ) -> ToolError? {
        let (known, withValue) = optionNames(of: command)
        let typed = words.indices.filter { index in
            let isValue = index > words.startIndex && withValue.contains(words[index - 1])
            return words[index].hasPrefix("--") && words[index].count > 2 && !isValue
        }
        let names = typed.map { String(words[$0].prefix { $0 != "=" }) }
        guard let wrong = names.first(where: { !known.contains($0) }) else { return nil }
        let parent = path.joined(separator: " ")
        let help =
            Spelling.nearest(to: wrong, among: known.sorted()).map { "did you mean \($0)?" }
            ?? "`\(parent) --help` lists its options"
        return .usage("\(parent) has no option \(wrong.printableLine); \(help)")
    }

    /// The long options of a command, as its help lists them, and those of them that a value follows. The parser has no
    /// other public list.
    private static func optionNames(
        of command: any ParsableCommand.Type
    ) -> (known: Set<String>, withValue: Set<String>) {
        let help = AirworthyCommand.helpMessage(for: command, includeHidden: true)
        let found = help.matches(of: /(--[a-z][a-z0-9-]*)( <)?/).map(\.output)
        return (Set(found.map { String($0.1) }), Set(found.filter { $0.2 != nil }.map { String($0.1) }))
    }
}
