import AirworthyPolicy
import ArgumentParser

/// Groups what is about the counters of revisions.
struct HeadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heads", abstract: "The counters of revisions.", subcommands: [HeadsBumpCommand.self])
}

/// Raises a counter.
struct HeadsBumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump",
        abstract: "Raise an app's revision, after a restore.",
        discussion: """
            Apps refuse a revision below one they have seen. If a restored server may be \
            behind what it once served, raise the revision above that: the same content is \
            signed anew. A revision never falls again, so do not jump further than needed.

            EXAMPLE
              $ airworthy heads bump --app hashtags --at-least 1200
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The lowest revision to go on with.", valueName: "n"))
    var atLeast: Int

    @OptionGroup
    var change: ChangeOptions

    func run() async throws {
        let app = try slug(change.app, option: "app")
        let lowest = try positive(atLeast, option: "at-least") ?? 1
        let answer = try await change.remote.connected { client in
            if !change.yes {
                let known = try await RemoteApp(app, from: client)
                printError("\(app) is at revision \(known.revision); revisions never fall again.")
            }
            try Question.ask(
                "Go on with revision \(lowest) or higher", isAnswered: change.yes, orElse: "no revision was raised")
            let body: JSONValue = ["atLeast": .count(lowest)]
            return try await client.send(APIRequest("POST", "apps", app, "head", "bump").sending(body)).json
        }
        if change.json { return try printOutput(JSONValue.object(["publication": answer]).jsonLine) }
        let report = PublicationReport(app: app, publication: answer, verb: "RAISED", style: .standardOutput)
        try printOutput(report.lines.joined(separator: "\n"))
    }
}
