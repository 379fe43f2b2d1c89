import AirworthyPolicy
import Foundation

/// The release data from the lookup of one country.
struct LookupData: SourceData {
    private(set) var platforms: [Platform: PlatformVersions] = [:]

    init() {}

    /// Updates the data with a new answer. `isHighest` returns whether no other source shows a higher version as on
    /// sale.
    mutating func update(with release: Release, at now: Date, isHighest: (AppVersion) -> Bool) {
        platforms[release.platform, default: PlatformVersions()].update(
            with: LookupVersion(release, firstSeenAt: now), isHighest: isHighest)
    }

    /// Accepts the next answers even if they name lower versions.
    mutating func acceptNextVersions() {
        for platform in platforms.keys { platforms[platform]?.acceptsNext = true }
    }

    var withoutBookkeeping: LookupData {
        var copy = self
        copy.platforms = platforms.mapValues(\.withoutBookkeeping)
        return copy
    }

    var body: [UInt8] {
        let list = platforms.sorted { $0.key.description < $1.key.description }.map { $1.json(platform: $0) }
        return JSONValue.members([("schema", .int(JSONValue.bodySchema)), ("platforms", .list(list))]).jsonBytes()
    }

    init(body: [UInt8]) throws(UnreadableBody) {
        let root = try JSONValue.body(body)
        for element in try root.optional("platforms", as: \.arrayValue) ?? [] {
            let versions = try PlatformVersions(element)
            platforms[try element.required("platform", as: \.platformValue)] = versions
        }
    }
}

/// A version that a lookup showed as on sale.
struct LookupVersion: Hashable {
    let version: AppVersion
    let minimumOS: AppVersion?
    let publishedAt: Date?
    var firstSeenAt: Date
    let url: String?
    let notes: LocalizedText?

    init(_ release: Release, firstSeenAt: Date) {
        let offer = release.offers.first { $0.channel == .appstore }
        version = release.version
        minimumOS = release.minimumOS
        publishedAt = offer?.publishedAt?.asStored
        self.firstSeenAt = firstSeenAt
        url = offer?.url
        notes = offer?.notes
    }

    init(_ value: JSONValue) throws(UnreadableBody) {
        version = try value.required("version", as: \.versionValue)
        minimumOS = try value.optional("minimumOS", as: \.versionValue)
        publishedAt = try value.optional("publishedAt", as: \.dateValue)
        firstSeenAt = try value.required("firstSeenAt", as: \.dateValue)
        url = try value.optional("url", as: \.stringValue)
        notes = try value.optional("notes", as: \.localizedTextValue)
    }

    /// Returns the stored form. Only the newest version keeps its notes.
    func json(withNotes: Bool) -> JSONValue {
        .members([
            ("version", .text(version)), ("minimumOS", .text(minimumOS)), ("publishedAt", .date(publishedAt)),
            ("firstSeenAt", .date(firstSeenAt)), ("url", .text(url)),
            ("notes", withNotes ? .localizedText(notes) : nil),
        ])
    }
}
