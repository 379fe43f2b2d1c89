extension Policy {
    /// The policy as written in documents, defaults left out. Reading it strictly gives an equal policy back, if this
    /// one can be written without errors.
    public var jsonValue: JSONValue {
        let defaults = Policy(rules: [])
        var writer = ObjectWriter()
        writer.add("schema", Self.currentSchema)
        writer.add("app", app)
        writer.add("bundleID", bundleID)
        writer.add("appleID", appleID)
        writer.add("rules", .array(rules.map(\.jsonValue)))
        writer.add("features", features, unless: [:]) { ObjectWriter.object($0, \.jsonValue) }
        writer.add("defaultLanguage", defaultLanguage, unless: defaults.defaultLanguage) { .string($0) }
        writer.add("links", links, unless: [:]) { ObjectWriter.object($0) { .string($0) } }
        writer.add("support", support)
        writer.add("betaReminder", betaReminder, unless: defaults.betaReminder) { .text($0) }
        writer.add("withdrawn", withdrawn?.jsonValue)
        writer.add("meta", meta.map(JSONValue.object))
        return writer.value
    }
}

extension Rule {
    var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("id", id)
        writer.add("when", when.jsonValue)
        effect.write(to: &writer)
        writer.add("meta", meta.map(JSONValue.object))
        return writer.value
    }
}

extension Effect {
    fileprivate func write(to writer: inout ObjectWriter) {
        let defaults = Effect()
        // An effect that could not be read must not become readable by being written.
        writer.add("update", isReadable ? update.map { .string($0.rawValue) } : JSONValue.null)
        writer.add("perChange", perChange, unless: [:]) { levels in
            var writer = ObjectWriter()
            for step in ChangeStep.allCases { writer.add(step.rawValue, levels[step]?.rawValue) }
            return writer.value
        }
        writer.add("target", target?.description)
        writer.add("deadline", deadline)
        writer.add("releasedFor", releasedFor, unless: defaults.releasedFor) { .text($0) }
        writer.add("remind", remind, unless: defaults.remind) { .text($0) }
        writer.add("skippable", skippable, unless: defaults.skippable) { .bool($0) }
        writer.add("title", title?.jsonValue)
        writer.add("message", message?.jsonValue)
        writer.add("url", url)
        writer.add("maintenance", maintenance?.jsonValue)
        writer.add("ifUnavailable", blocksIfUnavailable, unless: defaults.blocksIfUnavailable) { _ in "block" }
        writer.add("phased", phasing?.rawValue)
    }
}

extension Maintenance {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("until", until)
        writer.add("url", url)
        return writer.value
    }
}

extension Feature {
    var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("default", defaultValue)
        writer.add("rules", rules, unless: []) { .array($0.map(\.jsonValue)) }
        if resetsWhenExpired { writer.add("whenExpired", "default") }
        return writer.value
    }
}

extension Feature.Rule {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("id", id)
        writer.add("when", when.jsonValue)
        writer.add("value", value)
        if includesReview { writer.add("review", "include") }
        return writer.value
    }
}
