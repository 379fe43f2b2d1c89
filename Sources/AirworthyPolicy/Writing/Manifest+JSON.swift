extension Catalog {
    /// The catalog as written in documents, without unknown values and defaults.
    public var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("schema", value: Self.currentSchema)
        writer.add("app", value: app)
        writer.add("asOf", value: asOf)
        writer.add("releases", value: .array(releases.map(\.jsonValue)))
        return writer.value
    }
}

extension Release {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("platform", value: platform.description)
        writer.add("version", value: version.description)
        writer.add("build", value: build?.description)
        writer.add("minimumOS", value: minimumOS?.description)
        writer.add("offers", value: .array(offers.map(\.jsonValue)))
        return writer.value
    }
}

extension Offer {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        if case .marketplace(let distributor?) = channel {
            writer.add("channel", value: "marketplace")
            writer.add("distributor", value: distributor)
        } else {
            writer.add("channel", value: channel.description)
        }
        writer.add("groups", value: groups.map { .array($0.sorted().map(JSONValue.string)) })
        writer.add("storefronts", value: storefronts.map { .array($0.sorted().map(JSONValue.text)) })
        // Null is unreadable again when it is read.
        if hasUnreadableDate { writer.add("publishedAt", value: JSONValue.null) }
        writer.add("publishedAt", value: hasUnreadableDate ? nil : publishedAt)
        writer.add("firstSeenAt", value: firstSeenAt)
        writer.add("expiresAt", value: expiresAt)
        writer.add("state", value: state, unless: .live) { .text($0) }
        writer.add("phase", value: phase?.jsonValue)
        writer.add("url", value: url)
        writer.add("notes", value: notes?.jsonValue)
        writer.add("source", value: source)
        return writer.value
    }
}

extension Offer.Phase {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("state", value: state)
        writer.add("day", value: day)
        return writer.value
    }
}

extension Manifest {
    /// The manifest as a document, without absent parts and without what only later versions know. Not the signed text, which keeps
    /// the policy as its author wrote it.
    public var jsonValue: JSONValue { jsonValue(policy: policy.jsonValue, catalog: catalog.jsonValue) }

    /// Writes a manifest. The members have one order, in signed texts as well.
    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The catalog of releases.
    /// - Returns: The document.
    package func jsonValue(policy: JSONValue, catalog: JSONValue?) -> JSONValue {
        var writer = ObjectWriter()
        writer.add("schema", value: Self.currentSchema)
        writer.add("app", value: app)
        writer.add("audience", value: audience)
        writer.add("lineage", value: lineage)
        writer.add("revision", value: revision)
        writer.add("policyVersion", value: policyVersion)
        writer.add("issuedAt", value: issuedAt)
        writer.add("refreshEvery", value: refreshEvery)
        writer.add("expiresAt", value: expiresAt)
        writer.add("bucketing", value: bucketing)
        writer.add("policy", value: policy)
        writer.add("catalog", value: catalog)
        return writer.value
    }
}
