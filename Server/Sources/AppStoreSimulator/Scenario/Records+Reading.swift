extension GroupRecord {
    init(_ fields: inout FieldReader, app: String) throws(FieldReader.Problem) {
        name = try fields.requiredText("name")
        self.app = app
        isInternal = try fields.bool("internal") ?? false
        hasAllBuilds = try fields.bool("allBuilds") ?? false
        guard isInternal || !hasAllBuilds else { throw fields.problem("allBuilds", "is for internal groups only") }
        created = try fields.time("created") ?? .relative(-200 * 86_400)
        publicLinkID = try fields.text("publicLink")
        guard !isInternal || publicLinkID == nil else {
            throw fields.problem("publicLink", "is for external groups only")
        }
        publicLinkLimit = try fields.integer("publicLinkLimit", in: 1...10_000)
        id = try fields.text("id") ?? StableID.uuid("group", app, name)
    }
}

extension BuildRecord {
    /// - Parameters:
    ///   - fields: What is said of it.
    ///   - app: The id of its app.
    ///   - groups: The groups of the app.
    /// - Throws: `ControlError` naming the place.
    init(_ fields: inout FieldReader, app: String, groups: [GroupRecord]) throws(FieldReader.Problem) {
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
        let names = try fields.texts("groups") ?? []
        let mine = try GroupRecord.find(names, among: groups, fields)
        self.groups = mine.map(\.id)
        let isReady = processing == "VALID"
        let reachesTeam = mine.contains(where: \.isInternal) || groups.contains(where: \.hasAllBuilds)
        internalState =
            try fields.word("internal", among: Vocabulary.internalStates)
            ?? (isReady ? reachesTeam ? "IN_BETA_TESTING" : "READY_FOR_BETA_TESTING" : "PROCESSING")
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

extension GroupRecord {
    /// The groups of these names.
    static func find(
        _ names: [String], among groups: [GroupRecord], _ fields: FieldReader
    ) throws(FieldReader.Problem) -> [GroupRecord] {
        var found: [GroupRecord] = []
        for (index, name) in names.enumerated() {
            guard let group = groups.first(where: { $0.name == name || $0.id == name }) else {
                let known = groups.map(\.name).joined(separator: ", ")
                throw fields.problem("groups[\(index)]", "there is no group `\(name)`; there are \(known)")
            }
            found.append(group)
        }
        return found
    }
}

extension VersionRecord {
    /// - Parameters:
    ///   - fields: What is said of it.
    ///   - app: The id of its app.
    ///   - builds: The builds there are.
    /// - Throws: `ControlError` naming the place.
    init(_ fields: inout FieldReader, app: String, builds: [BuildRecord]) throws(FieldReader.Problem) {
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
            else { throw fields.problem("build", "there is no build \(number) of \(platform) \(version)") }
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
        if let json = fields.json("phased") {
            var phase = try FieldReader(json, at: fields.place("phased"))
            phased = try PhasedRecord(&phase, version: id)
            try phase.finish()
        }
    }
}

extension PhasedRecord {
    init(_ fields: inout FieldReader, version: String) throws(FieldReader.Problem) {
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
    init(_ fields: inout FieldReader, app: String) throws(FieldReader.Problem) {
        self.app = app
        storefront = try fields.requiredText("storefront").uppercased()
        guard storefront.isStorefront else { throw fields.problem("storefront", "is no country of two letters") }
        platform = try fields.word("platform", among: Vocabulary.platforms) ?? "IOS"
        version = try fields.text("version")
        isAlternating = try fields.bool("alternating") ?? false
        isBustable = try fields.bool("bustable") ?? true
    }
}

extension WebhookRecord {
    init(_ fields: inout FieldReader, app: String) throws(FieldReader.Problem) {
        self.app = app
        name = try fields.text("name") ?? "scenario"
        url = try fields.requiredText("url")
        secret = try fields.requiredText("secret")
        isEnabled = try fields.bool("enabled") ?? true
        eventTypes = try fields.texts("eventTypes") ?? Vocabulary.eventTypes
        id = StableID.uuid("webhook", app, url, name)
    }
}

extension AppStoreSimulator.Fault {
    init(_ fields: inout FieldReader) throws(FieldReader.Problem) {
        let text = try fields.requiredText("kind")
        guard let kind = Kind(rawValue: text) else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw fields.problem("kind", "`\(text)` is none of \(known)")
        }
        self.init(
            kind, requests: try fields.integer("requests", in: 1...1_000_000), path: try fields.text("path"),
            seconds: try fields.seconds("seconds"), status: try fields.integer("status", in: 400...599))
        if let path, !path.hasPrefix("/") { throw fields.problem("path", "does not begin with `/`") }
        if let seconds, !(0...3600).contains(seconds) { throw fields.problem("seconds", "is not from 0 to 3600") }
    }

    var json: JSON {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        if let requests { object["requests"] = .integer(requests) }
        if let path { object["path"] = .string(path) }
        if let seconds { object["seconds"] = .number(seconds) }
        if let status { object["status"] = .integer(status) }
        return .object(object)
    }
}
