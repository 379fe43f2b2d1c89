import AirworthyPolicy
import ArgumentParser

/// The commands for the revision counters of a server.
struct HeadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heads", abstract: "Manage the revision counters of a server.",
        subcommands: [HeadsBumpCommand.self])
}

/// Raises an app's revision.
struct HeadsBumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump",
        abstract: "Raise an app's revision, after a restore.",
        discussion: """
            Apps reject a revision below one they have accepted. If a restored server may be \
            behind what it once served, raise the revision above that: the same content is \
            signed again. A revision can never be lowered, so do not raise it further than \
            needed.

            EXAMPLE
              $ airworthy heads bump --app hashtags --at-least 1200
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The lowest possible next revision.", valueName: "n"))
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
