import AirworthyFleet
import AirworthyTrust
import ControlPlane
import Foundation

extension Dashboard {
    /// The time that the page waits for numbers of apps that were not counted in the last minute.
    private static let patience = Duration.milliseconds(25)

    var appsRoutes: [PageRoute] {
        [
            .page("/apps", isQuick: true, hasAdminRoute: true) { request in
                let apps = plane.served.all.filter { request.principal.covers($0.app.slug) }
                let states = await plane.fleet.states(of: apps.map(\.app.slug), within: Self.patience)
                let now = now()
                let search = request.query["q"]
                let drafts = try await plane.drafts.counts()
                let cards = apps.map {
                    AppCard($0, fleet: states[$0.app.slug], drafts: drafts[$0.app.slug] ?? 0, now: now)
                }
                return try page(AppsModel(cards, search: search), at: .apps, for: request)
            }
        ]
    }
}

/// The content of the page of all apps.
struct AppsModel: Sendable {
    /// The app of a link.
    struct Link: Sendable {
        let slug: String
        let path: String
    }

    /// The most apps that have a card, and the most that have a link below, so that the page stays small.
    private static let (mostCards, mostLinks) = (60, 400)

    let cards: [AppCard]
    /// The apps without a card, by name.
    let others: [Link]
    /// How many apps have neither.
    let hidden: String?
    let total: String
    let search: String
    /// Whether there are so many apps that a search helps.
    let isSearchable: Bool
    let isEmpty: Bool

    /// Shows those of the session's apps whose slug or bundle id has the search in it; `nil` shows all.
    init(_ all: [AppCard], search: String?) {
        let wanted = search?.lowercased()
        let found = all.filter { card in
            wanted.map { card.slug.lowercased().contains($0) || card.bundleID.lowercased().contains($0) } ?? true
        }
        // Those that need somebody first.
        let sorted = found.sorted { ($0.urgency, $1.slug) > ($1.urgency, $0.slug) }
        cards = Array(sorted.prefix(Self.mostCards))
        let rest = sorted.dropFirst(Self.mostCards).map { Link(slug: $0.slug, path: $0.path) }.sorted {
            $0.slug < $1.slug
        }
        others = Array(rest.prefix(Self.mostLinks))
        hidden = rest.count > others.count ? Figure.count(rest.count - others.count, "further app") : nil
        total = Figure.count(all.count, "app")
        self.search = search ?? ""
        isSearchable = all.count > 6 || search != nil
        isEmpty = all.isEmpty
    }
}

/// An app on the page of all apps.
struct AppCard: Sendable {
    /// A number with its meaning.
    struct Number: Sendable {
        let name: String
        let value: String
        let detail: String?
        let style: String
    }

    let slug: String
    let bundleID: String
    let path: String
    let audience: String
    let isProduction: Bool
    let numbers: [Number]
    /// The active installations of each day; `nil` without check-ins.
    let activity: Sparkline?
    /// The newest release of each channel.
    let releases: [NewestRelease]
    let problems: [Attention]
    /// The number of policies that are being written, such as `2 open drafts`; `nil` without any.
    let drafts: String?
    /// A higher one comes first.
    let urgency: Int
    let isCounting: Bool
    let noCheckIns = Words.noCheckIns(in: AdoptionLimit.usualDays)

    init(_ served: ServedApp, fleet: FleetStates.State?, drafts: Int = 0, now: Date) {
        slug = served.app.slug
        bundleID = served.app.bundleID
        path = Place.overview.path(of: slug)
        audience = served.app.audience
        isProduction = audience == Pins.defaultAudience
        // The end of a beta stands once on the card, among the problems.
        releases = NewestRelease.each(of: served.catalog?.catalog, at: now).map { $0.style == "warn" ? $0.plain : $0 }
        problems = Attention.all(of: served, fleet: fleet, sources: [], now: now)
        self.drafts = drafts > 0 ? Figure.count(drafts, "open draft") : nil
        urgency = problems.map(\.urgency).max() ?? 0
        if let fleet, fleet.impact.installations > 0 {
            numbers = FleetNumbers(fleet).all
            activity = FleetNumbers.activity(of: fleet)
            isCounting = false
        } else {
            numbers = []
            activity = nil
            isCounting = fleet == nil && served.revision > 0
        }
    }
}
