struct ScenarioFile: Sendable {
    struct Limits: Hashable, Sendable {
        /// The number of requests of a key per hour.
        var hour = 3600
        /// The number of requests of a key per minute; `nil` for no limit besides the hour's.
        var minute: Int?
        /// The number of lookups per minute; `nil` for no limit.
        var lookups: Int?
        /// The number of resources on a page if the request gives no limit.
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
    /// The seconds that the simulator's clock is ahead of real time.
    var clock = 0.0
    /// The same for the `Date` header, where it differs.
    var dateHeader: Double?

    init() {}

    init(_ json: JSON) throws(ControlError) {
        var fields = try FieldReader(json, at: "")
        let schema = try fields.integer("schema")
        guard schema == nil || schema == 1 else { throw fields.problem("must be 1", at: "schema") }
        if let limits = try fields.object("limits", read: Self.limits) { self.limits = limits }
        if let clock = try fields.object("clock", read: Self.clock) { (self.clock, dateHeader) = clock }
        faults = try fields.objects("faults") { fields throws(ControlError) in try .init(&fields) }
        guard fields.json("apps")?.array != nil else {
            throw fields.problem("is missing, or is not a list", at: "apps")
        }
        _ = try fields.objects("apps") { fields throws(ControlError) in try readApp(&fields) }
        try fields.finish()
    }

    private static func limits(_ fields: inout FieldReader) throws(ControlError) -> Limits {
        var limits = Limits()
        limits.hour = try fields.integer("hour", in: 1...1_000_000) ?? limits.hour
        limits.minute = try fields.integer("minute", in: 1...1_000_000)
        limits.lookups = try fields.integer("lookupsPerMinute", in: 1...1_000_000)
        limits.page = try fields.integer("page", in: 1...200) ?? limits.page
        return limits
    }

    private static func clock(_ fields: inout FieldReader) throws(ControlError) -> (Double, dateHeader: Double?) {
        (try fields.seconds("offset") ?? 0, dateHeader: try fields.seconds("dateOffset"))
    }

    private mutating func readApp(_ fields: inout FieldReader) throws(ControlError) {
        let app = try AppRecord(&fields)
        guard !apps.contains(where: { $0.id == app.id }) else {
            throw fields.problem("another app has this id", at: "id")
        }
        apps.append(app)
        groups += try fields.objects("groups") { fields throws(ControlError) in
            try GroupRecord(&fields, app: app.id)
        }
        let groups = groups.filter { $0.app == app.id }
        let added = try fields.objects("builds") { fields throws(ControlError) in
            try BuildRecord(&fields, app: app.id, groups: groups)
        }
        for build in added {
            guard !builds.contains(where: { $0.id == build.id }) else {
                throw fields.problem(
                    "\(build.platform) \(build.version) (\(build.number)) appears twice", at: "builds")
            }
            builds.append(build)
        }
        try readVersions(of: app, &fields)
        edges += try fields.objects("edges") { fields throws(ControlError) in try EdgeRecord(&fields, app: app.id) }
        webhooks += try fields.objects("webhooks") { fields throws(ControlError) in
            try WebhookRecord(&fields, app: app.id)
        }
    }

    private mutating func readVersions(of app: AppRecord, _ fields: inout FieldReader) throws(ControlError) {
        let builds = builds
        let added = try fields.objects("versions") { fields throws(ControlError) in
            try VersionRecord(&fields, app: app.id, builds: builds)
        }
        for version in added {
            guard !versions.contains(where: { $0.id == version.id }) else {
                throw fields.problem("\(version.platform) \(version.version) appears twice", at: "versions")
            }
            versions.append(version)
        }
    }
}
