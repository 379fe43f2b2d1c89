package import AirworthyPolicy

/// The differences between two manifests, rule by rule.
package struct PolicyDiff: Sendable {
    /// A member with two values; `nil` for an absent one.
    package struct Change: Sendable {
        package let key: String
        package let old: JSONValue?
        package let new: JSONValue?
    }

    /// The kind of difference of a rule, feature or release.
    package enum Kind: Sendable {
        case added(JSONValue)
        case removed(JSONValue)
        /// A changed or moved one. Positions count from 1; `nil` if it keeps its place among the others.
        case altered(moved: (from: Int, to: Int)?, changes: [Change])
    }

    /// A rule, feature or release that differs.
    package struct Entry: Sendable {
        /// The id of the rule, the key of the feature, or the name of the release.
        package let name: String
        package let kind: Kind
    }

    /// The rules in the new order, with removed ones at their old position.
    package let rules: [Entry]
    /// The features in the new order, with removed ones at the end.
    package let features: [Entry]
    /// The other members of the policy, such as `links`.
    package let policy: [Change]
    /// The manifest's own members, such as `revision`.
    package let manifest: [Change]
    package let catalog: [Entry]

    /// Compares the manifest in force with a new one.
    package init(from old: Manifest, to new: Manifest) {
        let (before, after) = (old.policy.jsonValue, new.policy.jsonValue)
        rules = RuleDiff.entries(old: before["rules"]?.arrayValue ?? [], new: after["rules"]?.arrayValue ?? [])
        features = Self.entries(from: before["features"], to: after["features"])
        policy = Self.changes(from: before, to: after, without: ["schema", "rules", "features"])
        manifest = Self.changes(from: old.jsonValue, to: new.jsonValue, without: ["schema", "policy", "catalog"])
        catalog = Self.entries(from: Self.releases(of: old.catalog), to: Self.releases(of: new.catalog))
    }

    package var isEmpty: Bool {
        rules.isEmpty && features.isEmpty && policy.isEmpty && manifest.isEmpty && catalog.isEmpty
    }

    /// Returns the members that differ between two objects.
    static func changes(from old: JSONValue?, to new: JSONValue?, without keys: Set<String> = []) -> [Change] {
        let (old, new) = (MemberIndex(old), MemberIndex(new))
        let all = new.object.keys + old.object.keys.filter { new[$0] == nil }
        return all.filter { !keys.contains($0) && old[$0] != new[$0] }.map {
            Change(key: $0, old: old[$0], new: new[$0])
        }
    }

    /// Returns the members of two objects that differ, in the order of the new one and then of the old one.
    private static func entries(from old: JSONValue?, to new: JSONValue?) -> [Entry] {
        let (old, new) = (MemberIndex(old), MemberIndex(new))
        let kept = new.object.members.compactMap { member -> Entry? in
            guard let before = old[member.key] else { return Entry(name: member.key, kind: .added(member.value)) }
            guard before != member.value else { return nil }
            let changes = changes(from: before, to: member.value)
            return Entry(name: member.key, kind: .altered(moved: nil, changes: changes))
        }
        let gone = old.object.members.filter { new[$0.key] == nil }
        return kept + gone.map { Entry(name: $0.key, kind: .removed($0.value)) }
    }

    /// Returns the releases by their display name.
    private static func releases(of catalog: Catalog) -> JSONValue {
        let values = catalog.jsonValue["releases"]?.arrayValue ?? []
        return .object(
            JSONObject(
                zip(catalog.releases, values).map { release, value in
                    let target = UpdateTarget(version: release.version, build: release.build)
                    return JSONObject.Member(key: "\(release.platform.displayName) \(target)", value: value)
                }))
    }
}

/// An object whose members are found in constant time, also if there are thousands.
private struct MemberIndex {
    let object: JSONObject
    /// The values by key; `nil` for a small object, where searching is faster.
    private let values: [String: JSONValue]?

    /// Creates an index. Anything but an object has no members.
    init(_ value: JSONValue?) {
        object = value?.objectValue ?? JSONObject()
        values = object.count < 16 ? nil : Dictionary(object.members.map { ($0.key, $0.value) }) { $1 }
    }

    subscript(key: String) -> JSONValue? { values.map { $0[key] } ?? object[key] }
}
