import AirworthyFleet
import AirworthyPolicy
import ControlPlane
import Foundation

/// The number of installations that meet the condition of each rule, whatever the other rules do with them.
struct RuleMatches: Sendable {
    /// The installations of one rule.
    struct Count: Hashable, Sendable {
        /// The installations that certainly meet the condition.
        let certain: Int
        /// The installations for which it depends on facts that check-ins do not have, such as the language.
        let open: Int
    }

    /// The highest number of conditions that are evaluated for a page.
    private static let mostEvaluations = 20_000

    /// The counts in the order of the rules.
    let counts: [Count]
    /// The number of installations that were looked at.
    let installations: Int
    /// The installations and the period in words.
    let origin: String

    /// Counts installations. Conditions are evaluated at `now`.
    init(policy: Policy, catalog: Catalog, app: String, census: AdoptionService.Census, now: Date) {
        let rows = census.rows.prefix(Self.mostEvaluations / max(1, policy.rules.count))
        let groups = Array(CellReader.groups(of: Array(rows)))
        installations = groups.reduce(0) { $0 + $1.count }
        counts = policy.rules.map { rule in
            // Alone and without an update to offer, so that nothing but the condition matters.
            let alone = Rule(id: rule.id, when: rule.when, effect: Effect(update: UpdateLevel.none))
            var single = policy
            single.rules = [alone]
            single.features = [:]
            let prepared = PreparedManifest(Manifest(app: app, policy: single, catalog: catalog))
            var (certain, open) = (0, 0)
            for group in groups {
                let decision = decide(prepared, for: group.installation, at: now, trace: true)
                switch decision.trace?.rules.first?.condition.truth {
                case .true: certain += group.count
                case .undecided: open += group.count
                case .false, nil: break
                }
            }
            return Count(certain: certain, open: open)
        }
        let all = census.installations
        let part =
            installations < all
            ? "the \(Figure.whole(installations)) of \(Figure.count(all, "installation")) with the most common versions"
            : Figure.count(all, "installation")
        switch census.source {
        case .imported(let name, _): origin = "\(part), imported from \(name)"
        case .checkIns, .none: origin = "\(part) that were active in the last \(census.days) days"
        }
    }

    /// The installations of a rule in words; `nil` if none are known.
    func words(of rule: Int) -> String? {
        guard installations > 0, counts.indices.contains(rule) else { return nil }
        let count = counts[rule]
        let share = Figure.share(count.certain, of: installations)
        let certain = "matches \(Figure.count(count.certain, "installation")), \(share)"
        return count.open > 0 ? certain + "; \(Figure.whole(count.open)) more depend on unknown facts" : certain
    }
}
