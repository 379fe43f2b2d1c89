/// The limits of what tokens may store, so that one in wrong hands cannot fill the database. `nil` is no limit.
package struct StorageLimits: Hashable, Sendable {
    /// The revisions of an app that a token and those created with it may publish in a minute.
    package var revisionsPerMinute: Int?
    /// The bytes of an app's policies and manifests.
    package var bytesOfApp: Int?
    /// The tokens that a token may create, and those created with it; see ``TokenService/create(_:by:)``.
    package var tokensOfCreator: Int?

    /// Creates limits.
    package init(revisionsPerMinute: Int? = nil, bytesOfApp: Int? = nil, tokensOfCreator: Int? = nil) {
        self.revisionsPerMinute = revisionsPerMinute
        self.bytesOfApp = bytesOfApp
        self.tokensOfCreator = tokensOfCreator
    }
}
