package import AirworthyFleet
import AirworthyPolicy
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

    /// Whether any installation is known.
    var isKnown: Bool { today.installations > 0 }

    /// The highest number of later dates of rules.
    private static let mostDates = 3
    /// The highest number of dates on which releases end. They are apart, because every TestFlight build has one.
    private static let mostEnds = 2

    /// Predicts the effect of replacing a manifest.
    /// - Parameters:
    ///   - old: The manifest in force.
    ///   - new: The manifest that would replace it.
    ///   - census: The installations.
    ///   - now: The date of publishing.
    ///   - basis: What is in force and known then.
    ///   - check: Called many times; throws to give up.
    /// - Throws: The error of `check`.
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
