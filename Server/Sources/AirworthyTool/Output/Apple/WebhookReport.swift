import AirworthyPolicy
import AppStoreConnect

/// An app's webhooks as a table.
struct WebhookReport {
    let app: AppResource
    let webhooks: [WebhookResource]

    func lines(_ style: TerminalStyle) -> [String] {
        var table = Table(["ID", "NAME", "STATE", "SENDS TO", "EVENTS"])
        for webhook in webhooks {
            table.add([
                webhook.id, webhook.name ?? "", webhook.enabled.map { $0 ? "on" : "off" } ?? "", webhook.url ?? "",
                webhook.eventTypes.joined(separator: ", "),
            ])
        }
        let name = (app.bundleID ?? app.id).printable
        return table.lines(style, orElse: "\(name): no webhooks; make one with: airworthy webhooks register")
    }

    var json: JSONValue {
        .members([("app", BuildReport.json(app)), ("webhooks", .array(webhooks.map(Self.json)))])
    }

    static func json(_ webhook: WebhookResource) -> JSONValue {
        .members([
            ("id", .string(webhook.id)), ("name", webhook.name.map(JSONValue.string) ?? .null),
            ("url", webhook.url.map(JSONValue.string) ?? .null),
            ("enabled", webhook.enabled.map(JSONValue.bool) ?? .null),
            ("eventTypes", .array(webhook.eventTypes.map(JSONValue.string))),
        ])
    }
}
