import AirworthyPolicy
import AirworthySupport

extension AppStoreConnectClient {
    package func webhooks(app: String) async throws(AppStoreConnectError) -> Listing<WebhookResource> {
        let query = ConnectQuery().adding("fields[webhooks]", values: WebhookResource.fields)
        return try await sender.listing(path: "/v1/apps/\(PercentEncoding.encode(app))/webhooks", query: query) {
            resource, _ in WebhookResource(resource)
        }
    }

    /// Creates a webhook and returns it as Apple stored it. Never retried: when the response is lost, the webhook may
    /// exist. `app` is App Store Connect's id; Apple signs the events with the secret.
    package func createWebhook(
        app: String, name: String, url: String, secret: String, eventTypes: [String] = WebhookResource.releaseEvents
    ) async throws(AppStoreConnectError) -> WebhookResource {
        let body: JSONValue = [
            "data": [
                "type": "webhooks",
                "attributes": Self.attributes(name: name, url: url, secret: secret, eventTypes: eventTypes),
                "relationships": ["app": ["data": ["type": "apps", "id": .string(app)]]],
            ]
        ]
        return try await webhook("POST", path: "/v1/webhooks", body: body)
    }

    /// Replaces the secret, name and events of a webhook, and enables it.
    package func updateWebhook(
        id: String, name: String, url: String, secret: String, eventTypes: [String] = WebhookResource.releaseEvents
    ) async throws(AppStoreConnectError) -> WebhookResource {
        let body: JSONValue = [
            "data": [
                "type": "webhooks", "id": .string(id),
                "attributes": Self.attributes(name: name, url: url, secret: secret, eventTypes: eventTypes),
            ]
        ]
        return try await webhook("PATCH", path: "/v1/webhooks/\(PercentEncoding.encode(id))", body: body)
    }

    /// Makes Apple send a ping through a webhook.
    package func pingWebhook(id: String) async throws(AppStoreConnectError) {
        let webhook: JSONValue = ["data": ["type": "webhooks", "id": .string(id)]]
        let body: JSONValue = ["data": ["type": "webhookPings", "relationships": ["webhook": webhook]]]
        // The document is read although it holds nothing of interest: a web page with status 200 is no ping.
        _ = try await sender.document("POST", path: "/v1/webhookPings", body: body)
    }

    private func webhook(
        _ method: String, path: String, body: JSONValue
    ) async throws(AppStoreConnectError) -> WebhookResource {
        guard let resource = try await sender.document(method, path: path, body: body).resources.first else {
            throw AppStoreConnectError(.malformed, detail: "the response has no webhook in it")
        }
        return WebhookResource(resource)
    }

    private static func attributes(name: String, url: String, secret: String, eventTypes: [String]) -> JSONValue {
        [
            "name": .string(name), "url": .string(url), "secret": .string(secret),
            "eventTypes": .array(eventTypes.map(JSONValue.string)), "enabled": true,
        ]
    }
}
