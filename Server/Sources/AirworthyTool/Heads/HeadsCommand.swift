import AirworthyPolicy
import ArgumentParser
import ControlPlane

struct HeadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heads", abstract: "Manage the revision counters (heads) of a server's apps.",
        subcommands: [HeadsBumpCommand.self])
}

struct HeadsBumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump",
        abstract: "Raise the revision of an app or of all apps, after a restore.",
        discussion: """
            Apps reject a revision below one they have accepted. A server restored from a \
            backup may have a lower revision than apps have already accepted; raise it above \
            that one. The server then signs the same content again. A revision can never be \
            lowered, so do not raise it further than needed.

            The token needs the right "apps". The highest number is \(RevisionLimit.margin) above the \
            time in seconds (as of 1970) or above the app's revision, whichever is higher.

            --all raises every app, by default above the time in seconds, which exceeds every \
            revision that may have been published since the backup. A failure with one app \
            does not stop the others; the exit code is then 69. With --local the command \
            opens the database itself, so that no server has to run after a point-in-time \
            recovery; servers sign the content again when they start, or within a minute.

            EXAMPLE
              $ airworthy heads bump --app hashtags --at-least 1200
              $ airworthy heads bump --all --local --database postgresql://app@db/airworthy
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String?

    @Flag(help: "Raise every app.")
    var all = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The new revision is this number or higher; with --all by default the time in seconds.", valueName: "n"))
    var atLeast: Int?

    @Flag(help: .yes) var yes = false

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var local: LocalOptions

    @OptionGroup var server: ServerOptions

    func validate() throws {
        guard all != (app != nil) else { throw ValidationError("Give either --app or --all.") }
        guard all || atLeast != nil else { throw ValidationError("--app needs --at-least.") }
        guard all || !local.local else { throw ValidationError("--local needs --all.") }
    }

    func run() async throws {
        let lowest = try positiveNumber(atLeast, option: "at-least")
        guard let name = app else {
            return try await BumpOfAll(lowest: lowest, isConfirmed: yes, json: json).run(local: local, server: server)
        }
        let app = try appSlug(name, option: "app")
        let floor = lowest ?? 1
        let answer = try await server.withClient { client in
            if !yes {
                let known = try await ServerApp(app, from: client)
                printError("\(app) is at revision \(known.revision). \(BumpOfAll.warning)")
            }
            try confirm(
                "Continue with revision \(floor) or higher", isConfirmed: yes, otherwise: BumpOfAll.refusal)
            let body: JSONValue = ["atLeast": .of(floor)]
            return try await client.send(.post("apps", app, "head", "bump").sending(body)).json
        }
        if json { return try printOutput(JSONValue.object(["publication": answer]).jsonLine) }
        try printOutput(PublicationReport(app: app, publication: answer, verb: "RAISED").lines)
    }
}
