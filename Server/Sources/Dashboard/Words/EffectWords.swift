import AirworthyFleet
import AirworthyPolicy
import ControlPlane
import Foundation

extension Rule {
    /// The rule as a sentence, such as `Version 2.2.0 on the App Store must update to the newest release.`
    func sentence(at now: Date) -> String {
        let who = when.words
        return "\(who.isEmpty ? "Every installation" : Words.capitalized(who)) \(effect.words(at: now))."
    }

    /// The kind of effect, for colour and short labels: `blocked`, `required`, `recommended`, `exempt` or `other`.
    func kind(at now: Date) -> String {
        if effect.maintenance.map({ $0.until > now }) ?? false { return "blocked" }
        if let deadline = effect.deadline, now < deadline { return "recommended" }
        switch effect.update {
        case .required: return "required"
        case .recommended: return "recommended"
        case UpdateLevel.none?: return "exempt"
        case nil:
            if effect.perChange.values.contains(.required) { return "required" }
            return effect.perChange.values.contains(.recommended) ? "recommended" : "other"
        }
    }
}

extension Effect {
    /// The effect in words, such as `must update to 2.2.1`.
    func words(at now: Date) -> String {
        guard isReadable else { return "are left alone, because this version cannot read the effect" }
        var parts: [String] = []
        if let maintenance {
            let end = Moment.text(maintenance.until, withTime: true)
            parts.append(
                maintenance.until > now
                    ? "are blocked for maintenance until \(end)" : "were in maintenance until \(end)")
        }
        if let update { parts.append(words(for: update, at: now)) }
        for step in ChangeStep.allCases {
            guard let level = perChange[step] else { continue }
            parts.append("\(Self.verb(level)) if the newest release is a \(step.rawValue) step")
        }
        if parts.isEmpty { parts.append("see a text") }
        var text = parts.joined(separator: ", ")
        if releasedFor.seconds > 0 { text += ", once the release has been out for \(Words.period(releasedFor))" }
        if blocksIfUnavailable { text += ", even if they cannot" }
        return text
    }

    private func words(for level: UpdateLevel, at now: Date) -> String {
        let goal = level == .none ? "" : " to \(target.map(Self.words) ?? "the newest release")"
        guard let deadline, level == .required else { return Self.verb(level) + goal }
        let date = Moment.text(deadline, withTime: true)
        return deadline > now ? "should update\(goal), and must from \(date) on" : "must update\(goal) since \(date)"
    }

    private static func words(_ target: UpdateTarget) -> String { String(describing: target) }

    private static func verb(_ level: UpdateLevel) -> String {
        switch level {
        case .none: "may carry on"
        case .recommended: "should update"
        case .required: "must update"
        }
    }
}

extension PolicyImpact.Group {
    /// The change as a sentence, such as `673 installations of 2.2.0 on the App Store may carry on today and must update then.`
    var sentence: String {
        let who =
            "\(Figure.count(count, "installation"))\(version.isEmpty ? "" : " of \(version)") \(channel.words)"
        guard from != to else {
            return "\(who) \(from.words(for: count)), now as then, but whether they are blocked changes."
        }
        return "\(who) \(from.words(for: count)) today and \(to.words(for: count)) then."
    }
}

extension Decision.Status {
    /// The status after a number of installations, such as `must update`.
    fileprivate func words(for count: Int) -> String { count == 1 ? singular : words }

    /// Whether the change to another status is for the worse for users.
    func isBetter(than other: Decision.Status) -> Bool { severity < other.severity }
}
