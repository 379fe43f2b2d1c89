import AirworthyPolicy
import ArgumentParser

/// Lists what was published.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List what was published, the newest first.",
        discussion: """
            A revision is what was signed: for a policy somebody published, for releases \
            that changed, or to renew a lifetime. --policies lists what people wrote; those \
            numbers are what diff and rollback take.

            EXAMPLE
              $ airworthy history --app hashtags
              $ airworthy history --app hashtags --policies --limit 5
            """)

    @Option(parsing: .unconditional, help: .app)
    var app: String

    @Flag(help: "List policies instead of revisions.")
    var policies = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Only those below this number.", valueName: "n"))
    var before: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("At most so many, up to 200.", valueName: "n"))
    var limit = 20

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        guard (1...200).contains(limit) else { throw ValidationError("--limit takes 1 to 200.") }
    }

    func run() async throws {
        let app = try slug(self.app, option: "app")
        let request = APIRequest("GET", "apps", app, policies ? "policies" : "history")
            .asking("before", try positive(before, option: "before").map(String.init)).asking("limit", "\(limit)")
        let answer = try await remote.connected { try await $0.send(request).json }
        if json { return try printOutput(answer.jsonLine) }
        let rows = answer[policies ? "policies" : "revisions"]?.arrayValue ?? []
        let report = HistoryReport(app: app, rows: rows, mayGoOn: rows.count >= limit, style: .standardOutput)
        try printOutput((policies ? report.policies : report.revisions).joined(separator: "\n"))
    }
}
