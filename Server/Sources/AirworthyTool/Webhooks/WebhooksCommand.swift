import AirworthyPolicy
import AppStoreConnect
import ArgumentParser

struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Manage the webhooks with which App Store Connect informs a server.",
        subcommands: [WebhooksRegisterCommand.self, WebhooksListCommand.self, WebhooksPingCommand.self])
}

struct WebhooksListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List an app's webhooks.",
        discussion: """
            EXAMPLE
              $ airworthy webhooks list --app com.example.hashtags
            """)

    @OptionGroup var options: AppleAppOptions

    func run() async throws {
        let report = try await options.withApp { app, client in
            WebhookReport(app: app, webhooks: try await client.webhooks(app: app.id).items)
        }
        try printOutput(options.json ? [report.json.jsonLine] : report.lines)
    }
}

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

    @OptionGroup var options: AppleAppOptions

    func run() async throws {
        let pinged = try await options.apple.withClient { client in
            let target = if let id { id } else { try await onlyWebhook(from: client) }
            try await client.pingWebhook(id: target)
            return target
        }
        try printOutput(
            options.json ? JSONValue.object(["pinged": .string(pinged)]).jsonLine : "pinged: \(pinged.printable)")
    }

    private func onlyWebhook(from client: AppStoreConnectClient) async throws -> String {
        let app = try await AppleApp.find(options.app, from: client)
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
        ["app": BuildReport.json(app), "webhooks": .array(webhooks.map(Self.json))]
    }

    static func json(_ webhook: WebhookResource) -> JSONValue {
        [
            "id": .string(webhook.id), "name": .text(webhook.name), "url": .text(webhook.url),
            "enabled": webhook.enabled.map(JSONValue.bool) ?? .null,
            "eventTypes": .of(webhook.eventTypes),
        ]
    }
}

struct WebhooksRegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Make App Store Connect send changes to a server.",
        discussion: """
            ADDRESS is https://…/hooks/app-store-connect/APP of your server. The secret \
            authenticates the events; give the server the same file. An existing webhook \
            with the same address gets the new secret and the new list of events. To replace \
            a secret without a gap, give the server both for a while.

            EXAMPLE
              $ openssl rand -hex 32 > hook.secret
              $ airworthy webhooks register \\
                  https://updates.example.com/hooks/app-store-connect/hashtags \\
                  --secret-file hook.secret --app com.example.hashtags
            """)

    @Argument(help: ArgumentHelp("The address to send events to.", valueName: "address"))
    var address: String

    @Option(
        parsing: .unconditional, help: ArgumentHelp("A file with the secret in one line.", valueName: "file"),
        completion: .file())
    var secretFile: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The name of the webhook.", valueName: "text"))
    var name = "airworthy"

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An Apple event type; by default the states of versions, beta reviews and uploads. May be repeated.",
            valueName: "event"))
    var event: [String] = []

    @OptionGroup var options: AppleAppOptions

    func run() async throws {
        let target = try ServerAddress(address, from: "address").text
        let secret = try secret()
        guard (1...100).contains(name.utf8.count) else { throw ToolError.badData("--name: write 1 to 100 bytes") }
        let events = event.isEmpty ? WebhookResource.releaseEvents : event
        let (webhook, isNew) = try await options.withApp { app, client in
            if let old = try await client.webhooks(app: app.id).items.first(where: { $0.url == target }) {
                let changed = try await client.updateWebhook(
                    id: old.id, name: name, url: target, secret: secret, eventTypes: events)
                return (changed, false)
            }
            let created = try await client.createWebhook(
                app: app.id, name: name, url: target, secret: secret, eventTypes: events)
            return (created, true)
        }
        if options.json {
            let answer: JSONValue = ["webhook": WebhookReport.json(webhook), "new": .bool(isNew)]
            return try printOutput(answer.jsonLine)
        }
        try printOutput("\(isNew ? "registered" : "changed"): \(webhook.id.printable), address \(target)")
    }

    /// The lengths that Apple takes, without those that can be guessed.
    private static let lengths = WebhookSignature.shortestSecret...256

    private func secret() throws(ToolError) -> String {
        let file = try InputFile(secretFile)
        warnIfReadableByOthers(secretFile, holding: "the secret")
        let text = String(decoding: file.bytes, as: UTF8.self).trimmedAtEnd
        guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .badData(
                "\(file.name): not a secret; expected one line of \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) characters, such as the output of "
                    + "openssl rand -hex 32")
        }
        return text
    }
}
