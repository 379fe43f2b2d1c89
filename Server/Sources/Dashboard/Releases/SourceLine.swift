import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog
import ServerSupport

/// A source of release data: how old its data is, and whether asking it works.
struct SourceLine: Sendable {
    let name: String
    /// The time of the last good answer.
    let checked: Moment?
    /// The time at which the data last changed.
    let changed: Moment?
    /// How often it is asked; `nil` for a source that is not.
    let interval: String?
    let tag: Tag
    /// Why the last request brought no data.
    let problem: String?
    let attempt: Moment?

    /// Returns the sources by name: those with data, and those that were asked and have none.
    static func all(_ live: LiveCatalog?, statuses: [SourceStatus], at now: Date) -> [SourceLine] {
        let ages = live?.merged.sources ?? []
        let silent = statuses.map(\.source).filter { source in !ages.contains { $0.source == source } }
        return (ages.map(\.source) + silent).sorted().map { source in
            let age = ages.first { $0.source == source }
            let isStale = age.map { live?.merged.isStale($0, at: now, statuses: statuses) ?? false } ?? false
            return SourceLine(
                source, age: age, status: statuses.first { $0.source == source }, isStale: isStale, now: now)
        }
    }

    private init(_ source: CatalogSource, age: SourceAge?, status: SourceStatus?, isStale: Bool, now: Date) {
        name = source.name
        let confirmed = [age?.checkedAt, status?.lastSuccess].compactMap { $0 }.max()
        checked = confirmed.map { Moment($0, now: now) }
        changed = age.map { Moment($0.changedAt, now: now) }
        interval = status.flatMap { status in
            guard status.interval > .zero else { return nil }
            return Moment.length(status.interval.seconds).map { "every \($0)" } ?? "continuously"
        }
        problem = status?.problem
        attempt = status?.lastAttempt.map { Moment($0, now: now) }
        tag =
            if isStale {
                Tag("out of date", "bad")
            } else if status?.problem != nil {
                Tag("problem", "warn")
            } else if age == nil {
                Tag("no data yet", "warn")
            } else {
                Tag("fine", "good")
            }
    }
}

/// The changes of an app's releases that are not published yet.
struct WaitingReleases: Sendable {
    /// The most changes that are listed.
    private static let longestList = 8

    /// The end of the pause, after which the server publishes them; `nil` if it is over.
    let until: Moment?
    let changes: [String]

    init(_ waiting: PublishedCatalog.Waiting, now: Date) {
        until = waiting.publishesAt.map { Moment($0, now: now) }
        let all =
            waiting.change.removed.map { Self.text($0, whole: "no longer offered", part: "offered to fewer") }
            + waiting.change.added.map { Self.text($0, whole: "offered", part: "offered to more") }
        let rest = all.count - Self.longestList
        changes =
            all.isEmpty
            ? ["Only details such as notes and links differ."]
            : all.prefix(Self.longestList) + (rest > 0 ? ["And \(Figure.count(rest, "more change"))."] : [])
    }

    private static func text(_ item: AvailabilityChange.Item, whole: String, part: String) -> String {
        "\(item.platform.displayName) \(item.release) is \(item.isWhole ? whole : part) on \(item.channel)."
    }
}
