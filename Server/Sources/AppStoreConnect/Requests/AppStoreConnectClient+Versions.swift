import AirworthySupport

extension AppStoreConnectClient {
    /// The App Store versions of an app, of all platforms, with build, notes and phased release. Apple gives no order.
    /// - Parameter app: App Store Connect's id of the app.
    /// - Returns: All of them, history too.
    /// - Throws: ``AppStoreConnectError``; then nothing is known, however many pages were read.
    package func appStoreVersions(app: String) async throws(AppStoreConnectError) -> Listing<AppStoreVersionResource> {
        let query = Query()
            .with("include", ["build", "appStoreVersionLocalizations", "appStoreVersionPhasedRelease"])
            .with("limit[appStoreVersionLocalizations]", "\(Query.mostRelated)")
            .with("fields[appStoreVersions]", AppStoreVersionResource.fields)
            .with("fields[builds]", AppStoreVersionResource.buildFields)
            .with("fields[appStoreVersionLocalizations]", ["locale", "whatsNew"])
            .with(
                "fields[appStoreVersionPhasedReleases]",
                ["phasedReleaseState", "startDate", "totalPauseDuration", "currentDayNumber"])
        return try await listing(
            "/v1/apps/\(PercentEncoding.encode(app))/appStoreVersions", query, AppStoreVersionResource.init)
    }
}
