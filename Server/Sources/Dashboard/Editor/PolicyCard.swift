import AirworthyPolicy

/// A rule or a feature of a policy as a card: a common intent with its values, or text that only its author can change.
struct PolicyCard: Hashable, Sendable {
    /// The place of the card in the policy.
    enum Place: Hashable, Sendable {
        case rule(Int)
        case feature(String)

        var path: [SourceText.Step] {
            switch self {
            case .rule(let index): [.key("rules"), .index(index)]
            case .feature(let key): [.key("features"), .key(key)]
            }
        }
    }

    /// A common intent with the values that its form changes.
    enum Intent: Hashable, Sendable {
        /// These versions must update.
        case block(versions: [String])
        /// Versions below this one must update.
        case minimum(version: String)
        /// Versions before the newest should update.
        case suggest(remind: String?, isSkippable: Bool)
        /// A share of the devices, in percent, should update to the newest version.
        case rollout(share: JSONNumber, remind: String?, isSkippable: Bool)
        /// Installations wait until an instant.
        case maintenance(until: String)
        /// Some installations are left alone.
        case exempt(Group)
        /// A feature is `isOn`, and the opposite on some channels, or for a share of the devices in percent.
        case feature(key: String, isOn: Bool, opposite: [String], share: JSONNumber? = nil)
        /// A rule or feature that is none of the others.
        case own

        /// The name in forms.
        var kind: Kind {
            switch self {
            case .block: .block
            case .minimum: .minimum
            case .suggest: .suggest
            case .rollout: .rollout
            case .maintenance: .maintenance
            case .exempt: .exempt
            case .feature: .feature
            case .own: .own
            }
        }
    }

    /// The kinds of intents, in the order in which new rules are put: the earlier a rule, the earlier it is tried.
    enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
        case exempt, maintenance, block, minimum, own, rollout, suggest, feature

        static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rank < rhs.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What the installations of an exemption have in common.
    enum Group: Hashable, Sendable {
        case versions([String])
        case channels([String])
        case attribute(name: String, value: JSONValue)
    }

    let place: Place
    /// The id of the rule or the key of the feature; `nil` for a rule without one.
    let id: String?
    let intent: Intent
    /// The message in the default language; empty without one.
    let message: String
    /// The lines of the text, counted from 1.
    let lines: ClosedRange<Int>
}

extension SourceText {
    /// The cards of a policy: its rules in their order, then its features.
    var cards: [PolicyCard] {
        let rules = node(at: [.key("rules")])?.elements ?? []
        let features = node(at: [.key("features")])?.members ?? []
        return rules.enumerated().map { index, node in
            let rule = value(of: node)
            return PolicyCard(
                place: .rule(index), id: rule["id"]?.stringValue, intent: rule.ruleIntent,
                message: message(in: rule["message"]), lines: lines(of: node.range))
        }
            + features.map { member in
                PolicyCard(
                    place: .feature(member.key), id: member.key,
                    intent: value(of: member.value).featureIntent(key: member.key), message: "",
                    lines: lines(of: member.start..<member.value.range.upperBound))
            }
    }

    /// The language of last resort.
    var defaultLanguage: String { value(at: [.key("defaultLanguage")])?.stringValue ?? "en" }

    private func message(in value: JSONValue?) -> String {
        value?.stringValue ?? value?[defaultLanguage]?.stringValue ?? ""
    }
}

/// The texts of versions in forms and rules.
enum VersionText {
    /// Whether a text names one version, with one build in parentheses at most.
    static func isExact(_ text: String) -> Bool {
        guard let open = text.firstIndex(of: "(") else { return isVersion(text) }
        let build = text[text.index(after: open)...]
        guard build.last == ")" else { return false }
        return isVersion(String(text[..<open].drop { $0 == " " }))
            && (try? BuildNumber(String(build.dropLast()))) != nil
    }

    static func isVersion(_ text: String) -> Bool {
        text.first?.isNumber ?? false && (try? AppVersion(text)) != nil
    }

    /// The version of a range such as `<1.4`, with the text before it; `nil` for other ranges.
    static func floor(_ range: String) -> (sign: String, version: String)? {
        guard range.hasPrefix("<") else { return nil }
        let version = String(range.dropFirst().drop { $0 == " " })
        guard isVersion(version) else { return nil }
        return (String(range.dropLast(version.count)), version)
    }
}

extension JSONValue {
    /// The texts of a list, or of a single text; `nil` for anything else and for an empty list.
    fileprivate var texts: [String]? {
        if let text = stringValue { return [text] }
        guard let elements = arrayValue, !elements.isEmpty else { return nil }
        let texts = elements.compactMap(\.stringValue)
        return texts.count == elements.count ? texts : nil
    }

    private var keys: Set<String> { Set(objectValue?.members.map(\.key) ?? []) }

    fileprivate var ruleIntent: PolicyCard.Intent {
        // Nested conditions and several effects need their author.
        guard let when = self["when"], when.objectValue != nil, when.keys.isDisjoint(with: ["all", "any", "not"]),
            self["perChange"] == nil
        else { return .own }
        if let maintenance = self["maintenance"] {
            guard let until = maintenance["until"]?.stringValue, self["update"] == nil else { return .own }
            return .maintenance(until: until)
        }
        switch self["update"]?.stringValue {
        case "required":
            if let range = when["version"]?.stringValue, let floor = VersionText.floor(range) {
                return .minimum(version: floor.version)
            }
            guard let versions = when["version"]?.texts, versions.allSatisfy(VersionText.isExact) else { return .own }
            return .block(versions: versions)
        case "recommended":
            let (remind, skippable) = (self["remind"], self["skippable"])
            guard when["version"]?.stringValue == "<latest", remind == nil || remind?.stringValue != nil,
                skippable == nil || skippable?.boolValue != nil
            else { return .own }
            let isSkippable = skippable?.boolValue ?? false
            switch when["rollout"] {
            case .none: return .suggest(remind: remind?.stringValue, isSkippable: isSkippable)
            case .number(let share):
                return .rollout(share: share, remind: remind?.stringValue, isSkippable: isSkippable)
            default: return .own
            }
        case "none": return when.group.map(PolicyCard.Intent.exempt) ?? .own
        default: return .own
        }
    }

    /// The group of a condition with one key.
    private var group: PolicyCard.Group? {
        if let members = self["attributes"]?.objectValue?.members {
            guard keys.isSubset(of: ["attributes", "ifMissing"]), members.count == 1 else { return nil }
            switch members[0].value {
            case .string, .bool, .number: return .attribute(name: members[0].key, value: members[0].value)
            default: return nil
            }
        }
        guard keys.count == 1 else { return nil }
        if let channels = self["channel"]?.texts { return .channels(channels) }
        return self["version"]?.texts.map(PolicyCard.Group.versions)
    }

    fileprivate func featureIntent(key: String) -> PolicyCard.Intent {
        guard let isOn = self["default"]?.boolValue else { return .own }
        guard let rules = self["rules"] else { return .feature(key: key, isOn: isOn, opposite: []) }
        guard let list = rules.arrayValue, list.count <= 1 else { return .own }
        guard let rule = list.first else { return .feature(key: key, isOn: isOn, opposite: []) }
        guard rule["value"]?.boolValue == !isOn, let when = rule["when"], when.keys.count == 1 else { return .own }
        if case .number(let share)? = when["rollout"] {
            return .feature(key: key, isOn: isOn, opposite: [], share: share)
        }
        return when["channel"]?.texts.map { .feature(key: key, isOn: isOn, opposite: $0) } ?? .own
    }
}
