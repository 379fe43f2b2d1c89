import AirworthyFleet
import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// Something that somebody should look at, with where to do so.
struct Attention: Sendable {
    let text: String
    /// What to press, such as `See who`.
    let button: String
    /// The part of the path after that of the app.
    let action: String
    /// The class for the colour: `bad` or `warn`.
    let style: String
    /// The colour in words: `urgent` or `soon`.
    let label: String
    /// A higher one comes first.
    let urgency: Int

    private init(text: String, button: String, action: String, style: String, urgency: Int) {
        self.text = text
        self.button = button
        self.action = action
        self.style = style
        label = style == "bad" ? "urgent" : "soon"
        self.urgency = urgency
    }

    /// The seconds before the end of a beta or of a manifest at which people are told.
    private static let notice = TestFlightBuild.lastDays

    /// Returns everything about an app that needs somebody, the most urgent first.
    static func all(
        of served: ServedApp, fleet: FleetStates.State?, sources: [SourceStatus], now: Date
    ) -> [Attention] {
        let found =
            [
                problem(of: served), nothingPublished(served), stuck(fleet, of: served), withoutEffect(served),
                expiry(of: served, now: now),
                sourceProblem(sources),
            ] + betas(of: served, now: now)
        return found.compactMap { $0 }.sorted { $0.urgency > $1.urgency }
    }

    private static func problem(of served: ServedApp) -> Attention? {
        served.problem.map {
            Attention(
                text: "Devices would not accept the next revision: \($0)", button: "See the settings",
                action: "/settings",
                style: "bad", urgency: 100)
        }
    }

    private static func nothingPublished(_ served: ServedApp) -> Attention? {
        guard served.revision == 0 else { return nil }
        return Attention(
            text: Words.nothingPublished, button: "Write the first policy",
            action: "/policy", style: "warn", urgency: 40)
    }

    private static func stuck(_ fleet: FleetStates.State?, of served: ServedApp) -> Attention? {
        guard let impact = fleet?.impact, impact.stuck > 0 else { return nil }
        let mostly = impact.stuckBy.count > 1 ? "mostly " : ""
        let why = impact.stuckBy.first.map { ", \(mostly)because \($0.reason.words)" } ?? ""
        let who = Figure.count(impact.stuck, "installation is", plural: "installations are")
        return Attention(
            text: "\(who) told to update and cannot\(why). \(Words.whetherBlocked(served))", button: "See who",
            action: "#stuck", style: "bad",
            urgency: 80)
    }

    /// Rules that can force nobody, because no release is known and they do not say where to get one.
    private static func withoutEffect(_ served: ServedApp) -> Attention? {
        guard case .live(let head) = served.state, !served.knowsReleases else { return nil }
        let rules = head.manifest.policy.rules.filter { rule in
            let levels = [rule.effect.update].compactMap { $0 } + rule.effect.perChange.values
            return levels.contains(.required) && rule.effect.url == nil && !rule.effect.blocksIfUnavailable
        }
        guard let first = rules.first else { return nil }
        let name = rule(first, isOnly: rules.count == 1)
        return Attention(
            text:
                "\(name) nobody: no release of the app is known, so there is nothing to send people to. Write the "
                + "app's Apple ID into its settings, import its releases, or give each rule a url.",
            button: "See the releases", action: "/releases", style: "bad", urgency: 70)
    }

    private static func rule(_ rule: Rule, isOnly: Bool) -> String {
        isOnly ? "The rule \"\(rule.id)\" forces" : "The rule \"\(rule.id)\" and others force"
    }

    private static func expiry(of served: ServedApp, now: Date) -> Attention? {
        guard case .live(let head) = served.state, let end = head.manifest.expiresAt else { return nil }
        let left = end.timeIntervalSince(now)
        guard left < notice else { return nil }
        let when = Moment.relative(to: end, from: now)
        let text =
            left > 0
            ? "The manifest expires \(when); then nothing is blocked any more."
            : Words.manifestExpired(when)
        let remedy =
            served.app.signing == .ci ? "CI has to sign a new one." : "The server renews it by itself when it can."
        return Attention(
            text: "\(text) \(remedy)", button: "See the history", action: "/history", style: left > 0 ? "warn" : "bad",
            urgency: left > 0 ? 60 : 90)
    }

    private static func betas(of served: ServedApp, now: Date) -> [Attention] {
        // A build that both kinds of testers have is one build to replace.
        var channels: [String: [String]] = [:]
        var builds: [(name: String, end: String)] = []
        for release in NewestRelease.each(of: served.catalog?.catalog, at: now) where release.style == "warn" {
            guard let end = release.detail else { continue }
            let platform = release.platform.isEmpty ? "" : "\(release.platform) "
            let name = "\(platform)\(release.version)\(release.build.map { " (\($0))" } ?? "")"
            if channels[name] == nil { builds.append((name, end)) }
            channels[name, default: []].append(release.channel)
        }
        return builds.map { build in
            Attention(
                text:
                    "\(build.name) on \(Words.list(channels[build.name, default: []])) \(build.end). Upload a new build before then.",
                button: "See the releases", action: "/releases", style: "warn", urgency: 50)
        }
    }

    private static func sourceProblem(_ sources: [SourceStatus]) -> Attention? {
        let failing = sources.compactMap { status in status.problem.map { (status.source.description, $0) } }
        guard let (name, problem) = failing.first else { return nil }
        return Attention(
            text: "Release data of \(name) could not be read: \(problem)", button: "See the releases",
            action: "/releases",
            style: "warn", urgency: 30)
    }
}
