extension Catalog {
    /// The catalog as written in documents, unknown facts and defaults left out.
    public var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("schema", Self.currentSchema)
        writer.add("app", app)
        writer.add("asOf", asOf)
        writer.add("releases", .array(releases.map(\.jsonValue)))
        return writer.value
    }
}

extension Release {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("platform", platform.description)
        writer.add("version", version.description)
        writer.add("build", build?.description)
        writer.add("minimumOS", minimumOS?.description)
        writer.add("offers", .array(offers.map(\.jsonValue)))
        return writer.value
    }
}

extension Offer {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        if case .marketplace(let distributor?) = channel {
            writer.add("channel", "marketplace")
            writer.add("distributor", distributor)
        } else {
            writer.add("channel", channel.description)
        }
        writer.add("groups", groups.map { .array($0.sorted().map(JSONValue.string)) })
        writer.add("storefronts", storefronts.map { .array($0.sorted().map(JSONValue.text)) })
        writer.add("publishedAt", publishedAt)
        writer.add("firstSeenAt", firstSeenAt)
        writer.add("expiresAt", expiresAt)
        writer.add("state", state, unless: .live) { .text($0) }
        writer.add("phase", phase?.jsonValue)
        writer.add("url", url)
        writer.add("notes", notes?.jsonValue)
        writer.add("source", source)
        return writer.value
    }
}

extension Offer.Phase {
    fileprivate var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("state", state)
        writer.add("day", day)
        return writer.value
    }
}
