package import AirworthyPolicy
package import ControlPlane
package import Foundation
import ReleaseCatalog
import ServerSupport

/// Who told what is known of an app's releases, how old it is, and how the asking goes.
package struct SourcesPayload: Sendable {
    private let live: ServedApp.LiveCatalog?
    private let statuses: [SourceStatus]
    private let now: Date

    /// - Parameters:
    ///   - served: The app.
    ///   - apple: Those who ask.
    ///   - now: The clock.
    package init(_ served: ServedApp, _ apple: AppleSide, at now: Date) {
        live = served.catalog
        statuses = apple.status(served.app.slug)
        self.now = now
    }

    /// The answer in JSON.
    package var jsonValue: JSONValue { .object(members) }

    /// Its members.
    package var members: JSONObject {
        let known = live?.merged.sources ?? []
        let heard = Set(known.map(\.source))
        let silent = statuses.filter { !heard.contains($0.source) }
        let all =
            known.map { (source: $0.source, value: value($0)) }
            + silent.map { (source: $0.source, value: value(status: $0, age: nil)) }
        return [
            "asOf": .of(live?.asOf),
            "stale": .bool(live?.merged.isStale(at: now, statuses: statuses) ?? false),
            "sources": .array(all.sorted { $0.source < $1.source }.map(\.value)),
        ]
    }

    private func value(_ age: SourceAge) -> JSONValue {
        value(
            status: statuses.first { $0.source == age.source } ?? SourceStatus(source: age.source, interval: .zero),
            age: age)
    }

    private func value(status: SourceStatus, age: SourceAge?) -> JSONValue {
        [
            "name": .string(status.source.description), "asOf": .of(age?.checkedAt), "changedAt": .of(age?.changedAt),
            "stale": .bool(age.map { live?.merged.isStale($0, at: now, statuses: statuses) ?? false } ?? false),
            "interval": status.interval > .zero ? .of(Int(status.interval.seconds.rounded())) : .null,
            "lastAttempt": .of(status.lastAttempt), "problem": .of(status.problem),
        ]
    }
}
