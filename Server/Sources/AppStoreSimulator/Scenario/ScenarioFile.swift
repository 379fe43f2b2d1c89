/// What a scenario file says.
struct ScenarioFile: Sendable {
    typealias Problem = AppStoreSimulator.ControlError

    /// How much may be asked.
    struct Limits: Hashable, Sendable {
        /// Requests of a key in an hour.
        var hour = 3600
        /// Requests of a key in a minute; `nil` for as many as the hour allows.
        var minute: Int?
        /// Lookups in a minute; `nil` for any number.
        var lookups: Int?
        /// Resources on a page that did not ask for a number.
        var page = 50
    }

    var limits = Limits()
    var apps: [AppRecord] = []
    var groups: [GroupRecord] = []
    var builds: [BuildRecord] = []
    var versions: [VersionRecord] = []
    var edges: [EdgeRecord] = []
    var webhooks: [WebhookRecord] = []
    var faults: [AppStoreSimulator.Fault] = []
    /// Seconds.
    var clock = 0.0
    var dateHeader: Double?

    init() {}

    /// - Throws: `ControlError` naming the place.
    init(_ json: JSON) throws(Problem) {
        var reader = try FieldReader(json, at: "")
        let schema = try reader.integer("schema")
        guard schema == nil || schema == 1 else { throw reader.problem("schema", "is not 1") }
        if let json = reader.json("limits") {
            var fields = try FieldReader(json, at: "limits")
            limits.hour = try fields.integer("hour", in: 1...1_000_000) ?? limits.hour
            limits.minute = try fields.integer("minute", in: 1...1_000_000)
            limits.lookups = try fields.integer("lookupsPerMinute", in: 1...1_000_000)
            limits.page = try fields.integer("page", in: 1...200) ?? limits.page
            try fields.finish()
        }
        if let json = reader.json("clock") {
            var fields = try FieldReader(json, at: "clock")
            clock = try fields.seconds("offset") ?? 0
            dateHeader = try fields.seconds("dateOffset")
            try fields.finish()
        }
        faults = try reader.objects("faults") { fields throws(Problem) in try .init(&fields) }
        guard let list = reader.json("apps")?.array else { throw reader.problem("apps", "is missing, or no list") }
        for (index, json) in list.enumerated() {
            var fields = try FieldReader(json, at: "apps[\(index)]")
            try read(app: &fields)
            try fields.finish()
        }
        try reader.finish()
    }

    private mutating func read(app reader: inout FieldReader) throws(Problem) {
        let bundleID = try reader.requiredText("bundleID")
        let id = try reader.requiredText("id")
        guard !id.isEmpty, id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw reader.problem("id", "is no Apple ID; it has digits only")
        }
        guard !apps.contains(where: { $0.id == id }) else { throw reader.problem("id", "is there twice") }
        let name = try reader.text("name") ?? bundleID
        let storefronts = try reader.texts("storefronts") ?? ["US"]
        for (index, code) in storefronts.enumerated() where !code.isStorefront {
            throw reader.problem("storefronts[\(index)]", "`\(code)` is no country of two letters")
        }
        let listing = reader.json("listing")
        guard listing == nil || listing?.object != nil else { throw reader.problem("listing", "is no object") }
        apps.append(
            AppRecord(
                id: id, bundleID: bundleID, name: name, sku: try reader.text("sku") ?? bundleID,
                locale: try reader.text("locale") ?? "en-US", storefronts: storefronts.map { $0.uppercased() },
                listing: listing?.object ?? [:]))
        groups += try reader.objects("groups") { fields throws(Problem) in try GroupRecord(&fields, app: id) }
        let mine = groups.filter { $0.app == id }
        for build in try reader.objects(
            "builds",
            { fields throws(Problem) in
                try BuildRecord(&fields, app: id, groups: mine)
            })
        {
            guard !builds.contains(where: { $0.id == build.id }) else {
                throw reader.problem("builds", "\(build.platform) \(build.version) (\(build.number)) is there twice")
            }
            builds.append(build)
        }
        let known = builds
        for version in try reader.objects(
            "versions",
            { fields throws(Problem) in
                try VersionRecord(&fields, app: id, builds: known)
            })
        {
            guard !versions.contains(where: { $0.id == version.id }) else {
                throw reader.problem("versions", "\(version.platform) \(version.version) is there twice")
            }
            versions.append(version)
        }
        edges += try reader.objects("edges") { fields throws(Problem) in try EdgeRecord(&fields, app: id) }
        webhooks += try reader.objects("webhooks") { fields throws(Problem) in try WebhookRecord(&fields, app: id) }
    }
}

extension String {
    /// Two letters.
    var isStorefront: Bool { count == 2 && allSatisfy { $0.isASCII && $0.isLetter } }
}
