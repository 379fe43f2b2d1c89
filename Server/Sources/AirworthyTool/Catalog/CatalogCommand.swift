import AirworthyPolicy
import ArgumentParser

/// The commands for an app's releases on a server.
struct CatalogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Manage the known releases of an app on a server.",
        subcommands: [
            CatalogShowCommand.self, CatalogSyncCommand.self, CatalogImportCommand.self, CatalogWithdrawCommand.self,
            CatalogResetCommand.self,
        ])
}

/// Makes the server query Apple now.
struct CatalogSyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Make the server query Apple about an app now.",
        discussion: """
            The server queries Apple regularly, and at once after a webhook event. Use this \
            if you do not want to wait. Exits with 75 if a source did not answer; the known \
            releases then stay as they were.

            EXAMPLE
              $ airworthy catalog sync --app hashtags
            """)

    @Option(parsing: .unconditional, help: .app)
    var app: String

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let answer = try await remote.printAnswer(to: .post("apps", app, "catalog", "sync")) {
            CatalogSourcesReport(json: $0).lines
        }
        if answer["forwarded"]?.boolValue ?? false {
            return printError("\(app): passed on to the server that queries Apple; its answers show in `catalog show`")
        }
        guard !(answer["complete"]?.boolValue ?? false) else { return }
        let failed = CatalogSourcesReport(json: answer).failures.joined(separator: ", ")
        throw ToolError.temporaryFailure(
            failed.isEmpty
                ? "\(app): no source was queried; the server has no App Store Connect key and no lookup"
                : "\(app): no answer from \(failed); the known releases stay as they were")
    }
}
