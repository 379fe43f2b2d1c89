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
