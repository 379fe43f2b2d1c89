import AirworthyPolicy
import ArgumentParser

/// Lists the published revisions or policies.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the published revisions, the newest first.",
        discussion: """
            A revision is a signed manifest. There is one for each published policy, for \
            changed releases, and for a renewed lifetime. --policies lists the policies \
            instead; their numbers are those that diff and rollback take.

            EXAMPLE
              $ airworthy history --app hashtags
              $ airworthy history --app hashtags --policies --limit 5
            """)

    @Option(parsing: .unconditional, help: .app)
    var app: String

    @Flag(help: "List policies instead of revisions.")
    var policies = false

    @Option(parsing: .unconditional, help: ArgumentHelp("List only those below this number.", valueName: "n"))
    var before: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of rows, up to 200.", valueName: "n"))
    var limit = 20

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        guard (1...200).contains(limit) else { throw ValidationError("--limit takes 1 to 200.") }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let request = APIRequest.get("apps", app, policies ? "policies" : "history")
            .adding(query: "before", value: try positiveNumber(before, option: "before").map(String.init))
            .adding(query: "limit", value: "\(limit)")
        try await remote.printAnswer(to: request) { answer in
            let rows = answer[policies ? "policies" : "revisions"]?.arrayValue ?? []
            let report = HistoryReport(app: app, rows: rows, mayHaveMore: rows.count >= limit)
            return policies ? report.policies : report.revisions
        }
    }
}
