extension AppRecord {
    init(_ fields: inout FieldReader) throws(ControlError) {
        bundleID = try fields.requiredText("bundleID")
        id = try fields.requiredText("id")
        guard id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw fields.problem("must be an Apple ID, which has digits only", at: "id")
        }
        name = try fields.text("name") ?? bundleID
        storefronts = try fields.storefronts("storefronts") ?? ["US"]
        let listing = fields.json("listing")
        guard listing == nil || listing?.object != nil else { throw fields.problem("must be an object", at: "listing") }
        self.listing = listing?.object ?? [:]
        sku = try fields.text("sku") ?? bundleID
        locale = try fields.text("locale") ?? "en-US"
    }
}

extension GroupRecord {
    init(_ fields: inout FieldReader, app: String) throws(ControlError) {
        name = try fields.requiredText("name")
        self.app = app
        isInternal = try fields.bool("internal") ?? false
        hasAllBuilds = try fields.bool("allBuilds") ?? false
        guard isInternal || !hasAllBuilds else {
            throw fields.problem("applies to internal groups only", at: "allBuilds")
        }
        created = try fields.time("created") ?? .relative(-200 * 86_400)
        publicLinkID = try fields.text("publicLink")
        guard !isInternal || publicLinkID == nil else {
            throw fields.problem("applies to external groups only", at: "publicLink")
        }
        publicLinkLimit = try fields.integer("publicLinkLimit", in: 1...10_000)
        id = try fields.text("id") ?? StableID.uuid("group", app, name)
    }
}

extension BuildRecord {
    /// Reads a build from the members of its object. The groups are those of its app.
    init(_ fields: inout FieldReader, app: String, groups: [GroupRecord]) throws(ControlError) {
        self.app = app
        platform = try fields.word("platform", among: Vocabulary.platforms) ?? "IOS"
        version = try fields.requiredText("version")
        number = try fields.requiredText("build")
        id = try fields.text("id") ?? StableID.uuid("build", app, platform, version, number)
        let uploaded = try fields.time("uploaded") ?? .relative(0)
        self.uploaded = uploaded
        expires = try fields.time("expires") ?? uploaded.adding(90 * 86_400)
        isExpired = try fields.bool("expired") ?? false
        minimumOS = try fields.text("minimumOS")
        audience = try fields.word("audience", among: Vocabulary.audiences) ?? "APP_STORE_ELIGIBLE"
        let processing = try fields.word("processing", among: Vocabulary.processing) ?? "VALID"
        self.processing = processing
        let assigned = try fields.groups(among: groups) ?? []
        self.groups = assigned.map(\.id)
        let isReady = processing == "VALID"
        let reachesInternal = assigned.contains(where: \.isInternal) || groups.contains(where: \.hasAllBuilds)
        internalState =
            try fields.word("internal", among: Vocabulary.internalStates)
            ?? (isReady ? reachesInternal ? "IN_BETA_TESTING" : "READY_FOR_BETA_TESTING" : "PROCESSING")
        let external = audience == "INTERNAL_ONLY" ? "NOT_APPLICABLE" : "READY_FOR_BETA_SUBMISSION"
        externalState =
            try fields.word("external", among: Vocabulary.externalStates) ?? (isReady ? external : "PROCESSING")
        notes = try fields.notes("notes") ?? []
        review = try fields.word("review", among: Vocabulary.reviewStates)
        reviewed = try fields.time("reviewed")
        usesEncryption = try fields.bool("usesNonExemptEncryption")
        if usesEncryption == nil, internalState != "MISSING_EXPORT_COMPLIANCE" { usesEncryption = false }
    }
}

extension FieldReader {
    /// Returns the groups that the member `groups` lists by name or id; `nil` if the member is missing.
    mutating func groups(among groups: [GroupRecord]) throws(ControlError) -> [GroupRecord]? {
        guard let names = try texts("groups") else { return nil }
        return try names.enumerated().map { index, name throws(ControlError) in
            guard let group = groups.first(where: { $0.name == name || $0.id == name }) else {
                let known = groups.map(\.name).joined(separator: ", ")
                throw problem("there is no group `\(name)`; known groups: \(known)", at: "groups[\(index)]")
            }
            return group
        }
    }
}

extension VersionRecord {
    /// Reads a version from the members of its object. The builds are those of all apps.
    init(_ fields: inout FieldReader, app: String, builds: [BuildRecord]) throws(ControlError) {
        self.app = app
        let platform = try fields.word("platform", among: Vocabulary.platforms) ?? "IOS"
        let version = try fields.requiredText("version")
        self.platform = platform
        self.version = version
        id = try fields.text("id") ?? StableID.uuid("version", app, platform, version)
        if let number = try fields.text("build") {
            guard
                let found = builds.first(where: {
                    $0.app == app && $0.platform == platform && $0.version == version && $0.number == number
                })
            else { throw fields.problem("there is no build \(number) of \(platform) \(version)", at: "build") }
            build = found.id
        }
        state = try fields.word("state", among: Vocabulary.versionStates) ?? "READY_FOR_DISTRIBUTION"
        created = try fields.time("created") ?? .relative(-86_400)
        released = try fields.time("released")
        if released == nil, state == "READY_FOR_DISTRIBUTION" { released = created }
        releaseType = try fields.word("releaseType", among: Vocabulary.releaseTypes) ?? "AFTER_APPROVAL"
        earliestRelease = try fields.time("earliestRelease")
        minimumOS = try fields.text("minimumOS")
        notes = try fields.notes("notes") ?? []
        let id = id
        phased = try fields.object("phased") { fields throws(ControlError) in
            try PhasedRecord(&fields, version: id)
        }
    }
}

extension PhasedRecord {
    init(_ fields: inout FieldReader, version: String) throws(ControlError) {
        id = StableID.uuid("phased", version)
        state = try fields.word("state", among: Vocabulary.phasedStates) ?? "ACTIVE"
        started = try fields.time("started")
        if started == nil, state != "INACTIVE" { started = .relative(0) }
        pausedSince = try fields.time("pausedSince")
        if pausedSince == nil, state == "PAUSED" { pausedSince = .relative(0) }
        paused = try fields.seconds("paused") ?? 0
    }
}

extension EdgeRecord {
    init(_ fields: inout FieldReader, app: String) throws(ControlError) {
        self.app = app
        storefront = try fields.requiredText("storefront").uppercased()
        guard storefront.isStorefront else {
            throw fields.problem("must be a country code of two letters", at: "storefront")
        }
        platform = try fields.word("platform", among: Vocabulary.platforms) ?? "IOS"
        version = try fields.text("version")
        isAlternating = try fields.bool("alternating") ?? false
        isBustable = try fields.bool("bustable") ?? true
    }
}

extension WebhookRecord {
    init(_ fields: inout FieldReader, app: String) throws(ControlError) {
        self.app = app
        name = try fields.text("name") ?? "scenario"
        url = try fields.requiredText("url")
        secret = try fields.requiredText("secret")
        isEnabled = try fields.bool("enabled") ?? true
        eventTypes = try fields.texts("eventTypes") ?? Vocabulary.eventTypes
        id = StableID.uuid("webhook", app, url, name)
    }
}
