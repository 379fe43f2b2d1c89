import ArgumentParser

/// The `airworthy` command.
@main
struct AirworthyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "airworthy",
        abstract: "Decides whether an installed build may carry on.",
        version: toolVersion,
        subcommands: [])

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
        var command = try parseAsRoot(arguments)
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }
}
