extension AppStoreConnectClient {
    /// The app with this very bundle identifier, if the key can see it.
    /// - Returns: One app, or none.
    package func apps(bundleID: String) async throws(AppStoreConnectError) -> [AppResource] {
        let query = Query().with("filter[bundleId]", bundleID).with("fields[apps]", ["bundleId", "name"])
        let listing = try await listing("/v1/apps", query) { resource, _ in AppResource(resource) }
        // How Apple compares is not said: `com.example` must not find `com.example.other`.
        return listing.items.filter { $0.bundleID == bundleID }
    }

    /// All groups of an app, or those that a build was given to.
    package func betaGroups(app: String) async throws(AppStoreConnectError) -> Listing<BetaGroupResource> {
        try await betaGroups(Query().with("filter[app]", app))
    }

    /// All groups a build was given to.
    package func betaGroups(build: String) async throws(AppStoreConnectError) -> Listing<BetaGroupResource> {
        try await betaGroups(Query().with("filter[builds]", build))
    }

    private func betaGroups(_ query: Query) async throws(AppStoreConnectError) -> Listing<BetaGroupResource> {
        try await listing("/v1/betaGroups", query.with("fields[betaGroups]", BetaGroupResource.fields)) { resource, _ in
            BetaGroupResource(resource)
        }
    }
}
