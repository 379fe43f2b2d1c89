import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// The commands for the number of installations. Without a subcommand it shows them.
struct AdoptionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adoption", abstract: "Show which versions the installations of an app have.",
        subcommands: [AdoptionShowCommand.self, AdoptionImportCommand.self], defaultSubcommand: AdoptionShowCommand.self
    )
}

/// Shows which versions the installations of an app have.
struct AdoptionShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show which versions the installations of an app have.",
        discussion: """
            Installations check in once a day, without an identifier. Each is counted once, \
            with the facts of its last check-in. Over more than 28 days those that come back \
            would be counted twice; the dashboard shows check-ins a day over 400 days.

            --csv prints the table that simulate and diff read as --installs. It and --json \
            have every combination of facts unless --by is given.

            EXAMPLE
              $ airworthy adoption --app hashtags --days 7 --by os
              $ airworthy adoption --app hashtags --csv > installs.csv
            """)

    @Option(parsing: .unconditional, help: .app)
    var app: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Count those of the last days, 1 to 28, today (UTC) included.", valueName: "n"))
    var days = 28

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The fact to group by; by default version.", valueName: "fact"))
    var by: AdoptionCell.Fact?

    @Flag(help: "Print CSV.")
    var csv = false

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        try ImpactOptions.requireCounted(days)
        guard !csv || !remote.json else { throw ValidationError("--csv and --json exclude each other.") }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let isTable = csv || remote.json
        let request = APIRequest.get("apps", app, "adoption").adding(query: "days", value: "\(days)")
            .adding(query: "by", value: isTable ? by?.rawValue : (by ?? .version).rawValue)
        try await remote.printAnswer(to: request) { answer in
            csv
                ? AdoptionTable(answer, of: by.map { [$0] } ?? AdoptionCell.Fact.allCases).lines
                : AdoptionReport(app: app, answer: answer, by: by ?? .version).lines
        }
    }
}

extension AdoptionCell.Fact: ExpressibleByArgument {}
