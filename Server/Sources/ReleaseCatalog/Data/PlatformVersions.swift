import AirworthyPolicy
import Foundation

/// The versions of one platform that the lookup of one country has shown.
///
/// Apple's caches answer lookups with data of different ages, so an answer may show a lower version than the one
/// before. A lower version counts only after lookups have shown it for ``AppStoreLookup/longestLag``.
struct PlatformVersions: Hashable {
    /// A version below the highest one. Either a stale cache showed it, or the developer withdrew the higher version.
    struct LowerVersion: Hashable {
        /// The windows in a row in which lookups have to show the version.
        static let neededWindows = 6
        /// A window in seconds. After one without such an answer, the count starts again.
        static let window = Double(AppStoreLookup.longestLag) * 3_600 / Double(neededWindows)

        var version: LookupVersion
        let since: Date
        /// The number of the last window in which it was shown.
        var lastWindow = 0

        var isConfirmed: Bool { lastWindow >= Self.neededWindows }
    }

    /// The highest number of versions to keep.
    private static let limit = 20

    /// The versions seen, highest first.
    private(set) var seen: [LookupVersion] = []
    private(set) var lower: LowerVersion?
    /// Whether the next answer is accepted even if it names a lower version.
    var acceptsNext = false

    init() {}

    /// The highest version that is, or was, on sale.
    var highest: LookupVersion? { seen.first }

    /// Returns the version on sale: the highest one seen, unless a lower one is confirmed or the highest is gone.
    func onSale(isHighest: (AppVersion) -> Bool, isGone: (AppVersion) -> Bool) -> LookupVersion? {
        guard let highest else { return lower?.version }
        guard let lower else { return highest }
        let isLowered = lower.isConfirmed && isHighest(lower.version.version)
        return isLowered || isGone(highest.version) ? lower.version : highest
    }

    mutating func update(with answer: LookupVersion, isHighest: (AppVersion) -> Bool) {
        adoptLower(isHighest: isHighest)
        insertOrHold(answer)
        seen = Array(seen.prefix(Self.limit))
    }

    /// Makes the lower version the highest once it is confirmed and no other source disagrees.
    private mutating func adoptLower(isHighest: (AppVersion) -> Bool) {
        guard let lower, lower.isConfirmed, isHighest(lower.version.version) else { return }
        seen.removeAll { $0.version > lower.version.version }
        insert(lower.version)
        self.lower = nil
    }

    private mutating func insertOrHold(_ answer: LookupVersion) {
        if acceptsNext {
            acceptsNext = false
            lower = nil
            seen.removeAll { $0.version > answer.version }
        }
        guard let highest, answer.version < highest.version else {
            lower = nil
            return insert(answer)
        }
        let now = answer.firstSeenAt
        guard var waiting = lower, waiting.version.version == answer.version else {
            lower = LowerVersion(version: answer, since: now)
            return
        }
        let window = Int((now.timeIntervalSince(waiting.since) / LowerVersion.window).rounded(.down))
        if window > waiting.lastWindow + 1 {
            lower = LowerVersion(version: answer, since: now)
        } else {
            let firstSeenAt = waiting.version.firstSeenAt
            waiting.version = answer
            waiting.version.firstSeenAt = firstSeenAt
            waiting.lastWindow = min(max(waiting.lastWindow, window), LowerVersion.neededWindows)
            lower = waiting
        }
    }

    /// Inserts a version in order, or refreshes it; the date it was first seen stays.
    private mutating func insert(_ version: LookupVersion) {
        if let index = seen.firstIndex(where: { $0.version == version.version }) {
            let firstSeenAt = seen[index].firstSeenAt
            seen[index] = version
            seen[index].firstSeenAt = firstSeenAt
        } else {
            let index = seen.firstIndex { $0.version < version.version } ?? seen.endIndex
            seen.insert(version, at: index)
        }
    }

    /// The versions without the data that only helps to interpret later answers.
    var withoutBookkeeping: PlatformVersions {
        var copy = self
        copy.acceptsNext = false
        copy.lower = lower.flatMap { $0.isConfirmed ? $0 : nil }
        return copy
    }
}

// MARK: - Stored form

extension PlatformVersions {
    init(_ value: JSONValue) throws(UnreadableBody) {
        seen = try value.elements(of: "seen") { element throws(UnreadableBody) in try LookupVersion(element) }
        if let lower = value["lower"] { self.lower = try LowerVersion(lower) }
        acceptsNext = value["isOpen"]?.boolValue ?? false
    }

    func json(platform: Platform) -> JSONValue {
        .members([
            ("platform", .text(platform)),
            ("seen", .list(seen.enumerated().map { $1.json(withNotes: $0 == 0) })),
            ("lower", lower?.json), ("isOpen", .flag(acceptsNext)),
        ])
    }
}

extension PlatformVersions.LowerVersion {
    fileprivate init(_ value: JSONValue) throws(UnreadableBody) {
        guard let version = value["sighting"] else { throw UnreadableBody(detail: "\"sighting\" is missing") }
        self.version = try LookupVersion(version)
        since = try value.required("since", as: \.dateValue)
        lastWindow = try value.required("lastWindow", as: \.intValue)
    }

    fileprivate var json: JSONValue {
        .members([
            ("sighting", version.json(withNotes: true)), ("since", .date(since)), ("lastWindow", .int(lastWindow)),
        ])
    }
}
