import ArgumentParser

/// The `airworthy` command.
@main
struct AirworthyCommand: AsyncParsableCommand {
    // No `version:` here: the parser would then take the `--version V` of `decide` for a question about the tool
    // whenever something else is wrong with the call.
    static let configuration = CommandConfiguration(
        commandName: "airworthy",
        abstract: "Decides whether an installed build may carry on.",
        discussion: """
            airworthy --version prints the tool's version.

            EXIT CODES
              0   done (decide --exit-code: ok)
              1   check found an error; diff --exit-code: something differs; a
                  question was not answered with yes
              10  decide --exit-code: recommended
              20  decide --exit-code: required
              30  decide --exit-code: requiredUnavailable
              40  decide --exit-code: maintenance
              64  called the wrong way
              65  bad data: a file or a value cannot be used
              66  a file is missing or cannot be read; the server has no such thing
              68  the server's name leads nowhere
              69  the server cannot be reached, or cannot do it
              70  our fault
              73  a file cannot be written, or must not be replaced; a name is taken
              75  it may go well later: somebody else was faster, the server is busy,
                  or the connection broke
              77  the token does not count, or does not allow it

            ENVIRONMENT
              AIRWORTHY_SERVER  the server's address; http for this machine only
              AIRWORTHY_TOKEN   who you are; see also --token-file
              AIRWORTHY_APPLE_KEY_FILE, AIRWORTHY_APPLE_KEY_ID, AIRWORTHY_APPLE_ISSUER
                                your key of App Store Connect, for builds, audience
                                and webhooks
            """,
        subcommands: [
            DecideCommand.self, CheckCommand.self, SimulateCommand.self, DiffCommand.self, KeysCommand.self,
            KeyringCommand.self, SignCommand.self, VerifyCommand.self, ConvertCommand.self, CompareCommand.self,
            MatchesCommand.self, BucketCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Server",
                subcommands: [
                    ServeCommand.self, DemoCommand.self, BackupCommand.self, RestoreCommand.self, SimulatorCommand.self,
                ]),
            CommandGroup(
                name: "Remote",
                subcommands: [
                    PublishCommand.self, HistoryCommand.self, RollbackCommand.self, CatalogCommand.self,
                    AppsCommand.self, TokensCommand.self, HeadsCommand.self,
                ]),
            CommandGroup(
                name: "Apple",
                subcommands: [BuildsCommand.self, AudienceCommand.self, LookupCommand.self, WebhooksCommand.self]),
        ])

    /// Runs what the process was asked for and ends with the status that ``status(for:)`` gives an error.
    ///
    /// Replaces the parser's own entry point, which ends with 1 for every error it does not know.
    static func main() async {
        do {
            try await perform(Array(CommandLine.arguments.dropFirst()))
        } catch {
            end(with: error)
        }
    }

    /// Parses `arguments` and runs the command they name.
    static func perform(_ arguments: [String]) async throws {
        if arguments == ["--version"] { throw CleanExit.message(toolVersion) }
        var command = try parseAsRoot(ArgumentShield.shielded(arguments))
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }
}
