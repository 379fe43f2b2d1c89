import AirworthyPolicy
import Foundation

/// What the lookup of one country has shown.
struct LookupMemory: SourceMemory {
    /// A version that was on sale.
    struct Sighting: Hashable {
        var version: AppVersion
        var minimumOS: AppVersion?
        var publishedAt: Date?
        var firstSeenAt: Date
        var url: String?
        var notes: LocalizedText?

        init(_ release: Release, at now: Date) {
            let offer = release.offers.first { $0.channel == .appstore }
            version = release.version
            minimumOS = release.minimumOS
            publishedAt = offer?.publishedAt?.asStored
            firstSeenAt = now
            url = offer?.url
            notes = offer?.notes
        }

        init(_ value: JSONValue) throws(UnreadableBody) {
            version = try value.needed("version", \.asVersion)
            minimumOS = try value.optional("minimumOS", \.asVersion)
            publishedAt = try value.optional("publishedAt", \.asDate)
            firstSeenAt = try value.needed("firstSeenAt", \.asDate)
            url = try value.optional("url", \.stringValue)
            notes = try value.optional("notes", \.asTexts)
        }

        /// Notes travel with the newest only.
        func json(withNotes: Bool) -> JSONValue {
            .facts([
                ("version", .text(version)), ("minimumOS", .text(minimumOS)), ("publishedAt", .date(publishedAt)),
                ("firstSeenAt", .date(firstSeenAt)), ("url", .text(url)), ("notes", withNotes ? .texts(notes) : nil),
            ])
        }
    }

    /// A version below the highest one, answered by a stale edge or because the higher one was taken back.
    struct Lower: Hashable {
        /// How long it has to be answered, in windows.
        static let neededWindows = 6
        /// The length of a window: 72 hours in all. One window without an answer starts the time again.
        static let window: TimeInterval = 12 * 3_600

        var sighting: Sighting
        var since: Date
        /// The number of the last window in which it was answered.
        var lastWindow = 0

        var isConfirmed: Bool { lastWindow >= Self.neededWindows }
    }

    /// The versions of one platform.
    struct Shelf: Hashable {
        /// The versions seen, highest first.
        var seen: [Sighting] = []
        var lower: Lower?
        /// Whether the next answer is believed as it comes.
        var isOpen = false

        /// The highest version that is believed to be, or to have been, on sale.
        var top: Sighting? { seen.first }
    }

    /// How many versions of a platform are remembered.
    static let limit = 20

    var shelves: [Platform: Shelf] = [:]

    init() {}

    /// Learns an answer.
    /// - Parameters:
    ///   - release: What is on sale.
    ///   - now: When.
    ///   - agrees: Whether nobody else says that something above a version is on sale.
    mutating func learn(_ release: Release, at now: Date, agrees: (AppVersion) -> Bool) {
        var shelf = shelves[release.platform] ?? Shelf()
        shelf.settle(agrees)
        shelf.learn(Sighting(release, at: now))
        shelf.seen = Array(shelf.seen.prefix(Self.limit))
        shelves[release.platform] = shelf
    }

    /// Forgets nothing yet, but will believe the next answers.
    mutating func open() {
        for platform in shelves.keys { shelves[platform]?.isOpen = true }
    }

    var facts: LookupMemory {
        var copy = self
        for (platform, shelf) in shelves {
            copy.shelves[platform]?.isOpen = false
            copy.shelves[platform]?.lower = shelf.lower.flatMap { $0.isConfirmed ? $0 : nil }
        }
        return copy
    }
}

extension LookupMemory.Shelf {
    /// Adopts the lower version for good once it is confirmed and nobody says otherwise.
    mutating func settle(_ agrees: (AppVersion) -> Bool) {
        guard let lower, lower.isConfirmed, agrees(lower.sighting.version) else { return }
        seen.removeAll { $0.version > lower.sighting.version }
        put(lower.sighting)
        self.lower = nil
    }

    mutating func learn(_ sighting: LookupMemory.Sighting) {
        if isOpen {
            isOpen = false
            lower = nil
            seen.removeAll { $0.version > sighting.version }
        }
        guard let top, sighting.version < top.version else {
            lower = nil
            return put(sighting)
        }
        let now = sighting.firstSeenAt
        guard var waiting = lower, waiting.sighting.version == sighting.version else {
            lower = LookupMemory.Lower(sighting: sighting, since: now)
            return
        }
        let window = Int((now.timeIntervalSince(waiting.since) / LookupMemory.Lower.window).rounded(.down))
        if window > waiting.lastWindow + 1 {
            lower = LookupMemory.Lower(sighting: sighting, since: now)
        } else {
            let firstSeenAt = waiting.sighting.firstSeenAt
            waiting.sighting = sighting
            waiting.sighting.firstSeenAt = firstSeenAt
            waiting.lastWindow = min(max(waiting.lastWindow, window), LookupMemory.Lower.neededWindows)
            lower = waiting
        }
    }

    /// Puts a version in its place, or refreshes it: when it was first seen stays.
    private mutating func put(_ sighting: LookupMemory.Sighting) {
        if let place = seen.firstIndex(where: { $0.version == sighting.version }) {
            let firstSeenAt = seen[place].firstSeenAt
            seen[place] = sighting
            seen[place].firstSeenAt = firstSeenAt
        } else {
            let place = seen.firstIndex { $0.version < sighting.version } ?? seen.endIndex
            seen.insert(sighting, at: place)
        }
    }
}

extension LookupMemory {
    var body: [UInt8] {
        let list = shelves.sorted { $0.key.description < $1.key.description }
            .map { platform, shelf in
                JSONValue.facts([
                    ("platform", .text(platform)),
                    ("seen", .list(shelf.seen.enumerated().map { $1.json(withNotes: $0 == 0) })),
                    ("lower", shelf.lower?.json), ("isOpen", .flag(shelf.isOpen)),
                ])
            }
        return JSONValue.facts([("schema", .whole(JSONValue.bodySchema)), ("platforms", .list(list))]).jsonBytes()
    }

    init(body: [UInt8]) throws(UnreadableBody) {
        let root = try JSONValue.body(body)
        for element in try root.optional("platforms", \.arrayValue) ?? [] {
            var shelf = Shelf()
            shelf.seen = try element.each("seen") { value throws(UnreadableBody) in try Sighting(value) }
            if let lower = element["lower"] { shelf.lower = try Lower(lower) }
            shelf.isOpen = element["isOpen"]?.boolValue ?? false
            shelves[try element.needed("platform", \.asPlatform)] = shelf
        }
    }
}

extension LookupMemory.Lower {
    var json: JSONValue {
        .facts([
            ("sighting", sighting.json(withNotes: true)), ("since", .date(since)), ("lastWindow", .whole(lastWindow)),
        ])
    }

    init(_ value: JSONValue) throws(UnreadableBody) {
        guard let sighting = value["sighting"] else { throw UnreadableBody(detail: "\"sighting\" is missing") }
        self.sighting = try LookupMemory.Sighting(sighting)
        since = try value.needed("since", \.asDate)
        lastWindow = try value.needed("lastWindow", \.intValue)
    }
}
