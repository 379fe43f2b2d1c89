import AirworthyPolicy

// Changes of cards, each of which changes only the lines of its own values. Every other byte of the text stays.

extension SourceText {
    /// Gives a card other values. Another kind of intent than the card has changes nothing. The message is in the
    /// default language; empty for none; `nil` leaves it as it is.
    func changing(
        _ place: PolicyCard.Place, to intent: PolicyCard.Intent, message: String? = nil
    ) throws(DocumentError) -> SourceText {
        guard let card = cards.first(where: { $0.place == place }), card.intent.kind == intent.kind else { return self }
        let path = place.path
        let version = path + [.key("when"), .key("version")]
        var text = self
        switch intent {
        case .block(let versions):
            text = try text.settingList(versions, at: version)
        case .minimum(let minimum):
            let sign = value(at: version)?.stringValue.flatMap(VersionText.floor)?.sign ?? "<"
            text = try text.setting(.string(sign + minimum), at: version)
        case .suggest(let remind, let isSkippable):
            text = try text.settingQuestion(remind: remind, isSkippable: isSkippable, at: path)
        case .rollout(let share, let remind, let isSkippable):
            text = try text.setting(.number(share), at: path + [.key("when"), .key("rollout")])
            text = try text.settingQuestion(remind: remind, isSkippable: isSkippable, at: path)
        case .maintenance(let until):
            text = try text.setting(.string(until), at: path + [.key("maintenance"), .key("until")])
        case .exempt(let group):
            text = try text.setting(group, at: path + [.key("when")])
        case .feature(_, let isOn, let opposite, let share):
            text = try text.settingFeature(
                at: path, isOn: isOn, opposite: JSONValue.opposite(channels: opposite, share: share))
        case .own: return self
        }
        guard let message, message != card.message, case .rule = place else { return text }
        return try text.settingMessage(message, at: path + [.key("message")])
    }

    /// Adds a rule or feature, a rule where it takes effect: exemptions before all others, suggestions after them. The
    /// message is in the default language; empty for none. A rule that forces an update leads to the given page, if any. Returns
    /// `nil` if there is nothing to add to.
    func adding(
        _ intent: PolicyCard.Intent, message: String = "", appStorePage: String? = nil
    ) throws(DocumentError) -> (text: SourceText, place: PolicyCard.Place)? {
        guard root.isObject else { return nil }
        if case .feature(let key, let isOn, let opposite, let share) = intent {
            guard node(at: [.key("features"), .key(key)]) == nil else { return nil }
            let feature = JSONValue.feature(isOn: isOn, opposite: JSONValue.opposite(channels: opposite, share: share))
            guard let features = node(at: [.key("features")]) else {
                return (try setting([key: feature], at: [.key("features")]), .feature(key))
            }
            guard features.isObject else { return nil }
            return (try setting(feature, at: [.key("features"), .key(key)]), .feature(key))
        }
        guard let list = value(at: [.key("rules")]), list.arrayValue != nil, intent != .own else { return nil }
        let rules = cards.filter { if case .rule = $0.place { true } else { false } }
        let index = rules.firstIndex { $0.intent.kind > intent.kind } ?? rules.count
        let ids = Set(rules.enumerated().map { $1.id ?? "rule-\($0 + 1)" })
        let names = (1...(rules.count + 1)).lazy.map { $0 == 1 ? intent.usualID : "\(intent.usualID)-\($0)" }
        let rule = intent.rule(
            id: names.first { !ids.contains($0) } ?? intent.usualID,
            message: message.isEmpty ? nil : [defaultLanguage: .string(message)], appStorePage: appStorePage)
        return (try inserting(rule, at: index, in: [.key("rules")]), .rule(index))
    }

    func removing(_ place: PolicyCard.Place) throws(DocumentError) -> SourceText { try removing(at: place.path) }

    private func settingOrRemoving(_ value: JSONValue?, at path: [Step]) throws(DocumentError) -> SourceText {
        if let value { return try setting(value, at: path) }
        return try removing(at: path)
    }

    private func setting(_ group: PolicyCard.Group, at path: [Step]) throws(DocumentError) -> SourceText {
        switch group {
        case .versions(let versions):
            guard node(at: path + [.key("version")]) != nil else { break }
            return try settingList(versions, at: path + [.key("version")])
        case .channels(let channels):
            guard node(at: path + [.key("channel")]) != nil else { break }
            return try settingList(channels, at: path + [.key("channel")])
        case .attribute(let name, let value):
            guard let member = node(at: path + [.key("attributes")])?.members.first else { break }
            let renamed = try renamingKey(to: name, at: path + [.key("attributes"), .key(member.key)])
            return try renamed.setting(value, at: path + [.key("attributes"), .key(name)])
        }
        return try setting(group.condition, at: path)
    }

    private func settingMessage(_ message: String, at path: [Step]) throws(DocumentError) -> SourceText {
        guard let old = node(at: path) else {
            return try setting([defaultLanguage: .string(message)], at: path)
        }
        guard old.isObject else { return try settingOrRemoving(message.isEmpty ? nil : .string(message), at: path) }
        let isOnly = old.members.count == 1 && old.members[0].key == defaultLanguage
        guard !message.isEmpty else {
            return try removing(at: isOnly ? path : path + [.key(defaultLanguage)])
        }
        return try setting(.string(message), at: path + [.key(defaultLanguage)])
    }

