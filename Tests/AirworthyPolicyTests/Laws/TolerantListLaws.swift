import AirworthyPolicy
import Foundation
import Testing

/// In a manifest, an entry of a list that cannot be read hides no other entry, and offers in doubt are not required.
@Suite struct TolerantListLaws {
    @Test(arguments: ["withdrawn", "storefronts"])
    func `An unreadable entry of a list changes nothing`(_ key: String) {
        forAllCases { made in
            let json = key == "withdrawn" ? made.manifest.jsonValue : made.manifest.jsonValue.editing(catalogKey: key)
            let spoilt = key == "withdrawn" ? json.editing(policyKey: key) : json
            let after = made.decision(from: spoilt)
            return after == made.decision() ? nil : "\(after?.jsonValue.jsonText() ?? "unreadable")"
        }
    }

    @Test func `A list of a condition with an unreadable entry is undecided only if no other entry holds`() {
        forAllCases { made in
            var doubtful = made
            for index in made.manifest.policy.rules.indices {
                doubtful.manifest.policy.rules[index].when = made.manifest.policy.rules[index].when.orUnknown
            }
            doubtful.manifest.policy.features = [:]
            var rules = made.manifest.jsonValue
            rules = rules.editing("policy") { policy in
                policy.removing("features").editing("rules") { rules in
                    .array((rules.arrayValue ?? []).map { $0.editing("when", \.withUnreadableEntries) })
                }
            }
            guard let after = made.decision(from: rules) else { return "unreadable" }
            let expected = doubtful.decision()
            return after == expected ? nil : "\(after.jsonValue.jsonText())\nnot \(expected.jsonValue.jsonText())"
        }
    }

    @Test(arguments: ["publishedAt", "phase"])
    func `A release whose date or phase cannot be read is not required, but stays`(_ key: String) {
        forAllCases { made in
            let before = made.decision()
            guard before.status == .required, before.update?.evidence == .catalog else { return nil }
            let spoilt: JSONValue = key == "phase" ? ["state": "halting"] : "soon"
            let json = made.manifest.jsonValue.editingOffers { offer in
                var offer = offer
                offer[key] = spoilt
                return offer
            }
            guard let after = made.decision(from: json) else { return "unreadable" }
            if after.status == .required, after.update?.evidence == .catalog {
                return "required with a \(key) that cannot be read"
            }
            guard let newest = before.newest?.version else { return nil }
            return after.newest?.version.map { $0 >= newest } == true ? nil : "the newest release is gone"
        }
    }

    @Test func `A group that cannot be read leaves a build in the catalog, but not required`() {
        forAllCases { made in
            guard made.installation.channel.isTestFlight else { return nil }
            let before = made.decision()
            let after = made.decision(from: made.manifest.jsonValue.editing(catalogKey: "groups"))
            guard let after else { return "unreadable" }
            if after.newest?.version != before.newest?.version { return "the newest release is gone" }
            let isCertain = after.status == .required && after.update?.evidence == .catalog
            let hasGroups = made.manifest.catalog.releases.allSatisfy { $0.offers.allSatisfy { $0.groups != nil } }
            return isCertain && hasGroups ? "required, although the groups are in doubt" : nil
        }
    }
}

extension LawCase {
    /// The decision from a manifest that is read tolerantly.
    fileprivate func decision(from json: JSONValue) -> Decision? {
        guard let manifest = try? ManifestReader.read(json: json.jsonText().utf8) else { return nil }
        var read = self
        read.manifest = manifest
        return read.decision()
    }
}

extension Condition {
    /// The condition as a list with an entry that cannot be read makes it.
    fileprivate var orUnknown: Condition {
        switch self {
        case .version, .build, .platform, .channel, .language, .storefront, .attribute:
            .any([self, .unknown("version")])
        case .all(let parts): .all(parts.map(\.orUnknown))
        case .any(let parts): .any(parts.map(\.orUnknown))
        case .not(let part): .not(part.orUnknown)
        default: self
        }
    }
}

extension JSONValue {
    fileprivate func editing(_ key: String, _ edit: (JSONValue) -> JSONValue) -> JSONValue {
        guard var object = objectValue, let value = object[key] else { return self }
        object[key] = edit(value)
        return .object(object)
    }

    fileprivate func removing(_ key: String) -> JSONValue {
        guard var object = objectValue else { return self }
        object[key] = nil
        return .object(object)
    }

    fileprivate func editing(policyKey key: String) -> JSONValue {
        editing("policy") { $0.editing(key, \.withUnreadableEntry) }
    }

    fileprivate func editing(catalogKey key: String) -> JSONValue {
        editingOffers { offer in JSONValue.object(offer).editing(key, \.withUnreadableEntry).objectValue ?? offer }
    }

    fileprivate func editingOffers(_ edit: (JSONObject) -> JSONObject) -> JSONValue {
        func list(_ value: JSONValue, _ edit: (JSONValue) -> JSONValue) -> JSONValue {
            .array((value.arrayValue ?? []).map(edit))
        }
        return editing("catalog") { catalog in
            catalog.editing("releases") { releases in
                list(releases) { release in
                    release.editing("offers") { offers in
                        list(offers) { .object(edit($0.objectValue ?? [:])) }
                    }
                }
            }
        }
    }

    /// The value as a list with an object at its end, which is never an entry.
    fileprivate var withUnreadableEntry: JSONValue { .array((arrayValue ?? [self]) + [.object([:])]) }

    /// A condition with an unreadable entry in each of its lists.
    fileprivate var withUnreadableEntries: JSONValue {
        guard let object = objectValue else { return self }
        var edited = JSONObject()
        for member in object.members {
            switch member.key {
            case "version", "build", "platform", "channel", "language", "storefront":
                edited[member.key] = member.value.isNull ? member.value : member.value.withUnreadableEntry
            case "attributes":
                edited[member.key] = .object(
                    JSONObject(
                        (member.value.objectValue?.members ?? []).map {
                            .init(key: $0.key, value: .array(($0.value.arrayValue ?? [$0.value]) + [.null]))
                        }))
            case "all", "any": edited[member.key] = .array((member.value.arrayValue ?? []).map(\.withUnreadableEntries))
            case "not": edited[member.key] = member.value.withUnreadableEntries
            default: edited[member.key] = member.value
            }
        }
        return .object(edited)
    }
}
