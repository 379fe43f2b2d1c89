import AirworthyPolicy
import Foundation

extension Truth {
    /// The sign before a condition.
    var sign: String {
        switch self {
        case .true: "✓"
        case .false: "✗"
        case .undecided: "?"
        }
    }

    /// The class for colours.
    var style: String {
        switch self {
        case .true: "good"
        case .false: ""
        case .undecided: "warn"
        }
    }
}

extension Trace.ConditionStep {
    /// The condition in words, such as `version 2.2.0`.
    var words: String {
        switch key {
        case "all": parts.isEmpty ? "every installation" : "all of these"
        case "any": parts.isEmpty ? "no installation" : "at least one of these"
        case "not": "not this"
        case "version", "build": Words.range(expected, of: key)
        case "channel": "on \(Words.alternatives(values.map { Channel($0).name }))"
        case "platform": "on \(Words.alternatives(values.map { Platform($0).displayName }))"
        case "os": "with \(Words.alternatives(values))"
        case "language": "in \(Words.alternatives(values))"
        case "storefront": "in storefront \(Words.alternatives(values))"
        case "rollout": rollout
        case "after": "from \(Self.date(expected)) on"
        case "before": "before \(Self.date(expected))"
        case _ where key.hasPrefix("attributes."):
            "\(key.dropFirst("attributes.".count)) = \(Words.alternatives(values))"
        default: "“\(key)”, which this version does not know"
        }
    }

    /// What the installation has instead, such as `here 2.2.1 (310)`; `nil` for conditions of conditions.
    var seenWords: String? {
        guard let seen else { return nil }
        switch key {
        case "channel": return "here \(Channel(seen).name)"
        case "platform": return "here \(Platform(seen).displayName)"
        case "after", "before": return "here \(Self.date(seen))"
        case "rollout": return seen == "no install id" ? "here no rollout id" : nil
        default: return "here \(seen)"
        }
    }

    /// The first condition that makes this one false or undecided.
    var culprit: Trace.ConditionStep {
        guard key != "not" else { return self }
        return parts.first { $0.truth == truth }?.culprit ?? self
    }

    /// The reason why the condition does not hold, such as `version 2.2.0 is asked for, here 2.2.1`.
    var whyNot: String {
        let culprit = culprit
        switch culprit.truth {
        case .true: return ""
        case .false where culprit.key == "not":
            return "it excludes \(culprit.parts.first?.words ?? "this installation")"
        case .false: return "it is only for \(culprit.phrase)" + (culprit.seenWords.map { ", \($0)" } ?? "")
        case .undecided:
            return "whether it is \(culprit.phrase) cannot be said" + (culprit.seenWords.map { ", \($0)" } ?? "")
        }
    }

    private var phrase: String {
        // What an installation cannot install is not the newest for it.
        if key == "version", words.hasSuffix("before the newest") { return "\(words) that they can install" }
        return ["channel", "platform", "os", "language", "storefront"].contains(key) ? "installations \(words)" : words
    }

    private var values: [String] { expected.components(separatedBy: ", ") }

    private var rollout: String {
        guard let share = UInt32(expected.prefix { $0.isASCII && $0.isNumber }) else { return expected }
        return "a random \(Words.share(partsPerMillion: share))"
    }

    private static func date(_ text: String) -> String {
        Timestamp.parse(text).map { Moment.text($0, withTime: true) } ?? text
    }
}

extension Trace.RuleStep {
    /// The outcome of a rule whose condition holds, such as `must update to 2.2.1`; `nil` if it does not hold.
    var outcomeWords: String? {
        guard !outcome.isEmpty else { return nil }
        func rest(after prefix: String) -> String? {
            outcome.hasPrefix(prefix) ? String(outcome.dropFirst(prefix.count)) : nil
        }
        if outcome == "none" { return "may carry on" }
        if outcome == "unreadable" { return "nothing, because this version cannot read the effect" }
        if let reason = rest(after: "nothing: ") { return "nothing, because \(Reason(rawValue: reason).words)" }
        if let reason = rest(after: "required, but unavailable: ") {
            return "told to update and cannot, because \(Reason(rawValue: reason).words)"
        }
        if let end = rest(after: "maintenance until ") {
            return "maintenance until \(Timestamp.parse(end).map { Moment.text($0, withTime: true) } ?? end)"
        }
        if let update = rest(after: "required ") { return "must update to \(update)" }
        guard let update = rest(after: "recommended ") else { return outcome }
        let end = update.range(of: " (", options: .backwards)?.lowerBound ?? update.endIndex
        return "should update to \(update[..<end])"
    }
}

extension Trace.OfferStep {
    /// Whether the installation can get the release, in words.
    var words: String {
        switch verdict {
        case "installable": "can be installed"
        case "withdrawn": "is withdrawn"
        case "inReview": "is in App Review"
        case "expired": "has expired"
        case "notYetPublished": "is not published yet"
        case "notInStorefront": "is not sold in this storefront"
        case "osTooOld": "needs a newer system"
        case "notLive": "is not live"
        case "superseded": "is replaced by a newer one"
        case _ where verdict.hasPrefix("installable"):
            "can be installed, but a rule would demand another update right after"
        default: verdict
        }
    }

    /// The class for colours.
    var style: String { verdict == "installable" ? "good" : verdict.hasPrefix("installable") ? "warn" : "" }
}
