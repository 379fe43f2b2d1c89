/// Reads catalog files strictly and reports every mistake with its position and a remedy.
///
/// ```swift
/// let (catalog, findings) = CatalogReader.read(json: fileBytes)
/// ```
public struct CatalogReader {
    private let document: DocumentReader
    private let values: ValueReader

    init(_ document: DocumentReader) {
        self.document = document
        values = ValueReader(document)
    }

    /// Reads a catalog from a document of any syntax.
    ///
    /// - Parameter document: The root node.
    /// - Returns: The catalog, or `nil` if any finding is an error, and the findings in the order of the text.
    public static func read(_ document: DocumentNode) -> (catalog: Catalog?, findings: [Finding]) {
        let reader = DocumentReader()
        let root = DocumentField(document)
        let wanted = "a catalog, which is an object with \"schema\" and \"releases\""
        guard let object = reader.object(root, wanted: wanted),
            reader.checkSchema(of: object, supported: Catalog.currentSchema)
        else { return (nil, reader.findings.sorted) }
        let catalog = CatalogReader(reader).catalog(object)
        return (reader.findings.hasErrors ? nil : catalog, reader.findings.sorted)
    }

    /// Reads a catalog from JSON text.
    ///
    /// - Parameter bytes: The text as UTF-8. The caller limits the size.
    /// - Returns: The catalog, or `nil` if any finding is an error, and the findings. Broken JSON is one finding.
    public static func read(json bytes: some Collection<UInt8>) -> (catalog: Catalog?, findings: [Finding]) {
        do throws(DocumentError) {
            return read(try JSONReader.read(bytes))
        } catch {
            return (nil, [error.finding])
        }
    }

    /// Reads a catalog. It leaves out each release and offer with an unreadable restriction, which would otherwise look
    /// available to everyone.
    func catalog(_ object: DocumentObject) -> Catalog {
        document.checkKeys(of: object, known: ["schema", "app", "asOf", "releases"])
        let fields = document.required("releases", in: object, help: "write [] if none is known.") {
            document.list($0, of: "releases")
        }
        return Catalog(
            app: document.optional("app", in: object, read: values.slug),
            asOf: document.optional("asOf", in: object, read: values.date),
            releases: (fields ?? []).compactMap(release))
    }

    private func release(_ field: DocumentField) -> Release? {
        guard let object = document.object(field, wanted: "a release, which is an object") else { return nil }
        document.checkKeys(of: object, known: ["platform", "version", "build", "minimumOS", "offers"])
        var members = OptionalMembers(of: object)
        let platform = members.read("platform", read: values.platform)
        let version = document.required(
            "version", in: object, help: "write the marketing version, e.g. \"2.2.1\".", read: values.version)
        let build = members.read("build", read: values.buildNumber)
        let minimumOS = members.read("minimumOS", read: values.version)
        let offers = document.required(
            "offers", in: object, help: "say how to get it, e.g. [{\"channel\": \"appstore\"}]."
        ) {
            document.list($0, of: "offers")
        }
        guard members.areReadable, let version else { return nil }
        return Release(
            platform: platform ?? .ios, version: version, build: build, minimumOS: minimumOS,
            offers: (offers ?? []).compactMap { self.offer($0, on: platform ?? .ios) })
    }

    private static let offerKeys = [
        "channel", "distributor", "groups", "storefronts", "publishedAt", "firstSeenAt", "expiresAt", "state", "phase",
        "url", "notes", "source",
    ]

    /// Reports a channel through which nobody can ship releases for the platform.
    private func reportPlatform(_ platform: Platform, of channel: Channel, in object: DocumentObject) {
        guard let field = object["channel"], platform.isKnown, channel.isKnown,
            channel.isOfAndroid != (platform == .android)
        else { return }
        let names = Channel.distributing(platform).map(\.description).joined(separator: ", ")
        document.findings.report(
            "not-for-channel", severity: .warning, at: field,
            message: "Releases for \(platform) have no channel \(channel), so nobody gets this one; write \(names), or "
                + "the release's \"platform\".")
    }

    /// Removes what only Apple's stores have.
    private func removeAppleFacts(from offer: inout Offer, of object: DocumentObject) {
        (offer.phase, offer.groups, offer.expiresAt) = (nil, nil, nil)
        for key in ["phase", "groups", "expiresAt"] {
            guard let field = object[key] else { continue }
            document.findings.report(
                "not-for-channel", severity: .warning, at: field,
                message: "The channel \(offer.channel) has no \"\(key)\", so it is ignored; leave it out.")
        }
    }

