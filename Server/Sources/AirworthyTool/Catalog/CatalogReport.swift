import AirworthyPolicy
import Foundation

/// The releases in the output of `catalog show`.
struct CatalogReport {
    let catalog: Catalog
    var style = TerminalStyle.standardOutput
    var now = WallClock.now()

    var lines: [String] {
        var table = Table(["RELEASE", "CHANNEL", "STATE", "STOREFRONTS", "PUBLISHED (UTC)", "EXPIRES (UTC)", "SOURCE"])
        for release in catalog.releases {
            let name = "\(release.platform.displayName) \(UpdateTarget(version: release.version, build: release.build))"
            for offer in release.offers { table.add([name] + cells(of: offer)) }
            if release.offers.isEmpty { table.add([name, "none", "", "", "", "", ""]) }
        }
        let asOf = catalog.asOf.map { ", as of \(UTCTime.text($0))" } ?? ""
        if table.isEmpty { return ["the catalog has no releases\(asOf)"] }
        return [style(catalog.releases.count.counted("release"), as: .bold) + asOf]
            + table.lines(style: style, whenEmpty: "")
    }

    private func cells(of offer: Offer) -> [String] {
        let isExpired = offer.state == .live && offer.expiresAt.map { $0 <= now } ?? false
        return [
            "\(offer.channel)", isExpired ? "expired" : "\(offer.state)", Self.storefronts(offer.storefronts),
            offer.publishedAt.map(UTCTime.cell) ?? "", offer.expiresAt.map(UTCTime.cell) ?? "", offer.source ?? "",
        ]
    }

    /// Returns up to four storefronts by name, or the number of them.
    private static func storefronts(_ storefronts: Set<Storefront>?) -> String {
        guard let storefronts else { return "" }
        return storefronts.count <= 4
            ? storefronts.sorted().map(\.description).joined(separator: " ") : "\(storefronts.count)"
    }
}

/// The sources of an app's releases and their age, in the output of `catalog show` and `catalog sync`.
struct CatalogSourcesReport {
    let json: JSONValue
    var style = TerminalStyle.standardOutput
    var now = WallClock.now()

    var lines: [String] {
        var table = Table(["SOURCE", "CHECKED (UTC)", "AGE", "INTERVAL", "STATE"])
        let outcomes = self.outcomes
        for source in json["sources"]?.arrayValue ?? [] {
            let name = source["name"]?.stringValue ?? ""
            let isStale = source["stale"]?.boolValue ?? false
            let problem = source["problem"]?.stringValue ?? outcomes[name]?.problem
            let states = [outcomes[name]?.word, isStale ? "stale" : nil, problem].compactMap { $0 }
            let isAsked = source["interval"]?.intValue == nil || source["lastAttempt"]?.stringValue != nil
            table.add([
                name, UTCTime.cell(source["asOf"], orElse: "never"), age(of: source["asOf"]) ?? "",
                source["interval"]?.intValue.map(Self.period) ?? "",
                states.isEmpty
                    ? isAsked ? "ok" : "as stored; not asked since this server started"
                    : states.joined(separator: ", "),
            ])
        }
        return table.lines(style: style, whenEmpty: "no source has reported anything yet")
    }

    /// The sources that did not answer.
    var failures: [String] { outcomes.filter { $0.value.word == "failed" }.keys.sorted() }

    /// What `catalog sync` came to, by source.
    private var outcomes: [String: (word: String, problem: String?)] {
        var outcomes: [String: (word: String, problem: String?)] = [:]
        for entry in json["outcomes"]?.arrayValue ?? [] {
            guard let name = entry["name"]?.stringValue, let word = entry["outcome"]?.stringValue else { continue }
            outcomes[name] = (word, entry["problem"]?.stringValue)
        }
        return outcomes
    }

    private func age(of value: JSONValue?) -> String? {
        value?.stringValue.flatMap { Timestamp.parse($0) }.map { Self.age(of: $0, at: now) }
    }

    /// Returns the age of something, such as `12 min`.
    static func age(of date: Date, at now: Date) -> String { period(Int(now.timeIntervalSince(date))) }

    /// Returns a duration such as `40 s`, `12 min`, `5 h` or `3 d`.
    private static func period(_ seconds: Int) -> String {
        let seconds = max(0, seconds)
        if seconds < 100 { return "\(seconds) s" }
        if seconds < 7_200 { return "\(seconds / 60) min" }
        return seconds < 172_800 ? "\(seconds / 3_600) h" : "\(seconds / 86_400) d"
    }
}

/// The output of `catalog import`, `catalog withdraw` and `catalog reset`.
struct CatalogChangeReport {
    let app: String
    let json: JSONValue
    /// The change, such as `IMPORTED`.
    let verb: String
    /// Whether the same command publishes a policy next, which takes the releases along.
    var isPublishedNext = false
    var style = TerminalStyle.standardOutput

    private var isNew: Bool { json["new"]?.boolValue ?? true }

    var lines: [String] {
        let count = json["releases"]?.intValue?.counted("release") ?? "a catalog"
        let asOf = UTCTime.text(json["asOf"]).map { " as of \($0)" } ?? ""
        let headline =
            isNew
            ? "\(style(verb, as: .green, .bold))  \(app), \(count)"
            : "\(style("NO CHANGE", as: .yellow, .bold))  \(app) already has "
                + (verb == "IMPORTED" ? "this catalog, \(count)" : count)
        return [headline + asOf] + publication
    }

    private var publication: [String] {
        var lines: [String] = []
        if let revision = json["publication"]?["revision"]?.intValue {
            lines.append("Published as revision \(revision). \(PublicationReport.next)")
        } else if !isPublishedNext, let time = AvailabilityReport.latest(json["publishesAt"]) {
            lines.append("Will be published by \(time): additions wait a while after the last automatic publish.")
            lines.append(AvailabilityReport.advice(app))
        } else if isNew {
            switch json["unpublished"]?.stringValue {
            case "no-policy":
                lines.append("Not published: there is no policy yet; the first publish takes the releases along.")
            case "signed-elsewhere":
                lines.append("Not published: CI signs this app; sign again with the new releases and publish that.")
            case "no-difference": lines.append("Not published: apps see no difference.")
            default: break
            }
        }
        if let alert = json["alert"]?.stringValue { lines.append(style("alert: ", as: .red) + alert.printable) }
        return lines
    }
}
