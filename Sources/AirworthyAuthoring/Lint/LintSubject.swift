import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The policy that the linter checks and the known releases, prepared once for all checks.
struct LintSubject {
    let policy: Policy
    /// The policy with the known releases; `nil` if there are none.
    let manifest: Manifest?
    let catalogMayChange: Bool
    let now: Date
    let effort: LintEffort
    /// The parts of the rules' conditions.
    let conjuncts: ConjunctTable
    /// The platforms, channels and storefronts of the catalog; empty without one.
    let scopes: [CatalogScope]
    /// The links to updates in the scopes.
    let links: ScopeLinks
    /// For each rule, the scopes with installations that it may match.
    let matchingScopes: [BitSet]
    /// Whether the policy or the catalog names Android or one of its channels.
    let isForAndroid: Bool

    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The known releases; `nil` if there are none.
    ///   - catalogMayChange: Whether releases can be added after publishing.
    ///   - now: The instant when the policy takes effect.
    ///   - effort: The counter of the work.
    init(policy: Policy, catalog: Catalog?, catalogMayChange: Bool, now: Date, effort: LintEffort) {
        self.policy = policy
        self.catalogMayChange = catalogMayChange
        self.now = now
        self.effort = effort
        isForAndroid =
            policy.links.keys.contains { Channel($0).isOfAndroid }
            || catalog?.releases.contains { $0.platform == .android } ?? false
            || policy.rules.contains { $0.when.namesAndroid }
        manifest = catalog.map { Manifest(policy: policy, catalog: $0) }
        conjuncts = ConjunctTable(policy.rules)
        scopes = manifest.map { CatalogScope.all(in: $0, at: now) } ?? []
        links = ScopeLinks(scopes, policy: policy)
        let index = ScopeIndex(scopes)
        let excluded = conjuncts.conditions.map { index.disjoint(from: $0) }
        effort.add(conjuncts.conditions.count)
        matchingScopes = conjuncts.ofRule.map { parts in
            var disjoint = BitSet(capacity: index.count)
            for part in parts { disjoint.formUnion(excluded[part]) }
            return disjoint.complement
        }
    }

    func path(of index: Int) -> DocumentPath { DocumentPath.root.appending("rules").appending(index) }

    /// The rule's id for messages.
    func name(of index: Int) -> String { DocumentPath.quoted(policy.rules[index].id) }
}

/// Counts the steps of the linter's loops over pairs, so that tests can compare the work for small and large policies.
final class LintEffort {
    private(set) var steps = 0

    func add(_ count: Int = 1) { steps += count }
}

/// The conditions that rules need to hold together, each different one numbered once.
struct ConjunctTable {
    /// The different conditions.
    private(set) var conditions: [Condition] = []
    /// For each rule, the numbers of its conditions.
    private(set) var ofRule: [[Int]] = []
    /// For each different condition, whether it selects other devices in each rule.
    let areDrawnByRule: [Bool]

    init(_ rules: [Rule]) {
        var numbers: [Condition: Int] = [:]
        for rule in rules {
            var parts: [Int] = []
            for condition in rule.when.conjuncts {
                let number = numbers[condition] ?? conditions.count
                if number == conditions.count {
                    numbers[condition] = number
                    conditions.append(condition)
                }
                parts.append(number)
            }
            ofRule.append(parts)
        }
        areDrawnByRule = conditions.map(\.isDrawnByRule)
    }
}

/// The scopes of a catalog by their platforms, channels and storefronts.
struct ScopeIndex {
    /// The condition of some scopes, and the scopes.
    private typealias Entry = (condition: Condition, scopes: BitSet)

    /// The number of scopes.
    let count: Int
    private let platforms: [Entry]
    private let channels: [Entry]
    private let storefronts: [Entry]

    init(_ scopes: [CatalogScope]) {
        count = scopes.count
        platforms = Self.entries(scopes, by: \.platform) { .platform([$0]) }
        channels = Self.entries(scopes, by: \.channel) { .channel([$0]) }
        storefronts = Self.entries(scopes, by: \.storefront) { $0.map { .storefront([$0]) } }
    }

    private static func entries<Key: Hashable>(
        _ scopes: [CatalogScope], by key: (CatalogScope) -> Key, condition: (Key) -> Condition?
    ) -> [Entry] {
        Dictionary(grouping: scopes.indices) { key(scopes[$0]) }.compactMap { key, indices in
            condition(key).map { condition in
                var members = BitSet(capacity: scopes.count)
                for index in indices { members.insert(index) }
                return (condition, members)
            }
        }
    }

    /// The scopes whose installations cannot match the condition, as `Condition.isDisjoint(from:)` finds for the
    /// condition of each scope.
    func disjoint(from condition: Condition) -> BitSet {
        var found = BitSet(capacity: count)
        switch condition {
        case .any(let branches):
            found = found.complement
            for branch in branches { found.formIntersection(disjoint(from: branch)) }
        case .all(let parts):
            for part in parts { found.formUnion(disjoint(from: part)) }
        case .build, .os, .language, .attribute, .rollout, .after, .before, .unknown: break
        case .version(let range) where !range.isEmpty: break
        case .version, .platform, .channel, .storefront, .not:
            for entries in [platforms, channels, storefronts] {
                for entry in entries where condition.isDisjoint(from: entry.condition) {
                    found.formUnion(entry.scopes)
                }
            }
        }
        return found
    }
}

extension Condition {
    /// Whether the condition or a part of it names Android or one of its channels.
    fileprivate var namesAndroid: Bool {
        var isNamed = false
        forEach { part in
            switch part {
            case .platform(let platforms): isNamed = isNamed || platforms.contains(.android)
            case .channel(let channels): isNamed = isNamed || channels.contains(where: \.isOfAndroid)
            case .os(let ranges): isNamed = isNamed || ranges[.android] != nil
            default: break
            }
        }
        return isNamed
    }
}
