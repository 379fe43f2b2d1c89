/// An app as App Store Connect tells it.
package struct AppResource: Hashable, Sendable {
    /// App Store Connect's id, which is the app's Apple ID.
    package var id: String
    /// The bundle identifier.
    package var bundleID: String?
    /// Its name in App Store Connect.
    package var name: String?

    /// Makes an app.
    package init(id: String, bundleID: String? = nil, name: String? = nil) {
        self.id = id
        self.bundleID = bundleID
        self.name = name
    }
}

extension AppResource {
    init(_ resource: Resource) {
        self.init(id: resource.id, bundleID: resource.text("bundleId"), name: resource.text("name"))
    }
}
