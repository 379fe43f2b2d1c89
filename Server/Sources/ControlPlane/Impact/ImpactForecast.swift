package import AirworthyFleet
package import AirworthyPolicy
import Foundation

/// The predicted effect of a publication on the installations that are known.
package struct ImpactForecast: Sendable {
    /// The installations.
    package let census: AdoptionService.Census
    /// The effect on the date of publishing.
    package let today: PolicyImpact
    /// The effects on the next dates at which rules of the new manifest change by themselves, such as deadlines, and on which a
    /// release ends.
    package let later: [PolicyImpact]
    /// The manifest in force and the known releases that the forecast is based on.
    let basis: PublishingContext.Basis

    var isKnown: Bool { today.installations > 0 }

    /// The highest number of later dates of rules.
    private static let mostDates = 3
    /// The highest number of dates on which releases end. They are apart, because every TestFlight build has one.
    private static let mostEnds = 2

    /// Predicts the effect of replacing a manifest. `now` is the date of publishing, and the basis what is in force and
    /// known then. Calls `check` many times, which throws to give up.
    init(
        from old: Manifest, to new: Manifest, on census: AdoptionService.Census, at now: Date,
        basis: PublishingContext.Basis, whileChecking check: () throws -> Void
    ) throws {
        self.census = census
        self.basis = basis
        let groups = CellReader.groups(of: census.rows)
        func impact(on date: Date) throws -> PolicyImpact {
            try PolicyImpact(from: old, to: new, on: groups, at: date, beforeEach: check)
        }
        today = try impact(on: now)
        let dates =
            Self.dates(of: new, after: now).prefix(Self.mostDates)
            + Self.ends(in: new, after: now).prefix(Self.mostEnds)
        later = census.rows.isEmpty ? [] : try Set(dates).sorted().map(impact)
    }

    /// Returns the dates on which offers expire, in order. A TestFlight build cannot be installed from then on.
    private static func ends(in manifest: Manifest, after now: Date) -> [Date] {
        let live = manifest.catalog.releases.flatMap(\.offers).filter { $0.state == .live }
        return Set(live.compactMap(\.expiresAt)).filter { $0 > now }.sorted()
    }

    /// Returns the dates at which rules for updates begin to act or stop acting, in order.
    private static func dates(of manifest: Manifest, after now: Date) -> [Date] {
        var dates: Set<Date> = []
        for rule in manifest.policy.rules {
            if let deadline = rule.effect.deadline { dates.insert(deadline) }
            rule.when.forEach { condition in
                switch condition {
                case .after(let date), .before(let date): dates.insert(date)
                default: break
                }
            }
            let wait = Double(rule.effect.releasedFor.seconds)
            guard wait > 0 else { continue }
            for offer in manifest.catalog.releases.flatMap(\.offers) where offer.state == .live {
                guard let since = offer.publishedAt ?? offer.firstSeenAt else { continue }
                dates.insert(since.addingTimeInterval(wait))
            }
        }
        return dates.filter { $0 > now }.sorted()
    }
}

extension ImpactForecast {
    /// The highest number of rows of each list that may grow with the installations.
    private static let longestList = 10
    /// The highest number of rules that are listed.
    private static let mostRules = 50

    /// The forecast as responses have it, and as it is stored with the revision.
    package var jsonValue: JSONValue {
        var object: JSONObject = [
            "days": .of(census.days), "asOf": .of(census.asOf), "source": .string(census.source.name),
        ]
        if let origin = census.origin { object["origin"] = .string(origin) }
        if let date = census.importedAt { object["importedAt"] = .of(date) }
        for member in members(of: today).members { object[member.key] = member.value }
        object["matrix"] = .array(
            today.matrix.map {
                ["from": .string($0.from.rawValue), "to": .string($0.to.rawValue), "count": .of($0.count)]
            })
        object["rules"] = .array(
            today.rules.prefix(Self.mostRules).map {
                ["rule": .of($0.rule), "status": .string($0.status.rawValue), "count": .of($0.count)]
            })
        object["groups"] = .array(
            today.groups.prefix(Self.longestList).map { group in
                [
                    "rule": .of(group.rule), "from": .string(group.from.rawValue), "to": .string(group.to.rawValue),
                    "version": .string(group.version), "channel": .string(group.channel.description),
                    "count": .of(group.count),
                ]
            })
        object["stuckBy"] = .array(
            today.stuckBy.map { ["reason": .string($0.reason.rawValue), "count": .of($0.count)] })
        object["platforms"] = listing(today.platforms)
        object["channels"] = listing(today.channels)
        object["systems"] = listing(today.systems)
        object["storefronts"] = listing(today.storefronts)
        object["later"] = .array(
            later.map { impact in
                var later: JSONObject = ["at": .of(impact.date)]
                for member in members(of: impact).members { later[member.key] = member.value }
                return .object(later)
            })
        return .object(object)
    }

    private func members(of impact: PolicyImpact) -> JSONObject {
        [
            "installations": .of(impact.installations), "unknowable": .of(impact.unknowable),
            "blockedBefore": .of(impact.blockedBefore), "blocked": .of(impact.blocked),
            "newlyBlocked": .of(impact.newlyBlocked), "newlyBlockedStuck": .of(impact.newlyBlockedStuck),
            "newlyBlockedAtMost": .of(impact.newlyBlockedAtMost),
            "stuckBefore": .of(impact.stuckBefore), "stuck": .of(impact.stuck),
            "stuckAtMost": .of(impact.stuckAtMost), "waiting": .of(impact.waiting),
        ]
    }

    private func listing(_ slices: [PolicyImpact.Slice]) -> JSONValue {
        .array(
            slices.prefix(Self.longestList).map { slice in
                [
                    "value": .string(slice.value), "installations": .of(slice.installations),
                    "newlyBlocked": .of(slice.newlyBlocked), "stuck": .of(slice.stuck),
                ]
            })
    }
}

extension Decision.Status {
    /// The strictness of the status.
    package var severity: Int {
        switch self {
        case .ok: 0
        case .recommended: 1
        case .requiredUnavailable: 2
        case .required: 3
        case .maintenance: 4
        }
    }
}
