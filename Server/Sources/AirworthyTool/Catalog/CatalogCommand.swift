import AirworthyPolicy
import ArgumentParser
import ControlPlane
import ServerSupport

struct CatalogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Manage the known releases of an app on a server.",
        subcommands: [
            CatalogShowCommand.self, CatalogSyncCommand.self, CatalogPublishCommand.self, CatalogImportCommand.self,
            CatalogWithdrawCommand.self, CatalogResetCommand.self,
        ])
}

struct CatalogSyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Make the server query Apple about an app now.",
        discussion: """
            The server queries Apple regularly, and at once after a webhook event. Use this \
            if you do not want to wait. A release that became unavailable is published at \
            once; additions within \(CatalogUrgency.pause.words) of the last automatic publish wait. Exits \
            with 75 if a source did not answer; its known releases then stay as they were.

            EXAMPLE
              $ airworthy catalog sync --app hashtags
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let answer = try await remote.printAnswer(to: .post("apps", app, "catalog", "sync")) {
            let changes = AvailabilityReport(app: app, published: $0["published"], waiting: $0["waiting"]).lines
            return CatalogSourcesReport(json: $0).lines + (changes.isEmpty ? [] : [""]) + changes
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

struct CatalogPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish release data that wait.",
        discussion: """
            The server publishes a release that became unavailable at once. Additions within \
            \(CatalogUrgency.pause.words) of the last automatic publish wait; this publishes them now. `catalog \
            show` tells what waits.

            EXAMPLE
              $ airworthy catalog publish --app hashtags
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        _ = try await remote.printAnswer(to: .post("apps", app, "catalog", "publish")) {
            let lines = AvailabilityReport(app: app, published: $0["published"]).lines
            return lines.isEmpty ? ["Nothing waits for \(app): its known releases are published."] : lines
        }
    }
}
