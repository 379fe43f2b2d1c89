import AirworthyPolicy
import AppStoreConnect
import ArgumentParser

/// Makes a webhook, or gives the one that is there another secret.
struct WebhooksRegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Have App Store Connect send what changes to a server.",
        discussion: """
            ADDRESS is https://…/hooks/app-store-connect/APP of your server. The secret is \
            what both sides sign and check with: give the server the same file. A webhook \
            that sends to the same address already gets the new secret and the new list of \
            events; to replace a secret without a gap, give the server both for a while.

            EXAMPLE
              $ openssl rand -hex 32 > hook.secret
              $ airworthy webhooks register \\
                  https://updates.example.com/hooks/app-store-connect/hashtags \\
                  --secret-file hook.secret --app com.example.hashtags
            """)

    @Argument(help: ArgumentHelp("Where it sends to.", valueName: "address"))
    var address: String

    @Option(
        parsing: .unconditional, help: ArgumentHelp("A file with the secret, one line.", valueName: "file"),
        completion: .file())
    var secretFile: String

    @Option(parsing: .unconditional, help: ArgumentHelp("What people call it.", valueName: "text"))
    var name = "airworthy"

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "What it tells, in Apple's words; may be repeated. By default states of versions, of beta reviews and of "
                + "uploads.", valueName: "event"))
    var event: [String] = []

    @Option(parsing: .unconditional, help: .appleApp)
    var app: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var apple: AppleOptions

    func run() async throws {
        let target = try ServerAddress(address, from: "address").text
        let secret = try secret()
        guard (1...100).contains(name.utf8.count) else { throw ToolError(.badData, "--name: write 1 to 100 bytes") }
        let events = event.isEmpty ? WebhookResource.releaseEvents : event
        let (webhook, isNew) = try await apple.connected { client in
            let app = try await AppleApp.find(self.app, from: client)
            if let old = try await client.webhooks(app: app.id).items.first(where: { $0.url == target }) {
                let changed = try await client.updateWebhook(
                    id: old.id, name: name, url: target, secret: secret, eventTypes: events)
                return (changed, false)
            }
            let made = try await client.createWebhook(
                app: app.id, name: name, url: target, secret: secret, eventTypes: events)
            return (made, true)
        }
        if json {
            let answer = JSONValue.members([("webhook", WebhookReport.json(webhook)), ("new", .bool(isNew))])
            return try printOutput(answer.jsonLine)
        }
        try printOutput("\(isNew ? "registered" : "changed"): \(webhook.id.printable), sends to \(target)")
    }

    private func secret() throws(ToolError) -> String {
        let file = try InputFile(secretFile)
        warnIfShared(secretFile, holding: "the secret")
        var text = String(decoding: file.bytes, as: UTF8.self)[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        guard text.utf8.count >= 16, text.utf8.count <= 256, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ToolError(
                .badData,
                "\(file.name): holds no secret; it is one line of 16 to 256 characters, such as openssl rand "
                    + "-hex 32 prints")
        }
        return String(text)
    }
}
