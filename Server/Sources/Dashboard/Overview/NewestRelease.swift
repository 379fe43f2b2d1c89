import AirworthyFleet
import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// The newest release that a channel offers now.
struct NewestRelease: Sendable {
    let platform: String
    let channel: String
    let version: String
    let build: String?
    /// The share that a phased release has reached, or the days until a beta expires if they are few.
    var detail: String?
    var style: String

    /// The release without the detail.
    var plain: NewestRelease {
        var plain = self
        (plain.detail, plain.style) = (nil, "")
        return plain
    }

    /// Returns the newest release of each platform and channel, in the order of the channels.
    static func each(of catalog: Catalog?, at now: Date) -> [NewestRelease] {
        var newest: [String: (release: Release, offer: Offer)] = [:]
        for release in catalog?.releases ?? [] {
            for offer in release.offers where offer.state == .live && offer.expiresAt.map({ $0 > now }) ?? true {
                guard offer.publishedAt.map({ $0 <= now }) ?? true else { continue }
                let key = "\(release.platform)|\(offer.channel)"
                // Releases come newest first.
                if newest[key] == nil { newest[key] = (release, offer) }
            }
        }
        let severalPlatforms = Set(newest.values.map(\.release.platform)).count > 1
        return newest.sorted { order($0.value.offer, $0.key) < order($1.value.offer, $1.key) }.map { _, found in
            NewestRelease(found.release, found.offer, showsPlatform: severalPlatforms, now: now)
        }
    }

    private init(_ release: Release, _ offer: Offer, showsPlatform: Bool, now: Date) {
        platform = showsPlatform ? release.platform.displayName : ""
        channel = offer.channel.label
        version = release.version.description
        build = release.build.map(\.description)
        if let end = offer.expiresAt, end.timeIntervalSince(now) < TestFlightBuild.lastDays {
            detail = "expires \(Moment.relative(to: end, from: now))"
            style = "warn"
        } else if let phase = offer.phase?.tag {
            detail = phase.text
            style = "accent"
        } else {
            detail = nil
            style = ""
        }
    }

    private static func order(_ offer: Offer, _ key: String) -> String {
        let rank: Int
        switch offer.channel {
        case .appstore: rank = 0
        case .testflight(.external): rank = 1
        case .testflight: rank = 2
        default: rank = 3
        }
        return "\(rank)\(key)"
    }
}

/// The numbers about an app's installations that stand above everything else.
struct FleetNumbers: Sendable {
    let all: [AppCard.Number]

    init(_ fleet: FleetStates.State) {
        let (impact, census) = (fleet.impact, fleet.census)
        let installations = impact.installations
        let origin: String
        switch census.source {
        case .imported(let name, _): origin = "imported from \(name)"
        case .checkIns, .none: origin = "active in \(census.days) days"
        }
        all = [
            AppCard.Number(
                name: "installations \(origin)", value: Figure.whole(installations), detail: nil, style: ""),
            AppCard.Number(
                name: "blocked by the policy", value: Figure.whole(impact.blocked),
                detail: Figure.share(impact.blocked, of: installations), style: impact.blocked > 0 ? "warn" : ""),
            AppCard.Number(
                name: "told to update and cannot", value: Figure.whole(impact.stuck),
                detail: Figure.share(impact.stuck, of: installations), style: impact.stuck > 0 ? "bad" : ""),
        ]
    }

    /// The active installations of each day; `nil` without check-ins.
    static func activity(of fleet: FleetStates.State) -> Sparkline? {
        let days = fleet.activeByDay
        let first = UTCDay(fleet.madeAt).adding(days: 1 - days.count)
        return Sparkline(
            "Active each day", values: days, days: days.indices.map { Moment.day(first.adding(days: $0).start) })
    }
}

/// The chart of active installations by version.
enum VersionChart {
    /// Creates the chart: the most used version at the bottom, with the publications of policies, newest first.
    static func chart(of activity: AdoptionActivity, policies: [PolicySummary] = []) -> AreaChart {
        let columns = TimeColumns(of: activity)
        let byVersion = Dictionary(grouping: activity.versions) { $0.version.isEmpty ? "unknown" : $0.version }
            .mapValues { rows in columns.values(rows.map { (day: $0.day, count: $0.count) }) }
        let used = byVersion.filter { $0.value.contains { $0 > 0 } }.sorted { a, b in
            let (a1, b1) = (a.value.reduce(0, +), b.value.reduce(0, +))
            return a1 == b1 ? a.key < b.key : a1 > b1
        }
        return AreaChart(
            title: "Installations by version",
            sentence: "Installations that were active \(columns.period), by the version they had.",
            days: columns.labels,
            series: used.map { AreaChart.Series(name: $0.key, values: $0.value) },
            marks: columns.marks(of: policies))
    }
}
