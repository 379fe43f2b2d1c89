import AirworthyPolicy
import AppStoreConnect
import Foundation

/// The output of `builds`.
struct BuildReport {
    let app: AppResource
    let builds: [BuildResource]
    /// Whether these are all builds.
    let isComplete: Bool
    let now: Date
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var table = Table([
            "BUILD", "UPLOADED (UTC)", "EXPIRES (UTC)", "INTERNAL", "EXTERNAL", "AVAILABLE TO", "GROUPS",
        ])
        for build in builds {
            table.add([
                build.displayName, build.uploadedDate.map(UTCTime.cell) ?? "",
                build.expirationDate.map(UTCTime.cell) ?? "", build.internalState ?? "", build.externalState ?? "",
                build.availabilityText(at: now), Self.groups(of: build),
            ])
        }
        let name = app.name ?? app.bundleID ?? app.id
        return table.lines(style: style, whenEmpty: "\(name.printable): no builds on TestFlight")
            + (isComplete ? [] : ["", "There are more: --limit"])
    }

    var json: JSONValue {
        .members([
            ("app", Self.json(app)), ("isComplete", .bool(isComplete)),
            ("builds", .array(builds.map { Self.json($0, at: now) })),
        ])
    }

    /// Returns the names of a build's groups, with `…` if the list is incomplete.
    private static func groups(of build: BuildResource) -> String {
        (build.groups.map { $0.name ?? $0.id } + (build.hasAllGroups || build.groups.isEmpty ? [] : ["…"]))
            .joined(separator: ", ")
    }

    static func json(_ app: AppResource) -> JSONValue {
        .members([("id", .string(app.id)), ("bundleID", .text(app.bundleID)), ("name", .text(app.name))])
    }

    /// Returns a build with the member names of the server's routes.
    static func json(_ build: BuildResource, at now: Date) -> JSONValue {
        let groups = build.groups.map { group in
            JSONValue.members([
                ("id", .string(group.id)), ("name", .text(group.name)),
                ("internal", group.isInternal.map(JSONValue.bool) ?? .null), ("publicLink", .text(group.publicLink)),
            ])
        }
        return .members([
            ("id", .string(build.id)), ("platform", .text(build.platformName?.lowercased())),
            ("version", .text(build.marketingVersion)), ("buildNumber", .text(build.number)),
            ("uploadedAt", .time(build.uploadedDate)), ("expiresAt", .time(build.expirationDate)),
            ("expired", build.expired.map(JSONValue.bool) ?? .null), ("minimumOS", .text(build.minimumOS)),
            ("processingState", .text(build.processingState)), ("audienceType", .text(build.audienceType)),
            ("internalState", .text(build.internalState)), ("externalState", .text(build.externalState)),
            ("availableTo", .array(build.audiences(at: now).map { .string($0.rawValue) })),
            ("groups", .array(groups)), ("hasAllGroups", .bool(build.hasAllGroups)),
            ("notes", .members(build.notes.map { ($0.locale, .string($0.text)) })),
        ])
    }
}

extension BuildResource {
    /// The audiences that can install the build now.
    func audiences(at now: Date) -> [Channel.Audience] { standing(at: now).audiences }

    /// Returns the audiences, such as `internal, external`, or `nobody` with the reason.
    func availabilityText(at now: Date) -> String {
        let standing = standing(at: now)
        guard standing.audiences.isEmpty else { return standing.audiences.map(\.rawValue).joined(separator: ", ") }
        if isExpired(at: now) { return "nobody (expired)" }
        return standing.isUsable ? "nobody" : "nobody (\(processingState ?? "state unknown"))"
    }

    /// Whether the build has expired, by time or by hand.
    func isExpired(at now: Date) -> Bool { expired == true || expirationDate.map { $0 <= now } == true }

    private func standing(at now: Date) -> BuildStanding {
        BuildStanding(
            processingState: processingState, isExpired: isExpired(at: now), audienceType: audienceType,
            internalState: internalState, externalState: externalState)
    }

    /// The known parts of a name such as `iOS 3.3.0 (225)`.
    var displayName: String {
        let number = number.map { "(\($0))" }
        return [platformName, marketingVersion, number].compactMap { $0 }.joined(separator: " ")
    }

    /// The name of the platform, such as `iOS` for Apple's `IOS`.
    fileprivate var platformName: String? {
        switch platform {
        case "IOS": "iOS"
        case "MAC_OS": "macOS"
        case "TV_OS": "tvOS"
        case "VISION_OS": "visionOS"
        default: platform
        }
    }

    /// The oldest supported version of the operating system.
    var minimumOS: String? { platform == "MAC_OS" ? lsMinimumSystemVersion ?? minOSVersion : minOSVersion }
}
