import AirworthyPolicy
import AppStoreConnect
import ArgumentParser
import Foundation
import ReleaseCatalog
import ServerSupport

struct BuildsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "builds",
        abstract: "List the builds on TestFlight, the newest upload first.",
        discussion: """
            Queries App Store Connect with your own key; no server is needed. AVAILABLE TO \
            lists who can install a build now. The groups alone do not show this, because \
            automatic groups may be missing from them. Expired builds are listed with --all.

            EXAMPLE
              $ airworthy builds --app com.example.hashtags \\
                  --key-file AuthKey_2X9R4HXF34.p8 --issuer 57246542-96fe-1a63-e053-0824d011072a
            """)

    @Option(parsing: .unconditional, help: .appleApp)
    var app: String?

    @Flag(help: "Also list builds that have expired.")
    var all = false

    @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of builds.", valueName: "n"))
    var limit = 20

    @Flag(help: .jsonLine) var json = false

    @OptionGroup var apple: AppleOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes 1 to 10000.") }
    }

    func run() async throws {
        let now = WallClock.now()
        // A day more than they work for.
        let since = all ? nil : now - TestFlightBuild.life - .seconds(86_400)
        let (app, listing) = try await apple.withClient { client in
            let app = try await AppleApp.find(self.app, from: client)
            return (app, try await client.builds(app: app.id, uploadedSince: since))
        }
        listing.warnOfUnreadable()
        let builds = listing.items.filter { all || !$0.isExpired(at: now) }
        let report = BuildReport(
            app: app, builds: Array(builds.prefix(limit)), isComplete: listing.isComplete && builds.count <= limit,
            now: now)
        try printOutput(json ? [report.json.jsonLine] : report.lines)
    }
}

struct BuildReport {
    let app: AppResource
    let builds: [TestFlightBuild]
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
        [
            "app": Self.json(app), "isComplete": .bool(isComplete),
            "builds": .array(builds.map { Self.json($0, at: now) }),
        ]
    }

    /// Returns the names of a build's groups, with `…` if the list is incomplete.
    private static func groups(of build: TestFlightBuild) -> String {
        (build.groups.map { $0.name ?? $0.id } + (build.hasAllGroups || build.groups.isEmpty ? [] : ["…"]))
            .joined(separator: ", ")
    }

    static func json(_ app: AppResource) -> JSONValue {
        ["id": .string(app.id), "bundleID": .text(app.bundleID), "name": .text(app.name)]
    }

    /// Returns a build with the member names of the server's routes.
    static func json(_ build: TestFlightBuild, at now: Date) -> JSONValue {
        let groups = build.groups.map { group in
            JSONValue.object([
                "id": .string(group.id), "name": .text(group.name),
                "internal": group.isInternal.map(JSONValue.bool) ?? .null, "publicLink": .text(group.publicLink),
            ])
        }
        return [
            "id": .text(build.id), "platform": .text(build.platform.description),
            "version": .text(build.version.description), "buildNumber": .text(build.number?.description),
            "uploadedAt": .of(build.uploadedAt), "expiresAt": .of(build.expiresAt),
            "expired": .bool(build.isExpired), "minimumOS": .text(build.minimumOS?.description),
            "processingState": .text(build.processingState), "audienceType": .text(build.audienceType),
            "internalState": .text(build.internalState), "externalState": .text(build.externalState),
            "availableTo": .array(build.audiences(at: now).map { .string($0.rawValue) }),
            "groups": .array(groups), "hasAllGroups": .bool(build.hasAllGroups),
            "notes": .object(JSONObject(build.sortedNotes.map { .init(key: $0.locale, value: .string($0.text)) })),
        ]
    }
}
