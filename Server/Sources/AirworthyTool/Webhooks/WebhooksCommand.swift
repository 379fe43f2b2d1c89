import AirworthyPolicy
import AppStoreConnect
import ArgumentParser

/// The commands for the webhooks of App Store Connect.
struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Manage the webhooks with which App Store Connect informs a server.",
        subcommands: [WebhooksRegisterCommand.self, WebhooksListCommand.self, WebhooksPingCommand.self])
}

/// Lists webhooks.
struct WebhooksListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List an app's webhooks.",
        discussion: """
            EXAMPLE
              $ airworthy webhooks list --app com.example.hashtags
            """)

    @Option(parsing: .unconditional, help: .appleApp)
    var app: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var apple: AppleOptions

    func run() async throws {
        let (app, webhooks) = try await apple.withClient { client in
            let app = try await AppleApp.find(self.app, from: client)
            return (app, try await client.webhooks(app: app.id).items)
        }
        let report = WebhookReport(app: app, webhooks: webhooks)
        try printOutput(json ? [report.json.jsonLine] : report.lines)
    }
}

/// Requests a ping.
struct WebhooksPingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping",
        abstract: "Make App Store Connect send a ping through a webhook.",
        discussion: """
            Success means that Apple accepted the request. Whether the ping arrived is shown \
            in the server's log and in App Store Connect's list of deliveries.

            EXAMPLE
              $ airworthy webhooks ping --app com.example.hashtags
            """)

    @Argument(help: "The webhook's id; by default the app's only one.")
    var id: String?

    @Option(parsing: .unconditional, help: .appleApp)
    var app: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var apple: AppleOptions

    func run() async throws {
        let pinged = try await apple.withClient { client in
            let target = if let id { id } else { try await onlyWebhook(from: client) }
            try await client.pingWebhook(id: target)
            return target
        }
        try printOutput(
            json ? JSONValue.members([("pinged", .string(pinged))]).jsonLine : "pinged: \(pinged.printable)")
    }

    private func onlyWebhook(from client: AppStoreConnectClient) async throws -> String {
        let app = try await AppleApp.find(self.app, from: client)
        let webhooks = try await client.webhooks(app: app.id).items
        guard let webhook = webhooks.first else {
            throw ToolError.missingFile("the app has no webhook; create one with: airworthy webhooks register")
        }
        guard webhooks.count == 1 else {
            throw ToolError.usage(
                "the app has \(webhooks.count) webhooks; give the id of one, as airworthy webhooks list shows it")
        }
        return webhook.id
    }
}

/// The output of `webhooks list`.
struct WebhookReport {
    let app: AppResource
    let webhooks: [WebhookResource]
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var table = Table(["ID", "NAME", "STATE", "ADDRESS", "EVENTS"])
        for webhook in webhooks {
            table.add([
                webhook.id, webhook.name ?? "", webhook.enabled.map { $0 ? "on" : "off" } ?? "", webhook.url ?? "",
                webhook.eventTypes.joined(separator: ", "),
            ])
        }
        let name = (app.bundleID ?? app.id).printable
        return table.lines(
            style: style, whenEmpty: "\(name): no webhooks; create one with: airworthy webhooks register")
    }

    var json: JSONValue {
        .members([("app", BuildReport.json(app)), ("webhooks", .array(webhooks.map(Self.json)))])
    }

    static func json(_ webhook: WebhookResource) -> JSONValue {
        .members([
            ("id", .string(webhook.id)), ("name", .text(webhook.name)), ("url", .text(webhook.url)),
            ("enabled", webhook.enabled.map(JSONValue.bool) ?? .null),
            ("eventTypes", .array(webhook.eventTypes.map(JSONValue.string))),
        ])
    }
}