    private func offer(_ field: DocumentField, on platform: Platform) -> Offer? {
        guard let object = document.object(field, wanted: "an offer, which is an object") else { return nil }
        document.checkKeys(of: object, known: Self.offerKeys)
        let channel = document.required(
            "channel", in: object, help: "say how people get it, e.g. \"appstore\".", read: values.channel)
        var members = OptionalMembers(of: object)
        let distributor = members.read("distributor", read: document.filledText)
        let groups = members.read("groups", read: self.groups)
        let storefronts = members.read("storefronts", read: self.storefronts)
        let expiresAt = members.read("expiresAt", read: values.date)
        let state = members.read("state", read: offerState)
        let phase = document.optional("phase", in: object) { self.phase($0) ?? .unreadable }
        let publishedAt = document.optional("publishedAt", in: object, read: values.date)
        let firstSeenAt = document.optional("firstSeenAt", in: object, read: values.date)
        let date = object["publishedAt"] ?? object["firstSeenAt"]
        let url = document.optional("url", in: object, read: values.url)
        let notes = document.optional("notes", in: object, read: self.notes)
        let source = document.optional("source", in: object, read: document.filledText)
        guard members.areReadable, var channel else { return nil }
        if let distributor, let field = object["distributor"] {
            switch channel {
            case .marketplace(nil): channel = .marketplace(distributor)
            case .marketplace(distributor): break
            default:
                document.findings.report(
                    "bad-value", at: field,
                    message: "A distributor belongs to the channel marketplace; leave it out.")
                return nil
            }
        }
        if case .testflight = channel, let field = object["storefronts"] {
            document.findings.report(
                "testflight-storefronts", severity: .warning, at: field,
                message: "TestFlight has no storefronts, so testers of other countries can get this build too; leave "
                    + "the list out, or no rule leads them to it.")
        }
        reportPlatform(platform, of: channel, in: object)
        var offer = Offer(
            channel: channel, groups: groups?.names, storefronts: storefronts, publishedAt: publishedAt,
            firstSeenAt: firstSeenAt, expiresAt: expiresAt, state: state ?? .live, phase: phase, url: url, notes: notes,
            source: source)
        if channel.isOfAndroid { removeAppleFacts(from: &offer, of: object) }
        // Publication may still lie ahead, so the offer stays, but no update to it is required.
        offer.hasUnreadableDate =
            date != nil && publishedAt == nil && (object["publishedAt"] != nil || firstSeenAt == nil)
        return offer
    }

    /// The release notes. Hidden characters in them are a warning, as the linter's in the texts of rules.
    private func notes(_ field: DocumentField) -> LocalizedText? {
        let notes = values.localizedText(field)
        if let (_, character) = notes.flatMap({ HiddenCharacters.first(in: $0) }) {
            document.findings.report(
                HiddenCharacters.code, severity: .warning, at: field,
                message: HiddenCharacters.message(for: character))
        }
        return notes
    }

    /// The groups of an offer; unknown if one of them cannot be read, because a tester may belong to that one.
    private struct Groups {
        var names: Set<String>?
    }

    private func groups(_ field: DocumentField) -> Groups? {
        guard let fields = document.list(field, of: "group names") else { return nil }
        let names = fields.map(document.filledText)
        return Groups(names: names.contains(nil) ? nil : Set(names.compactMap { $0 }))
    }

    private func storefronts(_ field: DocumentField) -> Set<Storefront>? {
        guard let fields = document.list(field, of: "storefronts") else { return nil }
        // An unreadable code is left out: with one country less the offer is only available in fewer places.
        return Set(fields.compactMap(values.storefront))
    }

    private func offerState(_ field: DocumentField) -> Offer.State? {
        guard let text = document.text(field) else { return nil }
        let state = Offer.State(text)
        if case .other = state {
            document.reportUnknownWord(text, at: field, known: ["live", "inReview", "withdrawn"])
        }
        return state
    }

    private func phase(_ field: DocumentField) -> Offer.Phase? {
        let wanted = "an object such as {\"state\": \"active\", \"day\": 3}"
        guard let object = document.object(field, wanted: wanted) else { return nil }
        document.checkKeys(of: object, known: ["state", "day"])
        let states = Offer.Phase.knownStates
        let state = document.required("state", in: object, help: "write \(states.orList).") { document.text($0) }
        guard let state else { return nil }
        if let field = object["state"], !states.contains(state) {
            document.reportUnknownWord(state, at: field, known: states)
        }
        var day: Int?
        if let field = object["day"] {
            guard let number = document.integer(field, in: 1...7) else { return nil }
            day = number
        }
        return Offer.Phase(state: state, day: day)
    }
}
