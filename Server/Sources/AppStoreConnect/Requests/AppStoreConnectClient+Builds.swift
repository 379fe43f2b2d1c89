import AirworthySupport
package import Foundation

extension AppStoreConnectClient {
    /// For how many builds of a listing further groups are fetched, each with a call of its own. Nobody gives more than
    /// a few builds to more than 50 groups.
    static let mostRegrouped = 10

    /// The builds of an app with marketing version, states, groups and notes, the newest upload first.
    /// - Parameters:
    ///   - app: App Store Connect's id of the app.
    ///   - uploadedSince: Older ones are left out, and their pages are not read.
    /// - Returns: A listing, complete as far as `uploadedSince` goes.
    /// - Throws: ``AppStoreConnectError``; then nothing is known, however many pages were read.
    package func builds(
        app: String, uploadedSince: Date? = nil
    ) async throws(AppStoreConnectError) -> Listing<BuildResource> {
        try await builds(Query().with("filter[app]", app), uploadedSince)
    }

    /// The builds of an app that have this build number (on several platforms, or of several versions).
    package func builds(app: String, number: String) async throws(AppStoreConnectError) -> Listing<BuildResource> {
        try await builds(Query().with("filter[app]", app).with("filter[version]", number), nil)
    }

    /// The builds of an app that have this marketing version.
    package func builds(app: String, version: String) async throws(AppStoreConnectError) -> Listing<BuildResource> {
        try await builds(Query().with("filter[app]", app).with("filter[preReleaseVersion.version]", version), nil)
    }

    /// One build.
    package func build(id: String) async throws(AppStoreConnectError) -> BuildResource {
        let document = try await document("/v1/builds/\(PercentEncoding.encode(id))", Self.withRelated(Query()))
        guard let resource = document.resources.first else {
            throw AppStoreConnectError(.malformed, detail: "the answer has no build in it")
        }
        return try await regrouped([BuildResource(resource, document)])[0]
    }

    private func builds(_ query: Query, _ since: Date?) async throws(AppStoreConnectError) -> Listing<BuildResource> {
        // Not by version, whose order as a text is anybody's guess.
        let query = Self.withRelated(query.with("sort", "-uploadedDate"))
        func isOld(_ build: BuildResource) -> Bool {
            guard let since, let date = build.uploadedDate else { return false }
            return date < since
        }
        let listing = try await listing("/v1/builds", query, BuildResource.init) { page in page.last.map(isOld) ?? false
        }
        return listing.with(try await regrouped(listing.items.filter { !isOld($0) }))
    }

    private static func withRelated(_ query: Query) -> Query {
        query
            .with("include", ["preReleaseVersion", "buildBetaDetail", "betaGroups", "betaBuildLocalizations"])
            .with("limit[betaGroups]", "\(Query.mostRelated)")
            .with("limit[betaBuildLocalizations]", "\(Query.mostRelated)")
            .with("fields[builds]", BuildResource.fields)
            .with("fields[preReleaseVersions]", ["version", "platform"])
            .with("fields[buildBetaDetails]", ["internalBuildState", "externalBuildState"])
            .with("fields[betaGroups]", BetaGroupResource.fields)
            .with("fields[betaBuildLocalizations]", ["locale", "whatsNew"])
    }

    /// Fetches the groups of builds that have more of them than can be included.
    private func regrouped(_ builds: [BuildResource]) async throws(AppStoreConnectError) -> [BuildResource] {
        var builds = builds
        var calls = 0
        for index in builds.indices where builds[index].mentionsMoreGroups {
            guard calls < Self.mostRegrouped else { break }
            calls += 1
            let groups = try await betaGroups(build: builds[index].id)
            builds[index].groups = groups.items
            builds[index].hasAllGroups = groups.isComplete
            builds[index].mentionsMoreGroups = false
        }
        return builds
    }
}
