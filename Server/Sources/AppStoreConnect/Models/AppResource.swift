/// An app in App Store Connect.
package struct AppResource: Hashable, Sendable {
    /// App Store Connect's id, which is the app's Apple ID.
    package var id: String
    /// The bundle identifier.
    package var bundleID: String?
    /// The name in App Store Connect.
    package var name: String?

    /// Creates an app.
    package init(id: String, bundleID: String? = nil, name: String? = nil) {
        self.id = id
        self.bundleID = bundleID
        self.name = name
    }
}

extension AppResource {
    init(_ resource: ConnectResource) {
        self.init(id: resource.id, bundleID: resource.string("bundleId"), name: resource.string("name"))
    }
}
