/// Release notes in a language.
struct LocalizedNote: Hashable, Sendable {
    var locale: String
    var text: String
}

struct AppRecord: Hashable, Sendable {
    var id: String
    var bundleID: String
    var name: String
    var sku: String
    var locale: String
    /// The storefronts that sell it, as codes of two letters.
    var storefronts: [String]
    /// Members that replace or extend those of the lookup; null removes a member.
    var listing: JSONObject
}

struct GroupRecord: Hashable, Sendable {
    var id: String
    var app: String
    var name: String
    var isInternal: Bool
    var hasAllBuilds: Bool
    var created: ScenarioTime
    /// The part of the public link after `https://testflight.apple.com/join/`.
    var publicLinkID: String?
    var publicLinkLimit: Int?
}

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
    /// The state before it expires.
    var internalState: String
    var externalState: String
    var groups: [String]
    var notes: [LocalizedNote]
    var review: String?
    var reviewed: ScenarioTime?
    var usesEncryption: Bool?

    var uploadState: String {
        switch processing {
        case "VALID": "COMPLETE"
        case "PROCESSING": "PROCESSING"
        default: "FAILED"
        }
    }

    var uploadID: String { StableID.uuid("upload", id) }
    var preReleaseID: String { Self.preReleaseID(app: app, platform: platform, version: version) }

    static func preReleaseID(app: String, platform: String, version: String) -> String {
        StableID.uuid("preRelease", app, platform, version)
    }

    func noteID(_ locale: String) -> String { StableID.uuid("note", id, locale) }
}

struct VersionRecord: Hashable, Sendable {
    var id: String
    var app: String
    var platform: String
    var version: String
    var build: String?
    var state: String
    var created: ScenarioTime
    var released: ScenarioTime?
    var releaseType: String
    var earliestRelease: ScenarioTime?
    var minimumOS: String?
    var notes: [LocalizedNote]
    var phased: PhasedRecord?

    func noteID(_ locale: String) -> String { StableID.uuid("versionNote", id, locale) }
}

/// A phased release, which reaches more users each day.
struct PhasedRecord: Hashable, Sendable {
    var id: String
    /// The state as last set. After seven days an active release counts as complete.
    var state: String
    var started: ScenarioTime?
    var pausedSince: ScenarioTime?
    /// The seconds of earlier pauses.
    var paused = 0.0
}

struct WebhookRecord: Hashable, Sendable {
    var id: String
    var app: String
    var name: String
    var url: String
    var secret: String
    var isEnabled: Bool
    var eventTypes: [String]
}

/// An event that webhooks can deliver.
struct EventRecord: Hashable, Sendable {
    var id: String
    var eventType: String?
    var payload: String
    var created: ScenarioTime
    var isPing: Bool { eventType == nil }
}

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

/// A stale edge server of the lookup in a storefront.
struct EdgeRecord: Hashable, Sendable {
    var app: String
    var storefront: String
    var platform: String
    /// The version in its responses; `nil` for "no such app".
    var version: String?
    /// Whether every second response is up to date, as when two servers take turns.
    var isAlternating: Bool
    /// Whether an unknown parameter bypasses it.
    var isBustable: Bool
    var count = 0
}