    /// Sets how often people are asked, and whether they may skip a release.
    private func settingQuestion(
        remind: String?, isSkippable: Bool, at path: [Step]
    ) throws(DocumentError) -> SourceText {
        let text = try settingOrRemoving(remind.map(JSONValue.string), at: path + [.key("remind")])
        let wasSkippable = value(at: path + [.key("skippable")])?.boolValue ?? false
        guard wasSkippable != isSkippable else { return text }
        return try text.settingOrRemoving(isSkippable ? true : nil, at: path + [.key("skippable")])
    }

    /// Sets a feature. `opposite` is the condition under which it has the other value; `nil` for none.
    private func settingFeature(
        at path: [Step], isOn: Bool, opposite: JSONValue?
    ) throws(DocumentError) -> SourceText {
        let rules = path + [.key("rules")]
        var text = try setting(.bool(isOn), at: path + [.key("default")])
        guard text.node(at: rules + [.index(0)]) != nil else {
            guard let opposite else { return text }
            let rule = JSONValue.featureRule(value: !isOn, when: opposite)
            return text.node(at: rules) == nil
                ? try text.setting(.array([rule]), at: rules) : try text.inserting(rule, at: 0, in: rules)
        }
        guard let opposite else { return try text.removing(at: rules) }
        text = try text.setting(.bool(!isOn), at: rules + [.index(0), .key("value")])
        let condition = rules + [.index(0), .key("when")]
        // A list of channels keeps the layout of those that stay.
        if let channels = opposite["channel"], text.node(at: condition + [.key("channel")]) != nil {
            let names = channels.stringValue.map { [$0] } ?? channels.arrayValue?.compactMap(\.stringValue) ?? []
            return try text.settingList(names, at: condition + [.key("channel")])
        }
        if let share = opposite["rollout"], text.node(at: condition + [.key("rollout")]) != nil {
            return try text.setting(share, at: condition + [.key("rollout")])
        }
        return try text.setting(opposite, at: condition)
    }
}

extension PolicyCard.Intent {
    /// The id of a new rule, unless another has it.
    fileprivate var usualID: String {
        switch self {
        case .block(let versions): "block-\(versions.first ?? "")".replacing(" ", with: "")
        case .minimum: "minimum"
        case .suggest: "suggest-newest"
        case .rollout: "roll-out"
        case .maintenance: "maintenance"
        case .exempt: "exempt"
        case .feature, .own: "rule"
        }
    }

    fileprivate func rule(id: String, message: JSONValue?, appStorePage: String?) -> JSONValue {
        var members: [(String, JSONValue)] = [("id", .string(id))]
        let link = appStorePage.map { [("url", JSONValue.string($0))] } ?? []
        switch self {
        case .block(let versions):
            members += [("when", ["version": .oneOrList(versions)]), ("update", "required")] + link
        case .minimum(let version):
            members += [("when", ["version": .string("<" + version)]), ("update", "required")] + link
        case .suggest(let remind, let isSkippable):
            members += [("when", ["version": "<latest"]), ("update", "recommended")]
            members += Self.question(remind: remind, isSkippable: isSkippable)
        case .rollout(let share, let remind, let isSkippable):
            members += [("when", ["version": "<latest", "rollout": .number(share)]), ("update", "recommended")]
            members += Self.question(remind: remind, isSkippable: isSkippable)
        case .maintenance(let until):
            members += [("when", [:]), ("maintenance", ["until": .string(until)])]
        case .exempt(let group):
            members += [("when", group.condition), ("update", "none")]
        case .feature, .own: break
        }
        if let message { members.append(("message", message)) }
        return .object(JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}

extension PolicyCard.Intent {
    private static func question(remind: String?, isSkippable: Bool) -> [(String, JSONValue)] {
        (remind.map { [("remind", .string($0))] } ?? []) + (isSkippable ? [("skippable", true)] : [])
    }
}

extension PolicyCard.Group {
    /// The condition that the installations of the group meet.
    fileprivate var condition: JSONValue {
        switch self {
        case .versions(let versions): ["version": .oneOrList(versions)]
        case .channels(let channels): ["channel": .oneOrList(channels)]
        case .attribute(let name, let value): ["attributes": [name: value], "ifMissing": false]
        }
    }
}

extension JSONValue {
    /// A single text as it is, and several as a list.
    fileprivate static func oneOrList(_ texts: [String]) -> JSONValue {
        texts.count == 1 ? .string(texts[0]) : .of(texts)
    }

    /// The condition of a feature's rule; `nil` without channels and share.
    fileprivate static func opposite(channels: [String], share: JSONNumber?) -> JSONValue? {
        if let share { return ["rollout": .number(share)] }
        return channels.isEmpty ? nil : ["channel": .oneOrList(channels)]
    }

    fileprivate static func feature(isOn: Bool, opposite: JSONValue?) -> JSONValue {
        opposite.map { ["default": .bool(isOn), "rules": [featureRule(value: !isOn, when: $0)]] }
            ?? ["default": .bool(isOn)]
    }

    fileprivate static func featureRule(value: Bool, when condition: JSONValue) -> JSONValue {
        ["when": condition, "value": .bool(value)]
    }
}
