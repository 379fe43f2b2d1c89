extension DocumentWalker {
    /// Reads a catalog. A release or an offer of which a fact that excludes people cannot be read is left out.
    mutating func catalog(_ object: DocumentObject) -> Catalog {
        checkKeys(of: object, known: ["schema", "app", "asOf", "releases"])
        let fields = mandatory("releases", in: object, "write [] if none is known.") { $0.list($1, of: "releases") }
        return Catalog(
            app: optional("app", in: object) { $0.slug($1) },
            asOf: optional("asOf", in: object) { $0.date($1) },
            releases: (fields ?? []).compactMap { release($0) })
    }

    private mutating func release(_ field: DocumentField) -> Release? {
        guard let object = object(field, wanted: "a release, which is an object") else { return nil }
        checkKeys(of: object, known: ["platform", "version", "build", "minimumOS", "offers"])
        var facts = Facts(object)
        let platform = facts.read("platform", &self) { $0.platform($1) }
        let version = mandatory("version", in: object, "write the marketing version, e.g. \"2.2.1\".") {
            $0.version($1)
        }
        let build = facts.read("build", &self) { $0.buildNumber($1) }
        let minimumOS = facts.read("minimumOS", &self) { $0.version($1) }
        let offers = mandatory("offers", in: object, "say how to get it, e.g. [{\"channel\": \"appstore\"}].") {
            $0.list($1, of: "offers")
        }
        guard facts.areReadable, let version else { return nil }
        return Release(
            platform: platform ?? .ios, version: version, build: build, minimumOS: minimumOS,
            offers: (offers ?? []).compactMap { offer($0) })
    }

    private static let offerKeys = [
        "channel", "distributor", "groups", "storefronts", "publishedAt", "firstSeenAt", "expiresAt", "state", "phase",
        "url", "notes", "source",
    ]

    private mutating func offer(_ field: DocumentField) -> Offer? {
        guard let object = object(field, wanted: "an offer, which is an object") else { return nil }
        checkKeys(of: object, known: Self.offerKeys)
        var facts = Facts(object)
        let channel = mandatory("channel", in: object, "say how people get it, e.g. \"appstore\".") { $0.channel($1) }
        let distributor = facts.read("distributor", &self) { $0.filledText($1) }
        let groups = facts.read("groups", &self) { $0.names($1) }
        let storefronts = facts.read("storefronts", &self) { $0.storefronts($1) }
        let expiresAt = facts.read("expiresAt", &self) { $0.date($1) }
        let state = facts.read("state", &self) { $0.offerState($1) }
        let phase = facts.read("phase", &self) { $0.phase($1) }
        let publishedAt = optional("publishedAt", in: object) { $0.date($1) }
        let firstSeenAt = optional("firstSeenAt", in: object) { $0.date($1) }
        let url = optional("url", in: object) { $0.url($1) }
        let notes = optional("notes", in: object) { $0.localizedText($1) }
        let source = optional("source", in: object) { $0.filledText($1) }
        guard facts.areReadable, var channel else { return nil }
        if let distributor, let field = object["distributor"] {
            switch channel {
            case .marketplace(nil): channel = .marketplace(distributor)
            case .marketplace(distributor): break
            default:
                report("bad-value", at: field, "A distributor belongs to the channel marketplace; leave it out.")
                return nil
            }
        }
        return Offer(
            channel: channel, groups: groups, storefronts: storefronts, publishedAt: publishedAt,
            firstSeenAt: firstSeenAt, expiresAt: expiresAt, state: state ?? .live, phase: phase, url: url, notes: notes,
            source: source)
    }

    private mutating func names(_ field: DocumentField) -> Set<String>? {
        guard let fields = list(field, of: "group names") else { return nil }
        let names = fields.map { filledText($0) }
        return names.contains(nil) ? nil : Set(names.compactMap { $0 })
    }

    private mutating func storefronts(_ field: DocumentField) -> Set<Storefront>? {
        guard let fields = list(field, of: "storefronts") else { return nil }
        // A code that cannot be read is left out: one country less can only make the offer rarer.
        return Set(fields.compactMap { storefront($0) })
    }

    private mutating func offerState(_ field: DocumentField) -> Offer.State? {
        guard let text = text(field) else { return nil }
        let state = Offer.State(text)
        if case .other = state { badWord(field, text, known: ["live", "inReview", "withdrawn"]) }
        return state
    }

    private mutating func phase(_ field: DocumentField) -> Offer.Phase? {
        guard let object = object(field, wanted: "an object such as {\"state\": \"active\", \"day\": 3}") else {
            return nil
        }
        checkKeys(of: object, known: ["state", "day"])
        let states = ["active", "paused", "complete", "inactive"]
        let state = mandatory("state", in: object, "write \(states.orList).") { $0.text($1) }
        guard let state else { return nil }
        if let field = object["state"], !states.contains(state) { badWord(field, state, known: states) }
        var day: Int?
        if let field = object["day"] {
            guard let number = integer(field, in: 1...7) else { return nil }
            day = number
        }
        return Offer.Phase(state: state, day: day)
    }
}

/// Reads facts that may be absent but, when they are there, have to be readable.
private struct Facts {
    private let object: DocumentObject
    private(set) var areReadable = true

    init(_ object: DocumentObject) {
        self.object = object
    }

    mutating func read<Value>(
        _ key: String, _ walker: inout DocumentWalker, _ read: (inout DocumentWalker, DocumentField) -> Value?
    ) -> Value? {
        guard let field = object[key] else { return nil }
        let value = read(&walker, field)
        if value == nil { areReadable = false }
        return value
    }
}
