/// A text in a language.
struct Note: Hashable, Sendable {
    var locale: String
    var text: String
}

/// An app.
struct AppRecord: Hashable, Sendable {
    var id: String
    var bundleID: String
    var name: String
    var sku: String
    var locale: String
    /// Where it is sold: codes of two letters.
    var storefronts: [String]
    /// What the lookup says of it besides.
    var listing: JSONObject
}

/// A group of testers.
struct GroupRecord: Hashable, Sendable {
    var id: String
    var app: String
    var name: String
    var isInternal: Bool
    var hasAllBuilds: Bool
    var created: ScenarioTime
    /// What follows `https://testflight.apple.com/join/`.
    var publicLinkID: String?
    var publicLinkLimit: Int?
}

/// A build as it was uploaded.
struct BuildRecord: Hashable, Sendable {
    var id: String
    var app: String
    var platform: String
    var version: String
    var number: String
    var uploaded: ScenarioTime
    var expires: ScenarioTime
    var isExpired = false
    var minimumOS: String?
    var audience: String
    var processing: String
    /// The state while it has not expired.
    var internalState: String
    var externalState: String
    /// Ids of groups.
    var groups: [String]
    var notes: [Note]
    var review: String?
    var reviewed: ScenarioTime?
    var usesEncryption: Bool?

    var uploadID: String { StableID.uuid("upload", id) }
    var preReleaseID: String { Self.preReleaseID(app: app, platform: platform, version: version) }

    static func preReleaseID(app: String, platform: String, version: String) -> String {
        StableID.uuid("preRelease", app, platform, version)
    }

    func noteID(_ locale: String) -> String { StableID.uuid("note", id, locale) }
}

/// A version of the App Store.
struct VersionRecord: Hashable, Sendable {
    var id: String
    var app: String
    var platform: String
    var version: String
    /// The id of a build.
    var build: String?
    var state: String
    var created: ScenarioTime
    var released: ScenarioTime?
    var releaseType: String
    var earliestRelease: ScenarioTime?
    var minimumOS: String?
    var notes: [Note]
    var phased: PhasedRecord?

    func noteID(_ locale: String) -> String { StableID.uuid("versionNote", id, locale) }
}

/// A release that reaches more people each day.
struct PhasedRecord: Hashable, Sendable {
    var id: String
    /// As it was set; time alone ends it.
    var state: String
    var started: ScenarioTime?
    var pausedSince: ScenarioTime?
    /// Seconds.
    var paused = 0.0
}

/// Somebody who wants to be told.
struct WebhookRecord: Hashable, Sendable {
    var id: String
    var app: String
    var name: String
    var url: String
    var secret: String
    var isEnabled: Bool
    var eventTypes: [String]
}

/// Something to tell.
struct EventRecord: Hashable, Sendable {
    var id: String
    var eventType: String?
    var payload: String
    var created: ScenarioTime
    var isPing: Bool { eventType == nil }
}

/// An attempt to tell it.
struct DeliveryRecord: Hashable, Sendable {
    var id: String
    var webhook: String
    var event: String
    var created: ScenarioTime
    var sent: ScenarioTime?
    var state = "PENDING"
    var isRedelivery = false
    var error: String?
    var url: String
    var status: Int?
    var body: String?
}

/// A server near the people of a country that has not heard of the newest version.
struct EdgeRecord: Hashable, Sendable {
    var app: String
    var storefront: String
    var platform: String
    /// What it answers; `nil` for "no such app".
    var version: String?
    /// Whether every second answer is up to date, as when two servers take turns.
    var isAlternating: Bool
    /// Whether an unknown parameter gets past it.
    var isBustable: Bool
    var count = 0
}
