import AirworthyFleet
import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

extension Dashboard {
    var overviewRoutes: [PageRoute] {
        [
            .page("/apps/{app}", hasAdminRoute: true) { request in
                let served = try plane.served.app(request.app)
                let fleet = try await plane.fleet.state(of: request.app)
                let activity = try await plane.adoption.activity(request.app, days: AdoptionLimit.usualDays)
                let last = try await plane.history.revisions(request.app, before: nil, limit: 1).first
                let drafts = try await plane.drafts.list(request.app)
                let policies = try await plane.history.policies(request.app, before: nil, limit: Self.markedPolicies)
                let model = OverviewModel(
                    served, fleet: fleet, activity: activity, sources: surroundings.sources(request.app),
                    last: last?.record, policies: policies,
                    rollbackTo: try await rollbackTarget(for: request, in: served.app), drafts: drafts, now: now())
                return try page(model, at: .overview, of: served.app, for: request)
            }
        ]
    }

    /// Returns the policy before the one in force; `nil` without one, or if the session cannot roll back.
    private func rollbackTarget(for request: PageRequest, in app: App) async throws -> Int? {
        let mayPublish = request.principal.rights.contains(.publish)
        guard RollbackObstacle(app: app, mayPublish: mayPublish) == nil,
            let base = try await currentPolicy(of: app.slug)?.base, base > 0
        else { return nil }
        return base
    }
}

/// The content of an app's first page.
struct OverviewModel: Sendable {
    /// A rule in words, with the installations it decides for.
    struct RuleLine: Sendable {
        let id: String
        let sentence: String
        let kind: String
        let count: String?
    }

    /// The revision in force.
    struct Revision: Sendable {
        /// The policy with the revision, such as `Policy 2 (revision 5)`.
        let name: String
        let author: String
        let note: String?
        let cause: String
        let issued: Moment?
        let expires: Moment?
        /// The sentence about its renewal.
        let renewal: String
    }

    /// The address that takes the last publication back.
    struct Rollback: Sendable {
        let path: String
        /// The policy that is restored.
        let to: Int
    }

    private static let mostSystems = 5

    let path: String
    let numbers: [AppCard.Number]
    /// The sentence about how the numbers are counted; `nil` for imported ones.
    let howCounted: String?
    let howToCount = Words.howToCount
    let nothingPublished = Words.nothingPublished
    let noCheckIns = Words.noCheckIns(in: AdoptionLimit.usualDays)
    let origin: String
    let attention: [Attention]
    let versions: AreaChart
    let decisions: Bars?
    let stuck: Bars?
    let stuckSystems: Bars?
    /// Whether those who cannot update are blocked.
    let stuckSentence: String?
    let rules: [RuleLine]
    /// The names of the features; `nil` without any.
    let features: String?
    let isPublished: Bool
    let releases: [NewestRelease]
    let releaseAge: Moment?
    let revision: Revision?
    /// `nil` if there is nothing to go back to.
    let rollback: Rollback?
    /// The policies that are being written.
    let drafts: [DraftLine]

    init(
        _ served: ServedApp, fleet: FleetStates.State?, activity: AdoptionActivity, sources: [SourceStatus],
        last: ManifestRecord?, policies: [PolicySummary] = [], rollbackTo: Int? = nil, drafts: [Draft] = [], now: Date
    ) {
        let policyInForce = (try? served.head)?.policyVersion ?? 0
        self.drafts = drafts.map { DraftLine($0, policyInForce: policyInForce, now: now) }
        rollback = rollbackTo.map {
            Rollback(path: RollbackModel.path(of: served.app.slug, to: $0), to: $0)
        }
        path = Place.overview.path(of: served.app.slug)
        numbers = fleet.map { $0.impact.installations > 0 ? FleetNumbers($0).all : [] } ?? []
        if let fleet, !numbers.isEmpty, case .checkIns = fleet.census.source {
            howCounted =
                "Each counts as its last check-in said, also if it was not opened since the policy came into force."
        } else {
            howCounted = nil
        }
        attention = Attention.all(of: served, fleet: fleet, sources: sources, now: now)
        versions = VersionChart.chart(of: activity, policies: policies)
        releases = NewestRelease.each(of: served.catalog?.catalog, at: now)
        releaseAge = served.catalog.map { Moment($0.asOf, now: now) }
        if case .live(let head) = served.state {
            isPublished = true
            let counts = Dictionary(fleet?.impact.rules.map { ($0.rule ?? "", $0.count) } ?? []) { $0 + $1 }
            rules = head.manifest.policy.rules.map { rule in
                RuleLine(
                    id: rule.id, sentence: rule.sentence(at: now), kind: rule.kind(at: now),
                    count: fleet.map { _ in Figure.count(counts[rule.id] ?? 0, "installation") })
            }
            let names = head.manifest.policy.features.keys.sorted()
            features = names.isEmpty ? nil : names.joined(separator: ", ")
            revision = Revision(
                name: policyInForce > 0
                    ? "Policy \(policyInForce) (revision \(head.revision))" : "Revision \(head.revision)",
                author: last?.author ?? "", note: last?.note, cause: last?.cause.words ?? "",
                issued: head.manifest.issuedAt.map { Moment($0, now: now) },
                expires: head.manifest.expiresAt.map { Moment($0, now: now) },
                renewal: served.app.signing == .ci ? "CI has to renew it before" : "the server renews it before")
        } else {
            (isPublished, rules, features, revision) = (false, [], nil, nil)
        }
        guard let impact = fleet?.impact, impact.installations > 0 else {
            (decisions, stuck, stuckSystems, stuckSentence, origin) = (nil, nil, nil, nil, "")
            return
        }
        origin =
            "\(Figure.count(impact.installations, "installation")), counted \(Moment.relative(to: fleet?.madeAt ?? now, from: now))"
        decisions = Bars(
            impact.matrix.map { ($0.to.label, $0.count, $0.to.style, nil) }, of: impact.installations
        )
        stuck =
            impact.stuck == 0
            ? nil
            : Bars(
                impact.stuckBy.map { (Words.capitalized($0.reason.words), $0.count, "", nil) }, of: impact.stuck)
        stuckSentence = impact.stuck == 0 ? nil : Words.whetherBlocked(served)
        let systems = impact.systems.filter { $0.stuck > 0 }.sorted { $0.stuck > $1.stuck }.prefix(Self.mostSystems)
        stuckSystems =
            systems.isEmpty
            ? nil
            : Bars(systems.map { ($0.value.isEmpty ? "Not known" : $0.value, $0.stuck, "", nil) }, of: impact.stuck)
    }
}

extension ManifestRecord.Cause {
    /// The cause in words, before `by` and the author.
    var words: String { self == .rollback ? "rolled back to" : verb }
}
