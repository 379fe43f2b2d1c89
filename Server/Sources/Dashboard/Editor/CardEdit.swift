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
            text = try text.settingOrRemoving(remind.map(JSONValue.string), at: path + [.key("remind")])
            if case .suggest(_, let wasSkippable) = card.intent, wasSkippable != isSkippable {
                text = try text.settingOrRemoving(isSkippable ? true : nil, at: path + [.key("skippable")])
            }
        case .maintenance(let until):
            text = try text.setting(.string(until), at: path + [.key("maintenance"), .key("until")])
        case .exempt(let group):
            text = try text.setting(group, at: path + [.key("when")])
        case .feature(_, let isOn, let opposite):
            text = try text.settingFeature(at: path, isOn: isOn, opposite: opposite)
        case .own: return self
        }
        guard let message, message != card.message, case .rule = place else { return text }
        return try text.settingMessage(message, at: path + [.key("message")])
    }

    /// Adds a rule or feature, a rule where it takes effect: exemptions before all others, suggestions after them. The
    /// message is in the default language; empty for none. Returns `nil` if there is nothing to add to.
    func adding(
        _ intent: PolicyCard.Intent, message: String = ""
    ) throws(DocumentError) -> (text: SourceText, place: PolicyCard.Place)? {
        guard root.isObject else { return nil }
        if case .feature(let key, let isOn, let opposite) = intent {
            guard node(at: [.key("features"), .key(key)]) == nil else { return nil }
            let feature = JSONValue.feature(isOn: isOn, opposite: opposite)
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
            message: message.isEmpty ? nil : [defaultLanguage: .string(message)])
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

    private func settingFeature(
        at path: [Step], isOn: Bool, opposite: [String]
    ) throws(DocumentError) -> SourceText {
        let rules = path + [.key("rules")]
        var text = try setting(.bool(isOn), at: path + [.key("default")])
        guard text.node(at: rules + [.index(0)]) != nil else {
            guard !opposite.isEmpty else { return text }
            let rule = JSONValue.featureRule(value: !isOn, channels: opposite)
            return text.node(at: rules) == nil
                ? try text.setting(.array([rule]), at: rules) : try text.inserting(rule, at: 0, in: rules)
        }
        guard !opposite.isEmpty else { return try text.removing(at: rules) }
        text = try text.setting(.bool(!isOn), at: rules + [.index(0), .key("value")])
        return try text.settingList(opposite, at: rules + [.index(0), .key("when"), .key("channel")])
    }
}

extension PolicyCard.Intent {
    /// The id of a new rule, unless another has it.
    fileprivate var usualID: String {
        switch self {
        case .block(let versions): "block-\(versions.first ?? "")".replacing(" ", with: "")
        case .minimum: "minimum"
        case .suggest: "suggest-newest"
        case .maintenance: "maintenance"
        case .exempt: "exempt"
        case .feature, .own: "rule"
        }
    }

    fileprivate func rule(id: String, message: JSONValue?) -> JSONValue {
        var members: [(String, JSONValue)] = [("id", .string(id))]
        switch self {
        case .block(let versions):
            members += [("when", ["version": .oneOrList(versions)]), ("update", "required")]
        case .minimum(let version):
            members += [("when", ["version": .string("<" + version)]), ("update", "required")]
        case .suggest(let remind, let isSkippable):
            members += [("when", ["version": "<latest"]), ("update", "recommended")]
            if let remind { members.append(("remind", .string(remind))) }
            if isSkippable { members.append(("skippable", true)) }
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

    fileprivate static func feature(isOn: Bool, opposite: [String]) -> JSONValue {
        opposite.isEmpty
            ? ["default": .bool(isOn)]
            : ["default": .bool(isOn), "rules": [featureRule(value: !isOn, channels: opposite)]]
    }

    fileprivate static func featureRule(value: Bool, channels: [String]) -> JSONValue {
        ["when": ["channel": .oneOrList(channels)], "value": .bool(value)]
    }
}
