extension Policy {
    /// The policy as written in documents, without defaults. Reading it strictly gives an equal policy, unless this policy
    /// contains mistakes.
    public var jsonValue: JSONValue {
        let defaults = Policy(rules: [])
        var writer = ObjectWriter()
        writer.add("schema", value: Self.currentSchema)
        writer.add("app", value: app)
        writer.add("bundleID", value: bundleID)
        writer.add("appleID", value: appleID)
        writer.add("rules", value: .array(rules.map(\.jsonValue)))
        writer.add("features", value: features, unless: [:]) { ObjectWriter.object($0, write: \.jsonValue) }
        writer.add("defaultLanguage", value: defaultLanguage, unless: defaults.defaultLanguage) { .string($0) }
        writer.add("links", value: links, unless: [:]) { ObjectWriter.object($0) { .string($0) } }
        writer.add("support", value: support)
        writer.add("betaReminder", value: betaReminder, unless: defaults.betaReminder) { .text($0) }
        writer.add("withdrawn", value: withdrawn?.jsonValue)
        writer.add("checkIns", value: allowsCheckIns, unless: defaults.allowsCheckIns) { _ in "off" }
        writer.add("meta", value: meta.map(JSONValue.object))
        return writer.value
    }
}

extension Rule {
    var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("id", value: id)
        writer.add("when", value: when.jsonValue)
        effect.write(to: &writer)
        writer.add("meta", value: meta.map(JSONValue.object))
        return writer.value
    }
}

extension Effect {
    fileprivate func write(to writer: inout ObjectWriter) {
        let defaults = Effect()
        // An unreadable effect must stay unreadable when it is read again.
        writer.add("update", value: isReadable ? update.map { .string($0.rawValue) } : JSONValue.null)
        writer.add("perChange", value: perChange, unless: [:]) { levels in
            var writer = ObjectWriter()
            for step in ChangeStep.allCases { writer.add(step.rawValue, value: levels[step]?.rawValue) }
            return writer.value
        }
        writer.add("target", value: target?.description)
        writer.add("deadline", value: deadline)
        writer.add("releasedFor", value: releasedFor, unless: defaults.releasedFor) { .text($0) }
        writer.add("remind", value: remind, unless: defaults.remind) { .text($0) }
        writer.add("skippable", value: skippable, unless: defaults.skippable) { .bool($0) }
        writer.add("title", value: title?.jsonValue)
        writer.add("message", value: message?.jsonValue)
        writer.add("url", value: url)
        writer.add("maintenance", value: maintenance?.jsonValue)
        writer.add("ifUnavailable", value: blocksIfUnavailable, unless: defaults.blocksIfUnavailable) { _ in "block" }
        writer.add("phased", value: phasing?.rawValue)
    }
}

extension Maintenance {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("until", value: until)
        writer.add("url", value: url)
        return writer.value
    }
}

extension Feature {
    var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("default", value: defaultValue)
        writer.add("rules", value: rules, unless: []) { .array($0.map(\.jsonValue)) }
        if resetsWhenExpired { writer.add("whenExpired", value: "default") }
        return writer.value
    }
}

extension Feature.Rule {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("id", value: id)
        writer.add("when", value: when.jsonValue)
        writer.add("value", value: value)
        if includesReview { writer.add("review", value: "include") }
        return writer.value
    }
}
