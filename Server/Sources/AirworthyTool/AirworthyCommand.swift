import ArgumentParser

/// The `airworthy` command.
@main
struct AirworthyCommand: AsyncParsableCommand {
    // `version:` is not set here. The parser would then read the `--version V` of `decide` as a request for the
    // version of the tool whenever another argument is wrong.
    static let configuration = CommandConfiguration(
        commandName: "airworthy",
        abstract: "Forces or suggests app updates, and hides unfinished features, by rules you publish.",
        discussion: RootHelp.first,
        subcommands: [
            InitCommand.self, DecideCommand.self, CheckCommand.self, SimulateCommand.self, DiffCommand.self,
            KeysCommand.self,
            KeyringCommand.self, SignCommand.self, VerifyCommand.self, ConvertCommand.self, CompareCommand.self,
            MatchesCommand.self, BucketCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Server",
                subcommands: [
                    ServeCommand.self, DoctorCommand.self, DemoCommand.self, BackupCommand.self, RestoreCommand.self,
                    MigrateCommand.self, MoveCommand.self, SimulatorCommand.self,
                ]),
            CommandGroup(
                name: "Remote",
                subcommands: [
                    PublishCommand.self, ApplyCommand.self, PullCommand.self, DraftsCommand.self, HistoryCommand.self,
                    AdoptionCommand.self, ExplainCommand.self, WhyCommand.self, RollbackCommand.self,
                    CatalogCommand.self, AppsCommand.self, TokensCommand.self, DashboardCommand.self,
                    SessionsCommand.self, HeadsCommand.self, ClockCommand.self,
                ]),
            CommandGroup(
                name: "Apple",
                subcommands: [BuildsCommand.self, AudienceCommand.self, LookupCommand.self, WebhooksCommand.self]),
        ])

    /// Runs the command line of this process and exits with the status that ``exitStatus(for:)`` gives an error.
    ///
    /// Replaces the parser's own entry point, which exits with 1 for every error it does not know.
    static func main() async {
        do {
            try await perform(Array(CommandLine.arguments.dropFirst()))
        } catch {
            exit(reporting: error)
        }
    }

    /// Parses `arguments` and runs the command they name.
    static func perform(_ arguments: [String]) async throws {
        if arguments == ["--version"] { throw CleanExit.message(toolVersion) }
        if RootHelp.isWanted(by: arguments) { throw CleanExit.message(RootHelp.text) }
        var command = try await command(parsing: arguments)
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }

    /// Returns the command that the arguments name.
    static func command(parsing arguments: [String]) async throws -> any ParsableCommand {
        // The parser answers `help` for a command that does not exist with the help of the program.
        if arguments.first == "help", let error = Misspelling.error(in: Array(arguments.dropFirst())) { throw error }
        do {
            return try await asyncParseAsRoot(ArgumentPreprocessor.prepared(arguments))
        } catch {
            guard exitStatus(for: error) == ToolExitStatus.usage.rawValue, !message(for: error).contains("Did you mean")
            else { throw error }
            throw Misspelling.error(in: arguments) ?? error
        }
    }
}

/// Rewrites arguments that the parser would misunderstand.
enum ArgumentPreprocessor {
    static func prepared(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let options = arguments[..<end].flatMap(splittingEmptyValue)
        return end < arguments.endIndex ? options + arguments[end...] : endingOptions(options)
    }

    /// Splits `--salt=`, whose value is empty. The parser would read the next argument as the value.
    private static func splittingEmptyValue(_ argument: String) -> [String] {
        let name = argument.dropLast()
        guard argument.hasPrefix("--"), argument.hasSuffix("="), name.count > 2, !name.contains("=") else {
            return [argument]
        }
        return [String(name), ""]
    }

    /// Inserts `--` before the `-1` of `compare -1 1`, so that the error is about a version and not about an option.
    private static func endingOptions(_ arguments: [String]) -> [String] {
        guard ["compare", "matches"].contains(arguments.first),
            let value = arguments.firstIndex(where: { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0 != "-h" })
        else { return arguments }
        return arguments[..<value] + ["--"] + arguments[value...]
    }
}

/// The version of this repository's products, as `airworthy --version` prints it.
let toolVersion = "0.9.0"
