import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

extension Dashboard {
    var releasesRoutes: [PageRoute] {
        [
            .page("/apps/{app}/releases", isQuick: true) { request in try await releases(request, entry: nil) },
            .action("/apps/{app}/releases/sync", right: .catalog) { request in
                _ = try plane.served.app(request.app)
                let report = try await surroundings.sync(request.app)
                let result =
                    report.isForwarded
                    ? "sync-forwarded"
                    : report.outcomes.isEmpty ? "sync-none" : report.isComplete ? "synced" : "sync-failed"
                return .see("\(Place.releases.path(of: request.app))?done=\(result)#sources")
            },
            .action("/apps/{app}/releases/publish", right: .catalog) { request in
                let made = try await plane.catalogs.publishWaiting(of: request.app, by: request.principal)
                let result = made == nil ? "releases-published-already" : "releases-published"
                return .see("\(Place.releases.path(of: request.app))?done=\(result)")
            },
            .action("/apps/{app}/releases/withdraw", right: .catalog) { request in
                try await withdraw(request)
            },
            .action("/apps/{app}/releases/reset", right: .catalog) { request in
                .see(try await apply(.reset, for: request, done: "withdrawals-undone"))
            },
        ]
    }

    /// Withdraws the release that was chosen and whose version was typed, or shows whom that would hit.
    private func withdraw(_ request: PageRequest) async throws -> PageAnswer {
        let app = try plane.served.app(request.app).app
        var entry = WithdrawalForm.Entry(
            release: request.form["release"] ?? "", confirmation: request.form["confirm"] ?? "")
        let order = WithdrawalForm.order(entry, for: app)
        let isQuestion = request.form["show"] != nil
        let problem = WithdrawalForm.problem(of: entry, order: order)
        if let order, problem == nil, !isQuestion {
            return .see(try await apply(order, for: request, done: "withdrawn"))
        }
        if !isQuestion || order == nil { entry.problem = problem }
        if let order {
            let preflight = try await plane.catalogs.preflight(order, for: request.app)
            entry.effect = WithdrawalForm.Effect(preflight.impact, now: now())
        }
        return try await releases(request, entry: entry)
    }

    private func releases(_ request: PageRequest, entry: WithdrawalForm.Entry?) async throws -> PageAnswer {
        let served = try plane.served.app(request.app)
        let waiting = try await plane.catalogs.publishedCatalog(of: request.app).waiting
        let chosen = request.query["withdraw"].map { WithdrawalForm.Entry(release: $0, confirmation: "") }
        let model = ReleasesModel(
            served, waiting: waiting, sources: surroundings.sources(request.app), rights: request.principal.rights,
            entry: entry ?? chosen, now: now())
        return try page(model, at: .releases, of: served.app, for: request, status: entry?.problem == nil ? 200 : 422)
    }

    /// Applies an order, and returns where to go.
    private func apply(_ order: OperatorOrder, for request: PageRequest, done: String) async throws -> String {
        let receipt = try await plane.catalogs.apply(order, to: request.app, by: request.principal)
        let result = receipt.alert != nil ? "\(done)-alert" : receipt.publishesAt != nil ? "\(done)-later" : done
        return "\(Place.releases.path(of: request.app))?done=\(result)"
    }
}

/// The content of the page of an app's releases.
struct ReleasesModel: Sendable {
    let slug: String
    let path: String
    let age: Moment?
    let isStale: Bool
    let waiting: WaitingReleases?
    /// Whether the app has releases on several platforms.
    let severalPlatforms: Bool
    let store: [StoreRow]
    /// Whether a release reaches automatic updates step by step now.
    let isPhased: Bool
    let audiences: [AudienceLine]
    let builds: [BuildRow]
    /// How many builds are not shown.
    let olderBuilds: String?
    let elsewhere: [StoreRow]
    let sources: [SourceLine]
    /// Whether Apple is asked for this app at all.
    let isPolled: Bool
    let mayChange: Bool
    let withdrawal: WithdrawalForm?
    let hasWithdrawals: Bool

    private static let mostBuilds = 25

    /// Shows an app with what is not published yet, and what somebody chose or sent to withdraw.
    init(
        _ served: ServedApp, waiting: PublishedCatalog.Waiting? = nil, sources statuses: [SourceStatus], rights: Rights,
        entry: WithdrawalForm.Entry?, now: Date
    ) {
        let (app, merged) = (served.app, served.catalog?.merged)
        slug = app.slug
        path = Place.releases.path(of: slug)
        age = served.catalog.map { Moment($0.asOf, now: now) }
        self.waiting = waiting.map { WaitingReleases($0, now: now) }
        isStale = merged?.isStale(at: now, statuses: statuses) ?? false
        let platforms = (merged?.catalog.releases.map(\.platform) ?? []) + (merged?.builds.map(\.platform) ?? [])
        let severalPlatforms = AudienceLine.platforms(platforms, of: app).count > 1
        self.severalPlatforms = severalPlatforms
        store = merged.map { StoreRow.store($0.catalog, of: app, at: now) } ?? []
        isPhased = merged?.catalog.releases.contains { $0.offers.contains { $0.phase?.tag != nil } } ?? false
        elsewhere = merged.map { StoreRow.elsewhere($0.catalog, of: app, at: now) } ?? []
        let all = merged?.builds ?? []
        audiences = AudienceLine.each(all, of: app, at: now)
        builds = all.prefix(Self.mostBuilds).map {
            BuildRow(
                $0, of: app, showsPlatform: severalPlatforms, showsGroups: rights.contains(.explain), now: now)
        }
        olderBuilds =
            all.count > Self.mostBuilds ? Figure.count(all.count - Self.mostBuilds, "older build") : nil
        sources = SourceLine.all(served.catalog, statuses: statuses, at: now)
        isPolled = !statuses.isEmpty
        mayChange = rights.contains(.catalog)
        withdrawal = mayChange ? WithdrawalForm(merged, showsPlatform: severalPlatforms, entry: entry) : nil
        hasWithdrawals = merged?.sources.contains { $0.source == .operator } ?? false
    }
}
