import AirworthyPolicy
import ControlPlane
import Foundation

extension Condition {
    /// The condition in words, such as `version 2.2.0 on the App Store`; empty if every installation meets it.
    var words: String { words(isInside: false) }

    private func words(isInside: Bool) -> String {
        switch self {
        case .version(let range): return Words.range(range.description, of: "version")
        case .build(let range): return Words.range("\(range)", of: "build")
        case .platform(let platforms): return "on \(platforms.map(\.displayName).joined(separator: " or "))"
        case .channel(let channels):
            return channels.isEmpty ? "on no channel" : Words.alternatives(channels.map(\.words))
        case .os(let ranges):
            return Words.alternatives(
                ranges.sorted { $0.key.description < $1.key.description }.map {
                    "with \($0.key.displayName) \($0.value)"
                })
        case .language(let languages): return "in \(Words.alternatives(languages))"
        case .storefront(let storefronts): return "in storefront \(Words.alternatives(storefronts.map(\.code)))"
        case .attribute(let name, let values, _):
            return "with \(name) = \(Words.alternatives(values.map { $0.jsonText() }))"
        case .rollout(let rollout): return "a random \(Words.share(partsPerMillion: rollout.partsPerMillion))"
        case .after(let date): return "from \(Moment.text(date, withTime: true)) on"
        case .before(let date): return "before \(Moment.text(date, withTime: true))"
        case .all(let parts):
            return parts.map { $0.words(isInside: true) }.filter { !$0.isEmpty }.joined(separator: ", ")
        case .any(let parts):
            let text = parts.isEmpty ? "nothing" : parts.map { $0.words(isInside: true) }.joined(separator: ", or ")
            return isInside && parts.count > 1 ? "(\(text))" : text
        case .not(let part): return "not (\(part.words(isInside: false)))"
        case .unknown(let name): return "“\(name)”, which this version does not know"
        }
    }
}

extension Channel {
    /// The channel as a place, such as `on the App Store`.
    var words: String { "on \(name)" }

    /// The channel's usual name, such as `the App Store`.
    var name: String {
        switch self {
        case .debug: "debug builds"
        case .testflight(nil): "TestFlight"
        case .testflight(.internal): "TestFlight (internal)"
        case .testflight(.external): "TestFlight (external)"
        case .appstore: "the App Store"
        case .marketplace(nil): "marketplaces"
        case .marketplace(let id?): "the marketplace \(id)"
        case .web: "the web"
        case .enterprise: "enterprise distribution"
        case .adhoc: "ad hoc distribution"
        case .play(nil): "Google Play"
        case .play(let track?): "Google Play (\(track.rawValue))"
        case .sideload: "sideloaded packages"
        case .unknown: "an unknown channel"
        case .other(let name): "“\(name)”"
        }
    }

    /// The name at the start of a line, such as `App Store`.
    var label: String {
        let name = name
        let text =
            name.hasPrefix("the ")
            ? String(name.dropFirst(4)) : name.hasPrefix("an ") ? String(name.dropFirst(3)) : name
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// Parts of sentences.
enum Words {
    /// A range of versions or builds, such as `version 2.2.0` or `versions below 1.4`.
    static func range(_ text: String, of noun: String) -> String {
        if text == "<latest" { return "\(noun)s before the newest" }
        let signs = [("<=", "up to "), (">=", "from "), ("<", "below "), (">", "above ")]
        guard !text.contains(" "), !text.contains("|"), !text.contains(",") else { return "\(noun)s \(text)" }
        for (sign, word) in signs where text.hasPrefix(sign) { return "\(noun)s \(word)\(text.dropFirst(sign.count))" }
        return "\(noun) \(text)"
    }

    static func mayNotPublish(so consequence: String) -> String {
        "The token of this session may not publish, so \(consequence). Sign in with one that has the right “publish”."
    }

    /// What a form says whose confirmation is wrong; `done` is what was not done, such as `removed`.
    static func typeName(of slug: String, nothing done: String) -> String {
        "Type the name of the app, \(slug), to confirm. Nothing was \(done)."
    }

    /// What holds for an app without a policy.
    static let nothingPublished = "Nothing is published yet, so every build may carry on."

    /// Whether the policy in force blocks those who are told to update and cannot.
    static func whetherBlocked(_ served: ServedApp) -> String {
        let rules = (try? served.head)?.manifest.policy.rules ?? []
        return rules.contains { $0.effect.blocksIfUnavailable }
            ? #"Rules with "ifUnavailable": "block" lock them out."# : "They are not blocked."
    }

    /// When installations learn of a new policy.
    static let speed =
        "Installed apps ask for the policy at each launch, and every six hours while they run."

    static let howToCount =
        "Apps with .server check in by themselves; airworthy adoption import takes a table from elsewhere."

    static func noCheckIns(in days: Int) -> String { "No installation has checked in during the last \(days) days." }

    static func manifestExpired(_ when: String, of slug: String? = nil) -> String {
        "The manifest \(slug.map { "of \($0) " } ?? "")expired \(when), so nothing is blocked any more."
    }

    /// `a`, `a or b`, `a, b or c`.
    static func alternatives(_ parts: [String]) -> String { list(parts, with: "or") }

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ parts: [String], with word: String = "and") -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
    }

    /// A part of a million in percent, such as `10 %`.
    static func share(partsPerMillion: UInt32) -> String {
        "\(Figure.rounded(Double(partsPerMillion) / 10_000, places: 4))\u{A0}%"
    }

    static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// A message of a service as a sentence, with a capital first letter and a full stop.
    static func sentence(_ message: String) -> String {
        capitalized(message) + (message.hasSuffix(".") ? "" : ".")
    }

    /// A length of time, such as `3 days`.
    static func period(_ period: Period) -> String {
        Moment.length(Double(period.seconds)) ?? "\(period.seconds) seconds"
    }
}
