#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The conditions of a manifest in one array, each followed by its parts, so that a decision reads them without following
/// references.
struct FlatConditions: Sendable {
    /// A condition, or the head of the conditions inside it.
    struct Node: Sendable {
        let kind: Kind
        /// The index after the last condition inside.
        var end: Int32

        var isText: Bool { if case .text = kind { true } else { false } }
    }

    enum Kind: Sendable {
        case constant(Truth)
        /// A condition on version and build: indices of ``ranges``.
        case installed(from: Int32, to: Int32)
        /// A condition on the system: indices of ``systems``.
        case os(from: Int32, to: Int32)
        case after(Date)
        case before(Date)
        case all, any, not
        /// A condition on texts: the index in ``texts``.
        case text(Int32)
    }

    private(set) var nodes: [Node] = []
    private(set) var ranges: [FlatRange] = []
    private(set) var systems: [(platform: Platform, from: Int32, to: Int32)] = []
    /// Conditions as they were written, with the whole salt of a rollout and with languages in lower case.
    private(set) var texts: [Condition] = []
    /// The prefix of a rollout's default salt.
    private let app: String
    private let knowsBucketing: Bool

    init(of manifest: Manifest) {
        app = manifest.app ?? ""
        knowsBucketing = manifest.bucketing == RolloutBucket.algorithm
        nodes.reserveCapacity(2 * manifest.policy.rules.count)
        ranges.reserveCapacity(manifest.policy.rules.count)
    }

    /// Whether one of them contains `latest`.
    var mentionLatest: Bool {
        ranges.contains { $0.mentionsLatest }
            || texts.contains { if case .version(let range) = $0 { range.mentionsLatest } else { false } }
    }

    /// Appends a condition and everything inside it.
    /// - Parameters:
    ///   - condition: The condition.
    ///   - salt: The default salt of rollouts, without the app's slug.
    /// - Returns: The index of its node.
    @discardableResult
    mutating func append(_ condition: Condition, salt: String) -> Int {
        let index = nodes.count
        switch condition {
        case .all(let parts): append(.all, parts: parts, salt: salt)
        case .any(let parts): append(.any, parts: parts, salt: salt)
        case .not(let part): append(.not, parts: [part], salt: salt)
        default: append(leaf(condition, salt: salt), parts: [], salt: salt)
        }
        return index
    }

    private mutating func append(_ kind: Kind, parts: [Condition], salt: String) {
        let index = nodes.count
        nodes.append(Node(kind: kind, end: 0))
        for part in parts { append(part, salt: salt) }
        nodes[index].end = Int32(nodes.count)
    }

    private mutating func leaf(_ condition: Condition, salt: String) -> Kind {
        switch condition {
        case .version(let range): installed(range.terms) { FlatRange($0) } ?? text(condition)
        case .build(let range): installed(range.intervals) { FlatRange(builds: $0) } ?? text(condition)
        case .os(let ranges): os(ranges) ?? text(condition)
        case .after(let date): .after(date)
        case .before(let date): .before(date)
        case .language(let tags): text(.language(tags.map(LanguageTag.normalized)))
        case .rollout(let rollout): self.rollout(rollout, salt: salt)
        case .unknown: .constant(.undecided)
        default: text(condition)
        }
    }

    private mutating func installed<Member>(_ members: [Member], flat: (Member) -> FlatRange?) -> Kind? {
        append(members, flat: flat).map { .installed(from: $0.from, to: $0.to) }
    }

    private mutating func os(_ ranges: [Platform: VersionRange]) -> Kind? {
        let start = systems.count
        for (platform, range) in ranges {
            guard let (from, to) = append(range.terms, flat: { FlatRange($0) }) else {
                systems.removeSubrange(start...)
                return nil
            }
            systems.append((platform, from, to))
        }
        return .os(from: Int32(start), to: Int32(systems.count))
    }

    /// Appends the members of a range, unless one of them has no flat form.
    private mutating func append<Member>(
        _ members: [Member], flat: (Member) -> FlatRange?
    ) -> (from: Int32, to: Int32)? {
        let start = ranges.count
        for member in members {
            guard let flat = flat(member) else {
                ranges.removeSubrange(start...)
                return nil
            }
            ranges.append(flat)
        }
        return (Int32(start), Int32(ranges.count))
    }

    private mutating func rollout(_ rollout: Condition.Rollout, salt: String) -> Kind {
        if rollout.partsPerMillion == 0 { return .constant(.false) }
        if rollout.partsPerMillion >= 1_000_000 { return .constant(.true) }
        guard knowsBucketing else { return .constant(.undecided) }
        return text(
            .rollout(.init(partsPerMillion: rollout.partsPerMillion, salt: rollout.salt ?? "\(app)/\(salt)")))
    }

    private mutating func text(_ condition: Condition) -> Kind {
        texts.append(condition)
        return .text(Int32(texts.count - 1))
    }
}
