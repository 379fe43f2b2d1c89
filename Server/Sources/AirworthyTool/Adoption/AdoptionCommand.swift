import AirworthyPolicy
import AirworthySupport
import ArgumentParser
import ControlPlane

/// The commands for the number of installations. Without a subcommand it shows them.
struct AdoptionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adoption", abstract: "Show which versions the installations of an app have.",
        subcommands: [AdoptionShowCommand.self, AdoptionImportCommand.self], defaultSubcommand: AdoptionShowCommand.self
    )
}

struct AdoptionShowCommand: AsyncParsableCommand {
    /// The maximum size of a response in bytes. One with every combination of facts may have hundreds of thousands.
    private static let maximumResponse = 64 << 20

    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show which versions the installations of an app have.",
        discussion: """
            Installations check in once a day, without an identifier. Each is counted once, \
            with the facts of its last check-in. Over more than \(CheckInLimits.days) days those that come back \
            would be counted twice; the dashboard shows check-ins a day over \(AdoptionLimit.days) days.

            Without --by a second table has the check-ins of the last \(CheckInsReport.mostDays) days: on each day, an \
            installation is counted with the version of its first check-in. It shows the two \
            newest versions and the most frequent ones.

            --csv prints the table that simulate and diff read as --installs. It and --json \
            have every combination of facts unless --by is given.

            EXAMPLE
              $ airworthy adoption --app hashtags --days 7 --by os
              $ airworthy adoption --app hashtags --csv > installs.csv
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Count those of the last days, 1 to \(CheckInLimits.days), today (UTC) included.", valueName: "n"))
    var days = AdoptionLimit.usualDays

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The fact to group by; by default version.", valueName: "fact"))
    var by: AdoptionCell.Fact?

    @Flag(help: "Print CSV.")
    var csv = false

    @OptionGroup var remote: RemoteOptions

    func validate() throws {
        try ImpactOptions.requireCounted(days)
        guard !csv || !remote.json else { throw ValidationError("--csv and --json exclude each other.") }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let request = APIRequest.get("apps", app, "adoption").adding(query: "days", value: "\(days)")
            .receiving(upTo: Self.maximumResponse)
        let grouped = request.adding(query: "by", value: by?.rawValue)
        let lines = try await remote.server.withClient { client in
            if remote.json { return [try await client.send(grouped).json.jsonLine] }
            if csv {
                let response = try await client.send(grouped.adding(query: "format", value: "csv"))
                return [try AdoptionTable(response, of: by.map { [$0] } ?? AdoptionCell.Fact.allCases).text]
            }
            let fact = by ?? .version
            let answer = try await client.send(request.adding(query: "by", value: fact.rawValue)).json
            let report = AdoptionReport(app: app, answer: answer, by: fact)
            guard by == nil, report.hasCheckIns else { return report.lines }
            return report.lines + (try await checkIns(of: app, from: client))
        }
        try printOutput(lines)
    }

    private func checkIns(of app: String, from client: APIClient) async throws -> [String] {
        let days = min(days, CheckInsReport.mostDays)
        let request = APIRequest.get("apps", app, "adoption", "activity").adding(query: "days", value: "\(days)")
        return CheckInsReport(try await client.send(request).json, days: days).lines
    }
}

extension AdoptionCell.Fact: ExpressibleByArgument {}
