import AirworthyPolicy
import AirworthySupport

extension AppStoreConnectClient {
    /// The webhooks of an app.
    package func webhooks(app: String) async throws(AppStoreConnectError) -> Listing<WebhookResource> {
        let query = Query().with("fields[webhooks]", WebhookResource.fields)
        return try await listing("/v1/apps/\(PercentEncoding.encode(app))/webhooks", query) { resource, _ in
            WebhookResource(resource)
        }
    }

    /// Makes a webhook. Not tried again when the answer is lost: it may be there then.
    /// - Parameters:
    ///   - app: App Store Connect's id of the app.
    ///   - name: What people call it.
    ///   - url: Where it sends to.
    ///   - secret: What it signs with.
    ///   - eventTypes: What about.
    /// - Returns: The webhook as it is now.
    /// - Throws: ``AppStoreConnectError``, of kind `conflict` if Apple will not have it.
    package func createWebhook(
        app: String, name: String, url: String, secret: String, eventTypes: [String] = WebhookResource.releaseEvents
    ) async throws(AppStoreConnectError) -> WebhookResource {
        let body: JSONValue = [
            "data": [
                "type": "webhooks", "attributes": Self.attributes(name, url, secret, eventTypes),
                "relationships": ["app": ["data": ["type": "apps", "id": .string(app)]]],
            ]
        ]
        return try await webhook("POST", "/v1/webhooks", body)
    }

    /// Gives a webhook another secret, name or list of events, and switches it on.
    package func updateWebhook(
        id: String, name: String, url: String, secret: String, eventTypes: [String] = WebhookResource.releaseEvents
    ) async throws(AppStoreConnectError) -> WebhookResource {
        let body: JSONValue = [
            "data": [
                "type": "webhooks", "id": .string(id), "attributes": Self.attributes(name, url, secret, eventTypes),
            ]
        ]
        return try await webhook("PATCH", "/v1/webhooks/\(PercentEncoding.encode(id))", body)
    }

    /// Removes a webhook.
    package func deleteWebhook(id: String) async throws(AppStoreConnectError) {
        _ = try await send("DELETE", base.text + "/v1/webhooks/\(PercentEncoding.encode(id))")
    }

    /// Has Apple send a ping through a webhook.
    package func pingWebhook(id: String) async throws(AppStoreConnectError) {
        let webhook: JSONValue = ["data": ["type": "webhooks", "id": .string(id)]]
        let body: JSONValue = ["data": ["type": "webhookPings", "relationships": ["webhook": webhook]]]
        // Read, though there is nothing to learn: a web page with status 200 is no ping.
        _ = try Document(try await send("POST", base.text + "/v1/webhookPings", body: body).body)
    }

    private func webhook(
        _ method: String, _ path: String, _ body: JSONValue
    ) async throws(AppStoreConnectError) -> WebhookResource {
        let document = try Document(try await send(method, base.text + path, body: body).body)
        guard let resource = document.resources.first else {
            throw AppStoreConnectError(.malformed, detail: "the answer has no webhook in it")
        }
        return WebhookResource(resource)
    }

    private static func attributes(
        _ name: String, _ url: String, _ secret: String, _ eventTypes: [String]
    ) -> JSONValue {
        [
            "name": .string(name), "url": .string(url), "secret": .string(secret),
            "eventTypes": .array(eventTypes.map(JSONValue.string)), "enabled": true,
        ]
    }
}
