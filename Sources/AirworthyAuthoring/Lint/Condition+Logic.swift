public import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Condition {
    /// Whether no installation can match both conditions, as far as that can be proved from the conditions alone.
    ///
    /// - Parameter other: The other condition.
    /// - Returns: `true` only if proved; `false` also if it is unknown.
    /// - Complexity: O(*m* × *n*) for conditions of *m* and *n* parts, in most cases far less.
    public func isDisjoint(from other: Condition) -> Bool {
        if case .any(let branches) = self { return branches.allSatisfy { $0.isDisjoint(from: other) } }
        if case .any(let branches) = other { return branches.allSatisfy { isDisjoint(from: $0) } }
        if case .all(let parts) = self { return parts.contains { $0.isDisjoint(from: other) } }
        if case .all(let parts) = other { return parts.contains { isDisjoint(from: $0) } }
        return excludes(other) || other.excludes(self)
    }

    /// Whether this simple condition excludes the other one.
    private func excludes(_ other: Condition) -> Bool {
        switch (self, other) {
        case (.version(let a), .version(let b)): a.isDisjoint(from: b)
        case (.version(let a), _) where a.isEmpty: true
        case (.build(let a), .build(let b)): a.isDisjoint(from: b)
        case (.platform(let a), .platform(let b)): Set(a).isDisjoint(with: b)
        case (.channel(let a), .channel(let b)): Self.areDisjoint(channels: a, b)
        case (.storefront(let a), .storefront(let b)): Set(a).isDisjoint(with: b)
        case (.os(let a), .os(let b)):
            a.allSatisfy { platform, range in b[platform].map { range.isDisjoint(from: $0) } ?? true }
        case (.language(let a), .language(let b)):
            Self.areDisjoint(languages: a, b)
        case (.attribute(let a, let mine, let missing), .attribute(let b, let theirs, let otherMissing)):
            a == b && (missing != .true || otherMissing != .true)
                && Set(mine.map(AttributeValue.init)).isDisjoint(with: theirs.map(AttributeValue.init))
        case (.after(let start), .before(let end)): end <= start
        case (.not(let a), let b): b.implies(a)
        default: false
        }
    }

    /// The condition that all parts hold; a single part stays as it is.
    static func every(_ parts: [Condition]) -> Condition { parts.count == 1 ? parts[0] : .all(parts) }

    /// The condition that the system is at least this new; none without a version.
    static func os(_ platform: Platform, atLeast version: AppVersion?) -> [Condition] {
        guard let version, let range = try? VersionRange(">=\(version)") else { return [] }
        return [.os([platform: range])]
    }

    /// The conditions that must all hold.
    var conjuncts: [Condition] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// The key as written in documents; `all` for several conditions.
    var key: String {
        switch self {
        case .version: "version"
        case .build: "build"
        case .platform: "platform"
        case .channel: "channel"
        case .os: "os"
        case .language: "language"
        case .storefront: "storefront"
        case .attribute: "attributes"
        case .rollout: "rollout"
        case .after: "after"
        case .before: "before"
        case .all: "all"
        case .any: "any"
        case .not: "not"
        case .unknown(let key): key
        }
    }

    /// Whether every installation that matches this simple condition matches the other, as far as that can be proved.
    private func implies(_ other: Condition) -> Bool {
        switch (self, other) {
        case (_, .any(let branches)): branches.contains { implies($0) }
        case (_, .all(let parts)): parts.allSatisfy { implies($0) }
        case (.channel(let a), .channel(let b)): a.allSatisfy { one in b.contains { one.matches($0) == .true } }
        case (.platform(let a), .platform(let b)): Set(a).isSubset(of: b)
        case (.storefront(let a), .storefront(let b)): Set(a).isSubset(of: b)
        case (.after(let a), .after(let b)): b <= a
        case (.before(let a), .before(let b)): a <= b
        default: self == other && !isDrawnByRule
        }
    }

    /// Whether it contains a rollout whose salt is the id of the rule, so that in another rule it selects other devices.
    var isDrawnByRule: Bool {
        var found = false
        forEach { part in
            if case .rollout(let rollout) = part, rollout.salt == nil,
                (1..<1_000_000).contains(rollout.partsPerMillion)
            {
                found = true
            }
        }
        return found
    }

    /// Whether no installation matches a channel of both lists: none of one is the other's, or a part of it.
    private static func areDisjoint(channels a: [Channel], _ b: [Channel]) -> Bool {
        Set(a.flatMap(\.lineage)).isDisjoint(with: b) && Set(b.flatMap(\.lineage)).isDisjoint(with: a)
    }

    /// Whether no language matches a tag of both lists: no tag of one is the other's, or one that it is part of.
    private static func areDisjoint(languages a: [String], _ b: [String]) -> Bool {
        let lineages = (Set(a.flatMap(LanguageTag.lineage(of:))), Set(b.flatMap(LanguageTag.lineage(of:))))
        return !b.contains { lineages.0.contains(LanguageTag.normalized($0)) }
            && !a.contains { lineages.1.contains(LanguageTag.normalized($0)) }
    }
}

extension Channel {
    /// This channel, and the channel without its audience, marketplace or track.
    fileprivate var lineage: [Channel] {
        switch self {
        case .testflight(.some): [self, .testflight(nil)]
        case .marketplace(.some): [self, .marketplace(nil)]
        case .play(.some): [self, .play(nil)]
        default: [self]
        }
    }
}

/// The value of an attribute in a set, where `1` and `1.0` are one.
private enum AttributeValue: Hashable {
    case number(ExactDecimal)
    case other(JSONValue)

    init(_ value: JSONValue) {
        guard case .number(let number) = value else {
            self = .other(value)
            return
        }
        let exact = ExactDecimal(number.text)
        self = exact.exponent == nil ? .other(value) : .number(exact)
    }
}
