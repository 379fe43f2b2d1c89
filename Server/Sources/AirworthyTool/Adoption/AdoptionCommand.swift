import AirworthyPolicy
import ArgumentParser

/// The commands for the number of installations. Without a subcommand it shows them.
struct AdoptionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adoption", abstract: "Show which versions the installations of an app have.",
        subcommands: [AdoptionShowCommand.self, AdoptionImportCommand.self], defaultSubcommand: AdoptionShowCommand.self
    )
}

/// Shows which versions the installations of an app have.
struct AdoptionShowCommand: AsyncParsableCommand {
    /// The fact that installations are grouped by.
    enum Fact: String, CaseIterable, ExpressibleByArgument {
        case version, build, channel, os, storefront, platform
    }

    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show which versions the installations of an app have.",
        discussion: """
            Installations check in once a day, without an identifier. Each is counted once, \
            with the facts of its last check-in. Over more than 28 days those that come back \
            would be counted twice; the dashboard shows check-ins a day over 400 days.

            --csv prints the table that simulate and diff read as --installs.

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

    @Option(parsing: .unconditional, help: ArgumentHelp("The fact to group by.", valueName: "fact"))
    var by = Fact.version

    @Flag(help: "Print every combination of facts as CSV.")
    var csv = false

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        try ImpactOptions.requireCounted(days)
        guard !csv || !remote.json else { throw ValidationError("--csv and --json exclude each other.") }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let request = APIRequest.get("apps", app, "adoption").adding(query: "days", value: "\(days)")
        try await remote.printAnswer(to: request) { answer in
            let report = AdoptionReport(app: app, answer: answer, by: by)
            return csv ? report.csv : report.lines
        }
    }
}
