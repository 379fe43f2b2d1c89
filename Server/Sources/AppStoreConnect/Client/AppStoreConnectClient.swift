import AirworthySupport
package import Foundation
package import OutgoingHTTP
package import ReleaseCatalog

/// A client of the App Store Connect API with one key.
///
/// Every call is bounded: in time, size, pages, attempts, and by the key's ``CallBudget``. Reads are retried when that
/// may help; a rejected token is replaced once. All copies of a client share one token and one measured offset to
/// Apple's clock.
package struct AppStoreConnectClient: Sendable {
    /// The address of App Store Connect.
    package static let host = "https://api.appstoreconnect.apple.com"
    /// The highest number of pages of one listing. With 200 resources a page, no app has more.
    static let mostPages = 50
    /// The number of builds of a listing whose further groups are fetched, each with a call of its own.
    static let mostRegrouped = 10

    private(set) var sender: RequestSender

    /// Creates a client. All clients of a key share its budget. Any other address than Apple's is for tests and the
    /// simulator. `sleep` waits between attempts and throws when the task is cancelled; `random` returns numbers in
    /// 0..<1.
    package init(
        key: APIKey, baseURL: String = AppStoreConnectClient.host, transport: HTTPTransport, budget: CallBudget,
        userAgent: String = "airworthy", now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) throws(AppStoreConnectError) {
        guard let base = BaseAddress(baseURL) else {
            throw AppStoreConnectError(
                .invalidRequest, detail: "the URL of App Store Connect is invalid; write it as \(Self.host)")
        }
        sender = RequestSender(
            key: key, base: base, transport: transport, budget: budget, userAgent: userAgent, now: now, sleep: sleep,
            random: random)
    }

    package var keyID: String { sender.key.keyID }

    /// Signs with another key of the same id from now on, in all copies of the client.
    package func replaceKey(by key: APIKey) { sender.session.replaceKey(by: key) }

    /// Returns the same client with its calls counted for another purpose than regular polling.
    package func counting(as purpose: CallBudget.Purpose) -> AppStoreConnectClient {
        var client = self
        client.sender.purpose = purpose
        return client
    }

    /// The time the local clock is ahead of Apple's, by the last response of the last 24 hours; `nil` without one.
    package var clockOffset: Duration? { sender.session.offset(at: sender.now()) }

    // MARK: Apps

    /// Returns the apps that the key can see.
    package func apps() async throws(AppStoreConnectError) -> Listing<AppResource> {
        try await apps(matching: ConnectQuery())
    }

    /// Returns the app with this id, or none if the key cannot see it.
    package func apps(id: String) async throws(AppStoreConnectError) -> [AppResource] {
        try await apps(matching: ConnectQuery().adding("filter[id]", value: id)).items.filter { $0.id == id }
    }

    /// Returns the app with exactly this bundle identifier, or none if the key cannot see it.
    package func apps(bundleID: String) async throws(AppStoreConnectError) -> [AppResource] {
        let listing = try await apps(matching: ConnectQuery().adding("filter[bundleId]", value: bundleID))
        // Apple does not document how it compares: `com.example` must not find `com.example.other`.
        return listing.items.filter { $0.bundleID == bundleID }
    }

    private func apps(matching query: ConnectQuery) async throws(AppStoreConnectError) -> Listing<AppResource> {
        try await sender.listing(path: "/v1/apps", query: query.adding("fields[apps]", values: ["bundleId", "name"])) {
            resource, _ in AppResource(resource)
        }
    }

    // MARK: Builds

    /// Returns the builds of an app (App Store Connect's id) with marketing version, states, groups and notes, the
    /// newest upload first. Builds older than `uploadedSince` are left out, and their pages are not read; the listing
    /// is complete as far as that date goes.
    /// - Throws: ``AppStoreConnectError``; then nothing is known, however many pages were read.
    package func builds(
        app: String, uploadedSince: Date? = nil
    ) async throws(AppStoreConnectError) -> Listing<TestFlightBuild> {
        try await builds(matching: ConnectQuery().adding("filter[app]", value: app), uploadedSince: uploadedSince)
    }

    /// Returns the builds of an app with this build number (on several platforms, or of several versions).
    package func builds(app: String, number: String) async throws(AppStoreConnectError) -> Listing<TestFlightBuild> {
        try await builds(
            matching: ConnectQuery().adding("filter[app]", value: app).adding("filter[version]", value: number))
    }

    /// Returns the builds of an app with this marketing version.
    package func builds(app: String, version: String) async throws(AppStoreConnectError) -> Listing<TestFlightBuild> {
        try await builds(
            matching: ConnectQuery().adding("filter[app]", value: app).adding(
                "filter[preReleaseVersion.version]", value: version))
    }

    private func builds(
        matching query: ConnectQuery, uploadedSince since: Date? = nil
    ) async throws(AppStoreConnectError) -> Listing<TestFlightBuild> {
        let query =
            query
            // Not by version: Apple does not document how it sorts versions.
            .adding("sort", value: "-uploadedDate")
            .adding(
                "include", values: ["preReleaseVersion", "buildBetaDetail", "betaGroups", "betaBuildLocalizations"]
            )
            .adding("limit[betaGroups]", value: "\(ConnectQuery.mostRelated)")
            .adding("limit[betaBuildLocalizations]", value: "\(ConnectQuery.mostRelated)")
            .adding("fields[builds]", values: TestFlightBuild.fields)
            .adding("fields[preReleaseVersions]", values: ["version", "platform"])
            .adding("fields[buildBetaDetails]", values: ["internalBuildState", "externalBuildState"])
            .adding("fields[betaGroups]", values: BetaGroup.fields)
            .adding("fields[betaBuildLocalizations]", values: ["locale", "whatsNew"])
        func isOld(_ build: TestFlightBuild) -> Bool {
            guard let since, let date = build.uploadedAt else { return false }
            return date < since
        }
        var cutShort: Set<String> = []
        var listing = try await sender.listing(path: "/v1/builds", query: query) { resource, document in
            if resource.link("betaGroups")?.isWhole == false { cutShort.insert(resource.id) }
            return TestFlightBuild(resource, in: document)
        } until: { page in
            page.last.map(isOld) ?? false
        }
        listing.items.removeAll(where: isOld)
        let regrouped = listing.items.indices.filter { listing.items[$0].id.map(cutShort.contains) ?? false }
        for index in regrouped.prefix(Self.mostRegrouped) {
            let groups = try await betaGroups(build: listing.items[index].id ?? "")
            listing.items[index].groups = groups.items
            listing.items[index].hasAllGroups = groups.isComplete
        }
        return listing
    }

    /// Returns all groups that have a build.
    func betaGroups(build: String) async throws(AppStoreConnectError) -> Listing<BetaGroup> {
        let query = ConnectQuery().adding("filter[builds]", value: build).adding(
            "fields[betaGroups]", values: BetaGroup.fields)
        return try await sender.listing(path: "/v1/betaGroups", query: query) { resource, _ in BetaGroup(resource) }
    }

    // MARK: App Store versions

    /// Returns all App Store versions, former ones too, of an app (App Store Connect's id) on all platforms, with
    /// build, notes and phased release, in no order.
    /// - Throws: ``AppStoreConnectError``; then nothing is known, however many pages were read.
    package func appStoreVersions(app: String) async throws(AppStoreConnectError) -> Listing<AppStoreVersion> {
        let query = ConnectQuery()
            .adding("include", values: ["build", "appStoreVersionLocalizations", "appStoreVersionPhasedRelease"])
            .adding("limit[appStoreVersionLocalizations]", value: "\(ConnectQuery.mostRelated)")
            .adding("fields[appStoreVersions]", values: AppStoreVersion.fields)
            .adding("fields[builds]", values: ["version", "minOsVersion", "lsMinimumSystemVersion"])
            .adding("fields[appStoreVersionLocalizations]", values: ["locale", "whatsNew"])
            .adding("fields[appStoreVersionPhasedReleases]", values: ["phasedReleaseState", "currentDayNumber"])
        return try await sender.listing(
            path: "/v1/apps/\(PercentEncoding.encode(app))/appStoreVersions", query: query
        ) { AppStoreVersion($0, in: $1) }
    }
}

/// The items of a collection, read from one or more pages.
package struct Listing<Item: Sendable>: Sendable {
    /// The items, each once, in Apple's order.
    package var items: [Item]
    /// Whether every page was read (as far back as was requested). Only then does a missing item mean anything.
    package var isComplete: Bool
    /// The ids of listed resources that could not be read. They are neither known nor missing.
    package var unreadable: Set<String> = []
}
