import AirworthyFleet
import AirworthyPolicy
import ControlPlane
import Foundation

/// The predicted effect of a publication on the known installations.
struct ImpactModel: Sendable {
    /// The installations that go from one status to another.
    struct Row: Sendable {
        let from: String
        let to: String
        let count: String
        let share: String
        /// The class for the colour of what they are told then.
        let style: String
        let isChange: Bool
    }

    /// The next date at which rules change by themselves.
    struct Later: Sendable {
        let moment: Moment
        let text: String
        let style: String
    }

    /// The installations that share a fact, as bars.
    struct Slices: Sendable {
        let title: String
        let sentence: String
        let bars: Bars
    }

    private static let mostGroups = 8
    private static let mostBars = 8

    let isKnown: Bool
    /// The effect in one sentence.
    let headline: String
    let origin: String
    let numbers: [AppCard.Number]
    let matrix: [Row]
    let groups: [Tag]
    let moreGroups: String?
    /// The reasons why installations cannot update.
    let stuck: Bars?
    let stuckSentence: String
    /// The worst case of what cannot be known.
    let unknown: String?
    /// Installations that a rule does not touch yet.
    let waiting: String?
    let later: [Later]
    let slices: [Slices]

    init(_ forecast: ImpactForecast, now: Date) {
        let impact = forecast.today
        isKnown = impact.installations > 0
        headline = Self.headline(of: impact)
        origin = Self.origin(of: forecast.census, now: now)
        numbers = Self.numbers(of: impact)
        matrix = impact.matrix.map { step in
            Row(
                from: step.from.label, to: step.to.words, count: Figure.whole(step.count),
                share: Figure.share(step.count, of: impact.installations), style: step.to.style,
                isChange: step.from != step.to)
        }
        groups = impact.groups.prefix(Self.mostGroups).map {
            Tag($0.sentence, $0.to.isBetter(than: $0.from) ? "good" : $0.to.style)
        }
        let others = impact.groups.dropFirst(Self.mostGroups)
        moreGroups =
            others.isEmpty
            ? nil
            : "\(Figure.count(others.reduce(0) { $0 + $1.count }, "installation")) more in "
                + "\(Figure.count(others.count, "smaller group"))."
        stuck =
            impact.stuck == 0
            ? nil
            : Bars(impact.stuckBy.map { (Words.capitalized($0.reason.words), $0.count, "bad", nil) }, of: impact.stuck)
        stuckSentence = Self.stuckSentence(of: impact)
        unknown = Self.unknown(in: impact)
        waiting =
            impact.waiting == 0
            ? nil
            : "\(Figure.count(impact.waiting, "installation")) will be asked once the release has been out for long enough."
        later = Self.later(forecast.later, than: impact, now: now)
        // Nearly every app has one.
        let platforms = impact.platforms.count > 1 ? impact.platforms : []
        slices = [
            Self.slices("By platform", platforms.map { ($0, Platform($0.value).displayName) }, of: impact),
            Self.slices(
                "By channel", impact.channels.map { ($0, $0.value.isEmpty ? "" : Channel($0.value).label) }, of: impact),
            Self.slices("By system", impact.systems.map { ($0, $0.value) }, of: impact),
            Self.slices("By storefront", impact.storefronts.map { ($0, $0.value) }, of: impact),
        ].compactMap { $0 }
    }

    // MARK: Sentences

    private static func headline(of impact: PolicyImpact) -> String {
        let all = impact.installations
        guard all > 0 else {
            return "No installation is known, so nobody can say whom this will hit."
        }
        let freed = freed(by: impact)
        var parts: [String] = []
        if impact.newlyBlocked > 0 {
            let share = Figure.share(impact.newlyBlocked, of: all)
            parts.append(
                "\(Figure.whole(impact.newlyBlocked)) of \(Figure.count(all, "installation")) (\(share)) will be newly blocked"
            )
        } else {
            parts.append("nobody of \(Figure.count(all, "installation")) will be newly blocked")
        }
        if freed > 0 { parts.append("\(Figure.whole(freed)) that are blocked now will not be any more") }
        if impact.stuck > 0 || impact.stuckBefore > 0 {
            let now = impact.stuckBefore == impact.stuck ? "as now" : "now \(Figure.whole(impact.stuckBefore))"
            parts.append("\(Figure.whole(impact.stuck)) will be told to update and cannot (\(now))")
        }
        return Words.capitalized(Words.list(parts)) + "."
    }

    /// The installations that are blocked now and not then.
    private static func freed(by impact: PolicyImpact) -> Int {
        impact.blockedBefore + impact.newlyBlocked - impact.blocked
    }

    private static func origin(of census: AdoptionService.Census, now: Date) -> String {
        switch census.source {
        case .checkIns: "Installations that checked in during the last \(Figure.count(census.days, "day"))."
        case .imported(let name, let date):
            "Installations in \(name), imported \(Moment.relative(to: date, from: now))."
        case .none: Words.howToCount
        }
    }

