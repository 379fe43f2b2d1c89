package import AirworthyPolicy

/// What differs between two manifests, rule by rule.
package struct PolicyDiff: Sendable {
    /// A key with another value; an absent value is `nil`.
    package struct Change: Sendable {
        /// The key.
        package let key: String
        /// What it was.
        package let old: JSONValue?
        /// What it is.
        package let new: JSONValue?
    }

    /// What happened to a rule or a feature.
    package enum Kind: Sendable {
        /// It is new.
        case added(JSONValue)
        /// It is gone.
        case removed(JSONValue)
        /// Places count from 1; `nil` if it stays in its place among the others.
        case altered(moved: (from: Int, to: Int)?, changes: [Change])
    }

    /// One rule, feature or release that is not what it was.
    package struct Entry: Sendable {
        /// What people call it.
        package let name: String
        /// What happened to it.
        package let kind: Kind
    }

    /// The rules, in the new order, those that are gone where they were.
    package let rules: [Entry]
    /// The features, in the new order, those that are gone at the end.
    package let features: [Entry]
    /// Everything else in the policy, such as `links`.
    package let policy: [Change]
    /// The manifest's own members, such as `revision`.
    package let manifest: [Change]
    /// Releases that came and went.
    package let catalog: [Entry]

    /// Compares two manifests.
    /// - Parameters:
    ///   - old: What is in force.
    ///   - new: What is to come.
    package init(from old: Manifest, to new: Manifest) {
        let (before, after) = (old.policy.jsonValue, new.policy.jsonValue)
        rules = RuleMatch.entries(old: before["rules"]?.arrayValue ?? [], new: after["rules"]?.arrayValue ?? [])
        features = Self.entries(before["features"], after["features"]) { Self.changes($0, $1) }
        policy = Self.changes(before, after, without: ["schema", "rules", "features"])
        manifest = Self.changes(old.jsonValue, new.jsonValue, without: ["schema", "policy", "catalog"])
        catalog = Self.entries(Self.releases(old.catalog), Self.releases(new.catalog)) { Self.changes($0, $1) }
    }

    /// Whether nothing differs.
    package var isEmpty: Bool {
        rules.isEmpty && features.isEmpty && policy.isEmpty && manifest.isEmpty && catalog.isEmpty
    }

    /// The members that differ between two objects.
    static func changes(_ old: JSONValue?, _ new: JSONValue?, without keys: Set<String> = []) -> [Change] {
        let (old, new) = (old?.objectValue ?? JSONObject(), new?.objectValue ?? JSONObject())
        let all = new.keys + old.keys.filter { new[$0] == nil }
        return all.filter { !keys.contains($0) && old[$0] != new[$0] }.map {
            Change(key: $0, old: old[$0], new: new[$0])
        }
    }

    /// The members of two objects as entries, in the order of the new one and then of the old one.
    private static func entries(
        _ old: JSONValue?, _ new: JSONValue?, changes: (JSONValue, JSONValue) -> [Change]
    ) -> [Entry] {
        let (old, new) = (old?.objectValue ?? JSONObject(), new?.objectValue ?? JSONObject())
        let kept = new.members.compactMap { member -> Entry? in
            guard let before = old[member.key] else { return Entry(name: member.key, kind: .added(member.value)) }
            guard before != member.value else { return nil }
            return Entry(name: member.key, kind: .altered(moved: nil, changes: changes(before, member.value)))
        }
        let gone = old.members.filter { new[$0.key] == nil }.map { Entry(name: $0.key, kind: .removed($0.value)) }
        return kept + gone
    }

    /// The releases by what people call them.
    private static func releases(_ catalog: Catalog) -> JSONValue {
        let values = catalog.jsonValue["releases"]?.arrayValue ?? []
        return .object(
            JSONObject(
                zip(catalog.releases, values).map { release, value in
                    let target = UpdateTarget(version: release.version, build: release.build)
                    return JSONObject.Member(key: "\(release.platform.displayName) \(target)", value: value)
                }))
    }
}
