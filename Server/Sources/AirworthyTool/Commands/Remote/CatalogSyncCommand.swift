import AirworthyPolicy
import ArgumentParser

/// Has the server ask Apple now.
struct CatalogSyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Have the server ask Apple about an app now.",
        discussion: """
            The server asks by itself, and at once when a webhook tells it to. This is for \
            when you do not want to wait. Ends with 75 if a source gave no answer: what was \
            known stays.

            EXAMPLE
              $ airworthy catalog sync --app hashtags
            """)

    @Option(parsing: .unconditional, help: .app)
    var app: String

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        let app = try slug(self.app, option: "app")
        let request = APIRequest("POST", "apps", app, "catalog", "sync")
        let answer = try await remote.connected { try await $0.send(request).json }
        let report = SourcesReport(json: answer, style: .standardOutput)
        try printOutput(json ? answer.jsonLine : report.lines.joined(separator: "\n"))
        guard !(answer["complete"]?.boolValue ?? false) else { return }
        let names = report.failures
        throw ToolError(
            .temporaryFailure,
            names.isEmpty
                ? "\(app): nobody was asked; the server has neither a key for App Store Connect nor the lookup"
                : "\(app): no answer from \(names.joined(separator: ", ")); what was known stays")
    }
}
