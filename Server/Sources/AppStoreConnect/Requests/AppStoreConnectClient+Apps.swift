extension AppStoreConnectClient {
    /// The apps that the key can see.
    package func apps() async throws(AppStoreConnectError) -> Listing<AppResource> { try await apps(Query()) }

    /// The app of this id, if the key can see it.
    /// - Returns: One app, or none.
    package func apps(id: String) async throws(AppStoreConnectError) -> [AppResource] {
        try await apps(Query().with("filter[id]", id)).items.filter { $0.id == id }
    }

    /// The app with this very bundle identifier, if the key can see it.
    /// - Returns: One app, or none.
    package func apps(bundleID: String) async throws(AppStoreConnectError) -> [AppResource] {
        let listing = try await apps(Query().with("filter[bundleId]", bundleID))
        // How Apple compares is not said: `com.example` must not find `com.example.other`.
        return listing.items.filter { $0.bundleID == bundleID }
    }

    private func apps(_ query: Query) async throws(AppStoreConnectError) -> Listing<AppResource> {
        try await listing("/v1/apps", query.with("fields[apps]", ["bundleId", "name"])) { resource, _ in
            AppResource(resource)
        }
    }

    /// All groups of an app.
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
