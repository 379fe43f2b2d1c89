import AirworthyPolicy
import AppStoreConnect
import Foundation
import ReleaseCatalog

/// The output of `builds`.
struct BuildReport {
    let app: AppResource
    let builds: [TestFlightBuild]
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
                build.displayName, build.uploadedAt.map(UTCTime.cell) ?? "",
                build.expiresAt.map(UTCTime.cell) ?? "", build.internalState ?? "", build.externalState ?? "",
                build.audienceText(at: now), Self.groups(of: build),
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
    private static func groups(of build: TestFlightBuild) -> String {
        (build.groups.map { $0.name ?? $0.id } + (build.hasAllGroups || build.groups.isEmpty ? [] : ["…"]))
            .joined(separator: ", ")
    }

    static func json(_ app: AppResource) -> JSONValue {
        .members([("id", .string(app.id)), ("bundleID", .text(app.bundleID)), ("name", .text(app.name))])
    }

    /// Returns a build with the member names of the server's routes.
    static func json(_ build: TestFlightBuild, at now: Date) -> JSONValue {
        let groups = build.groups.map { group in
            JSONValue.members([
                ("id", .string(group.id)), ("name", .text(group.name)),
                ("internal", group.isInternal.map(JSONValue.bool) ?? .null), ("publicLink", .text(group.publicLink)),
            ])
        }
        return .members([
            ("id", .text(build.id)), ("platform", .text(build.platform.description)),
            ("version", .text(build.version.description)), ("buildNumber", .text(build.number?.description)),
            ("uploadedAt", .time(build.uploadedAt)), ("expiresAt", .time(build.expiresAt)),
            ("expired", .bool(build.isExpired)), ("minimumOS", .text(build.minimumOS?.description)),
            ("processingState", .text(build.processingState)), ("audienceType", .text(build.audienceType)),
            ("internalState", .text(build.internalState)), ("externalState", .text(build.externalState)),
            ("availableTo", .array(build.audiences(at: now).map { .string($0.rawValue) })),
            ("groups", .array(groups)), ("hasAllGroups", .bool(build.hasAllGroups)),
            ("notes", .members(build.sortedNotes.map { ($0.locale, .string($0.text)) })),
        ])
    }
}
