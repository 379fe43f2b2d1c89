import AirworthyPolicy
import ArgumentParser

/// The commands for the revision counters (heads) of a server's apps.
struct HeadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heads", abstract: "Manage the revision counters (heads) of a server's apps.",
        subcommands: [HeadsBumpCommand.self])
}

/// Raises an app's revision.
struct HeadsBumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump",
        abstract: "Raise an app's revision, after a restore.",
        discussion: """
            Apps reject a revision below one they have accepted. A server restored from a \
            backup may have a lower revision than apps have already accepted; raise it above \
            that one. The server then signs the same content again. A revision can never be \
            lowered, so do not raise it further than needed.

            The token needs the right "apps". The highest number is a day, 86400, above the \
            time in seconds (as of 1970) or above the app's revision, whichever is higher.

            EXAMPLE
              $ airworthy heads bump --app hashtags --at-least 1200
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The new revision is this number or higher.", valueName: "n"))
    var atLeast: Int

    @OptionGroup
    var change: ChangeOptions

    func run() async throws {
        let app = try appSlug(change.app, option: "app")
        let lowest = try positiveNumber(atLeast, option: "at-least") ?? 1
        let answer = try await change.server.withClient { client in
            if !change.yes {
                let known = try await ServerApp(app, from: client)
                printError("\(app) is at revision \(known.revision); a revision can never be lowered.")
            }
            try confirm(
                "Continue with revision \(lowest) or higher", isConfirmed: change.yes,
                otherwise: "no revision was raised")
            let body: JSONValue = ["atLeast": .count(lowest)]
            return try await client.send(.post("apps", app, "head", "bump").sending(body)).json
        }
        if change.json { return try printOutput(JSONValue.object(["publication": answer]).jsonLine) }
        try printOutput(PublicationReport(app: app, publication: answer, verb: "RAISED").lines)
    }
}
