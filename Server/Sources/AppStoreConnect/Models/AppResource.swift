/// An app in App Store Connect.
package struct AppResource: Hashable, Sendable {
    /// App Store Connect's id, which is the app's Apple ID.
    package var id: String
    /// The bundle identifier.
    package var bundleID: String?
    /// The name in App Store Connect.
    package var name: String?
}

extension AppResource {
    init(_ resource: ConnectResource) {
        self.init(id: resource.id, bundleID: resource.string("bundleId"), name: resource.string("name"))
    }
}
