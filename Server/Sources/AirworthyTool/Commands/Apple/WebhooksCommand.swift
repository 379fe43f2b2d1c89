import AirworthyPolicy
import AppStoreConnect
import ArgumentParser

/// Groups what is about webhooks of App Store Connect.
struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Have App Store Connect tell a server what changes.",
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
        let (app, webhooks) = try await apple.connected { client in
            let app = try await AppleApp.find(self.app, from: client)
            return (app, try await client.webhooks(app: app.id).items)
        }
        let report = WebhookReport(app: app, webhooks: webhooks)
        try printOutput(json ? report.json.jsonLine : report.lines(.standardOutput).joined(separator: "\n"))
    }
}

/// Asks for a ping.
struct WebhooksPingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping",
        abstract: "Have App Store Connect send a ping through a webhook.",
        discussion: """
            Done means that Apple took the order. Whether the ping arrived is told by the \
            server's log and by App Store Connect's list of deliveries.

            EXAMPLE
              $ airworthy webhooks ping --app com.example.hashtags
            """)

    @Argument(help: "The webhook's id; without it, the only one of the app.")
    var id: String?

    @Option(parsing: .unconditional, help: .appleApp)
    var app: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var apple: AppleOptions

    func run() async throws {
        let pinged = try await apple.connected { client in
            let target: String
            if let id {
                target = id
            } else {
                target = try await only(client)
            }
            try await client.pingWebhook(id: target)
            return target
        }
        try printOutput(
            json ? JSONValue.members([("pinged", .string(pinged))]).jsonLine : "pinged: \(pinged.printable)")
    }

    private func only(_ client: AppStoreConnectClient) async throws -> String {
        let app = try await AppleApp.find(self.app, from: client)
        let webhooks = try await client.webhooks(app: app.id).items
        guard let webhook = webhooks.first else {
            throw ToolError(.missingFile, "the app has no webhook; make one with: airworthy webhooks register")
        }
        guard webhooks.count == 1 else {
            throw ToolError(.usage, "the app has \(webhooks.count) webhooks; name one: airworthy webhooks list")
        }
        return webhook.id
    }
}
