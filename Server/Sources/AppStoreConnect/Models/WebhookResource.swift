/// A webhook in App Store Connect. Apple never reveals its secret.
package struct WebhookResource: Hashable, Sendable {
    /// App Store Connect's id.
    package var id: String
    package var name: String?
    /// The URL it sends to.
    package var url: String?
    /// Whether it sends.
    package var enabled: Bool?
    /// The events it sends, e.g. `BUILD_UPLOAD_STATE_UPDATED`.
    package var eventTypes: [String] = []
}

extension WebhookResource {
    init(_ resource: ConnectResource) {
        self.init(
            id: resource.id, name: resource.string("name"), url: resource.string("url"),
            enabled: resource.bool("enabled"), eventTypes: resource.strings("eventTypes"))
    }

    static let fields = ["name", "url", "enabled", "eventTypes"]
    /// The events an Airworthy server subscribes to: every state that changes what can be installed.
    package static let releaseEvents = [
        "APP_STORE_VERSION_APP_VERSION_STATE_UPDATED", "BUILD_BETA_DETAIL_EXTERNAL_BUILD_STATE_UPDATED",
        "BUILD_UPLOAD_STATE_UPDATED",
    ]
}

/// An app in App Store Connect.
package struct AppResource: Hashable, Sendable {
    /// App Store Connect's id, which is the app's Apple ID.
    package var id: String
    package var bundleID: String?
    /// The name in App Store Connect.
    package var name: String?
}

extension AppResource {
    init(_ resource: ConnectResource) {
        self.init(id: resource.id, bundleID: resource.string("bundleId"), name: resource.string("name"))
    }
}
