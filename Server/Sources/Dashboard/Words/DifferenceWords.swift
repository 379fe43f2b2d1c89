import AirworthyPolicy
import ControlPlane
import Foundation

/// The differences between two policies in words.
struct DifferenceWords: Sendable {
    /// A rule, a feature or a setting that differs.
    struct Line: Hashable, Sendable {
        /// The kind of difference, such as `new`.
        let label: String
        /// The class for the colour of the label.
        let style: String
        /// The kind of thing, such as `Rule`.
        let noun: String
        /// The id of the rule, the key of the feature or the name of the setting.
        let name: String
        /// What it does, if it is new or removed.
        var text: String?
        /// What it did before.
        var before: String?
        /// What it does then.
        var after: String?
        /// The members that the sentences do not mention.
        var members: [Member] = []
        /// A sentence about its place.
        var move: String?
    }

    /// A member with two values.
    struct Member: Hashable, Sendable {
        let key: String
        let old: String
        let new: String
    }

    private static let mostLines = 100
    /// The longest value that is shown whole, in characters.
    private static let longestValue = 300
    /// The members of a rule that its sentence says.
    private static let saidMembers: Set<String> = [
        "id", "when", "update", "perChange", "target", "deadline", "releasedFor", "maintenance", "ifUnavailable",
    ]

    let lines: [Line]
    /// The number of differences in words.
    let summary: String
    /// A sentence about lines that are left out.
    let more: String?

    /// Creates the words for a difference. Rules are looked up in the old policy; `now` is for sentences about
    /// deadlines.
    init(_ diff: PolicyDiff, from old: Policy, to new: Policy, now: Date) {
        let speaker = RuleSpeaker(old: old, new: new, now: now)
        let all =
            diff.rules.map { speaker.line(for: $0) }
            + diff.features.map {
                Self.line(forFeature: $0, before: old.features[$0.name], after: new.features[$0.name])
            }
            + diff.policy.map(Self.line(forSetting:))
        lines = Array(all.prefix(Self.mostLines))
        more = all.count > lines.count ? "And \(Figure.whole(all.count - lines.count)) more." : nil
        summary = Self.summary(of: all)
    }

    private static func summary(of lines: [Line]) -> String {
        guard !lines.isEmpty else { return "The rules, features and settings are the same." }
        let labels = ["new", "changed", "moved", "removed"]
        let parts = ["Rule", "Feature", "Setting"].flatMap { noun in
            labels.compactMap { label -> String? in
                let count = lines.count { $0.noun == noun && $0.label == label }
                guard count > 0 else { return nil }
                return Figure.count(count, "\(label) \(noun.lowercased())")
            }
        }
        return Words.capitalized(Words.list(parts)) + "."
    }

    // MARK: Features and settings

    private static func line(forFeature entry: PolicyDiff.Entry, before: Feature?, after: Feature?) -> Line {
        let (old, new) = (before.map(\.words), after.map(\.words))
        switch entry.kind {
        case .added: return Line(label: "new", style: "good", noun: "Feature", name: entry.name, text: new)
        case .removed: return Line(label: "removed", style: "bad", noun: "Feature", name: entry.name, text: old)
        case .altered(_, let changes):
            let isSaid = old != new
            return Line(
                label: "changed", style: "accent", noun: "Feature", name: entry.name, before: isSaid ? old : nil,
                after: isSaid ? new : nil, members: isSaid ? [] : members(of: changes))
        }
    }

    private static func line(forSetting change: PolicyDiff.Change) -> Line {
        Line(
            label: "changed", style: "accent", noun: "Setting", name: change.key, before: text(change.old),
            after: text(change.new))
    }

    fileprivate static func members(of changes: [PolicyDiff.Change], without keys: Set<String> = []) -> [Member] {
        changes.filter { !keys.contains($0.key) }.map { Member(key: $0.key, old: text($0.old), new: text($0.new)) }
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value, !value.isNull else { return "none" }
        let text = VisibleText.line(value.stringValue ?? value.jsonText())
        return text.count > longestValue ? text.prefix(longestValue) + "…" : text
    }

    /// Says what rules do before and after.
    private struct RuleSpeaker {
        private let before: [String: Rule]
        private let after: [String: Rule]
        private let now: Date

        init(old: Policy, new: Policy, now: Date) {
            before = Dictionary(old.rules.map { ($0.id, $0) }) { first, _ in first }
            after = Dictionary(new.rules.map { ($0.id, $0) }) { first, _ in first }
            self.now = now
        }

        func line(for entry: PolicyDiff.Entry) -> Line {
            let name = entry.name
            switch entry.kind {
            case .added:
                return Line(label: "new", style: "good", noun: "Rule", name: name, text: after[name]?.sentence(at: now))
            case .removed:
                let text = before[name]?.sentence(at: now)
                return Line(label: "removed", style: "bad", noun: "Rule", name: name, text: text)
            case .altered(let moved, let changes):
                let oldName = changes.first { $0.key == "id" }?.old?.stringValue ?? name
                let (old, new) = (before[oldName]?.sentence(at: now), after[name]?.sentence(at: now))
                let isSaid = !changes.isEmpty && old != new
                let move = moved.map {
                    "It moves from place \($0.from) to \($0.to). The first rule that fits an installation decides."
                }
                return Line(
                    label: changes.isEmpty ? "moved" : "changed", style: "accent", noun: "Rule", name: name,
                    before: isSaid ? old : nil, after: isSaid ? new : nil,
                    members: DifferenceWords.members(
                        of: changes, without: isSaid ? DifferenceWords.saidMembers.subtracting(["id"]) : []), move: move
                )
            }
        }
    }
}

extension Feature {
    /// The feature in words, such as `true for version 2.2.0 on TestFlight, false for everybody else`.
    fileprivate var words: String {
        let parts = rules.prefix(8).map { rule in
            let who = rule.when.words
            return "\(rule.value.jsonText()) for \(who.isEmpty ? "everybody" : who)"
        }
        let more = rules.count > parts.count ? ["…"] : []
        let last = "\(defaultValue.jsonText()) for everybody\(rules.isEmpty ? "" : " else")"
        return (parts + more + [last]).joined(separator: ", ")
    }
}
