import AirworthyPolicy
import AppStoreConnect

/// Builds on TestFlight as a table.
struct BuildReport {
    let app: AppResource
    let builds: [TestFlightBuild]
    /// Whether these are all there are.
    let isWhole: Bool
    let now: Clock.Instant

    func lines(_ style: TerminalStyle) -> [String] {
        var table = Table([
            "BUILD", "UPLOADED (UTC)", "EXPIRES (UTC)", "INTERNAL", "EXTERNAL", "AVAILABLE TO", "GROUPS",
        ])
        for build in builds {
            table.add([
                build.displayName, build.uploadedAt.map(UTCTime.minute) ?? "",
                build.expiresAt.map(UTCTime.minute) ?? "", build.internalState ?? "", build.externalState ?? "",
                build.audienceText(at: now), Self.groups(build),
            ])
        }
        let name = app.name ?? app.bundleID ?? app.id
        return table.lines(style, orElse: "\(name.printable): no builds on TestFlight")
            + (isWhole ? [] : ["", "There are more: --limit"])
    }

    var json: JSONValue {
        .members([
            ("app", Self.json(app)), ("isComplete", .bool(isWhole)),
            ("builds", .array(builds.map { Self.json($0, at: now) })),
        ])
    }

    /// Names where there are any; `…` where Apple listed not all.
    static func groups(_ build: TestFlightBuild) -> String {
        (build.groups.map { $0.name ?? $0.id } + (build.hasAllGroups || build.groups.isEmpty ? [] : ["…"]))
            .joined(separator: ", ")
    }

    static func json(_ app: AppResource) -> JSONValue {
        .members([
            ("id", .string(app.id)), ("bundleID", app.bundleID.map(JSONValue.string) ?? .null),
            ("name", app.name.map(JSONValue.string) ?? .null),
        ])
    }

    /// A build under the names that the server's routes use.
    static func json(_ build: TestFlightBuild, at now: Clock.Instant) -> JSONValue {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        func time(_ value: Clock.Instant?) -> JSONValue { text(value.map(Timestamp.format)) }
        let groups = build.groups.map { group in
            JSONValue.members([
                ("id", .string(group.id)), ("name", text(group.name)),
                ("internal", group.isInternal.map(JSONValue.bool) ?? .null), ("publicLink", text(group.publicLink)),
            ])
        }
        return .members([
            ("id", text(build.id)), ("platform", text(build.platform.description)),
            ("version", text(build.version.description)), ("buildNumber", text(build.number?.description)),
            ("uploadedAt", time(build.uploadedAt)), ("expiresAt", time(build.expiresAt)),
            ("expired", .bool(build.isExpired)), ("minimumOS", text(build.minimumOS?.description)),
            ("processingState", text(build.processingState)), ("audienceType", text(build.audienceType)),
            ("internalState", text(build.internalState)), ("externalState", text(build.externalState)),
            ("availableTo", .array(build.audiences(at: now).map { .string($0.rawValue) })),
            ("groups", .array(groups)), ("hasAllGroups", .bool(build.hasAllGroups)),
            (
                "notes",
                .members((build.notes?.texts ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
            ),
        ])
    }
}

extension JSONValue {
    /// An object with its members in order.
    static func members(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { .init(key: $0.0, value: $0.1) }))
    }
}
