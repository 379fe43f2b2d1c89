/// A webhook as App Store Connect tells it. Its secret is never told.
package struct WebhookResource: Hashable, Sendable {
    /// App Store Connect's id.
    package var id: String
    /// What somebody called it.
    package var name: String?
    /// Where it sends to.
    package var url: String?
    /// Whether it sends.
    package var enabled: Bool?
    /// What about, e.g. `BUILD_UPLOAD_STATE_UPDATED`.
    package var eventTypes: [String]

    /// Makes a webhook.
    package init(
        id: String, name: String? = nil, url: String? = nil, enabled: Bool? = nil, eventTypes: [String] = []
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.enabled = enabled
        self.eventTypes = eventTypes
    }
}

extension WebhookResource {
    init(_ resource: Resource) {
        self.init(
            id: resource.id, name: resource.text("name"), url: resource.text("url"),
            enabled: resource.flag("enabled"), eventTypes: resource.texts("eventTypes"))
    }

    /// What is asked for.
    static let fields = ["name", "url", "enabled", "eventTypes"]
    /// What a server of ours listens to: every state that changes what can be installed.
    package static let releaseEvents = [
        "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED", "BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED",
        "BUILD_UPLOAD_STATE_UPDATED",
    ]
}