    private static func numbers(of impact: PolicyImpact) -> [AppCard.Number] {
        let all = impact.installations
        guard all > 0 else { return [] }
        func number(_ name: String, _ count: Int, before: Int?, style: String) -> AppCard.Number {
            // A number that did not rise has no colour.
            return AppCard.Number(
                name: name + (before.map { " (\(Figure.whole($0)) now)" } ?? ""), value: Figure.whole(count),
                detail: Figure.share(count, of: all), style: count > before ?? 0 ? style : "")
        }
        let freed = freed(by: impact)
        return [number("newly blocked", impact.newlyBlocked, before: nil, style: "bad")]
            + (freed > 0 ? [number("no longer blocked", freed, before: nil, style: "")] : []) + [
                number("blocked in all", impact.blocked, before: impact.blockedBefore, style: "warn"),
                number("told to update and cannot", impact.stuck, before: impact.stuckBefore, style: "bad"),
            ]
            + (impact.unknowable > 0 ? [number("cannot be known", impact.unknowable, before: nil, style: "warn")] : [])
    }

    private static func stuckSentence(of impact: PolicyImpact) -> String {
        guard impact.stuck > 0 else { return "Everybody who will be told to update can." }
        return
            "\(Figure.count(impact.stuck, "installation")) will be told to update and cannot; "
            + (impact.stuck == impact.stuckBefore
                ? "as many as now." : "now there are \(Figure.whole(impact.stuckBefore)).")
            + (impact.newlyBlockedStuck > 0
                ? " \(Figure.whole(impact.newlyBlockedStuck)) of them will be newly blocked, with no way out."
                : " None of them is newly blocked.")
    }

    private static func unknown(in impact: PolicyImpact) -> String? {
        guard impact.unknowable > 0 else { return nil }
        let all = impact.installations
        return
            "The decision for \(Figure.count(impact.unknowable, "installation")) depends on a language or attribute, which no "
            + "check-in contains. In the worst case \(Figure.whole(impact.newlyBlockedAtMost)) "
            + "(\(Figure.share(impact.newlyBlockedAtMost, of: all))) will be newly blocked, and "
            + "\(Figure.whole(impact.stuckAtMost)) will be told to update and cannot."
    }

    /// Returns the dates at which the numbers differ from those before.
    private static func later(_ impacts: [PolicyImpact], than today: PolicyImpact, now: Date) -> [Later] {
        var last = statuses(of: today)
        return impacts.compactMap { impact in
            let new = statuses(of: impact)
            defer { last = new }
            return new == last ? nil : later(impact, than: today, now: now)
        }
    }

    private static func later(_ impact: PolicyImpact, than today: PolicyImpact, now: Date) -> Later? {
        let (before, after) = (statuses(of: today), statuses(of: impact))
        let changed = Decision.Status.allCases.filter { before[$0] ?? 0 != after[$0] ?? 0 }
        guard !changed.isEmpty else { return nil }
        // The rest may carry on, which goes without saying.
        let said = changed.count > 1 ? changed.filter { $0 != .ok } : changed
        let parts = said.map { status in
            "\(Figure.whole(after[status] ?? 0)) \(status.words) (\(Figure.whole(before[status] ?? 0)) before)"
        }
        return Later(
            moment: Moment(impact.date, now: now), text: Words.list(parts) + ".",
            style: impact.newlyBlocked > today.newlyBlocked || impact.stuck > today.stuck ? "bad" : "")
    }

    private static func statuses(of impact: PolicyImpact) -> [Decision.Status: Int] {
        Dictionary(impact.matrix.map { ($0.to, $0.count) }, uniquingKeysWith: +)
    }

    // MARK: Bars

    /// Returns the newly blocked installations of each fact, or those that cannot update if none is newly blocked.
    private static func slices(
        _ title: String, _ all: [(slice: PolicyImpact.Slice, name: String)], of impact: PolicyImpact
    ) -> Slices? {
        let isBlocked = impact.newlyBlocked > 0
        guard isBlocked || impact.stuck > 0 else { return nil }
        func number(_ slice: PolicyImpact.Slice) -> Int { isBlocked ? slice.newlyBlocked : slice.stuck }
        let hit = all.filter { number($0.slice) > 0 }.sorted { number($0.slice) > number($1.slice) }
        guard let most = hit.first else { return nil }
        let what = isBlocked ? "newly blocked" : "told to update and cannot"
        let share = Figure.share(number(most.slice), of: most.slice.installations)
        let name = most.name.isEmpty ? "not known" : most.name
        return Slices(
            title: title,
            sentence: "Most of them: \(name), where \(share) of all installations will be \(what).",
            bars: Bars(
                hit.prefix(mostBars).map {
                    ($0.name.isEmpty ? "Not known" : $0.name, number($0.slice), isBlocked ? "warn" : "bad", nil)
                }, of: isBlocked ? impact.newlyBlocked : impact.stuck))
    }
}
