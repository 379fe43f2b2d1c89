import AirworthyPolicy
import AppStoreConnect
import ArgumentParser
import Foundation
import ReleaseCatalog

struct AudienceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audience",
        abstract: "Show who can install a build.",
        discussion: """
            Queries App Store Connect with your own key; no server is needed. BUILD is a \
            build number or, if no build has it, a marketing version; the output says \
            which. Equal numbers on several platforms are listed one by one.

            EXAMPLE
              $ airworthy audience 225 --app com.example.hashtags
              $ airworthy audience 3.3.0 --app com.example.hashtags --json
            """)

    @Argument(help: "A build number, or a marketing version.")
    var build: String

    @OptionGroup var options: AppleAppOptions

    func validate() throws {
        guard (1...64).contains(build.utf8.count), !build.contains(",") else {
            throw ValidationError("BUILD is a build number such as 225, or a version such as 3.3.0.")
        }
    }

    func run() async throws {
        let now = WallClock.now()
        let report = try await options.withApp { app, client in
            var matched = AudienceReport.Match.build
            var listing = try await client.builds(app: app.id, number: build)
            if listing.items.isEmpty {
                matched = .version
                listing = try await client.builds(app: app.id, version: build)
            }
            listing.warnOfUnreadable()
            guard !listing.items.isEmpty else {
                throw ToolError.missingFile(
                    "\((app.bundleID ?? app.id).printable): no build or version \(build.printable) on TestFlight")
            }
            return AudienceReport(app: app, query: build, matched: matched, builds: listing.items, now: now)
        }
        try printOutput(options.json ? [report.json.jsonLine] : report.lines)
    }
}

struct AudienceReport {
    /// The meaning of the user's argument.
    enum Match: String {
        case build
        case version
    }

    let app: AppResource
    let query: String
    let matched: Match
    let builds: [TestFlightBuild]
    let now: Date
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var lines = matched == .build ? [] : ["no build has the number \(query.printable); these have the version"]
        for build in builds {
            if !lines.isEmpty { lines.append("") }
            let colour: TerminalStyle.Colour = build.audiences(at: now).isEmpty ? .yellow : .green
            lines.append(
                "\(style(build.audienceText(at: now).printable.uppercased(), as: colour, .bold))  "
                    + build.displayName.printable)
            lines += details(of: build).lines
        }
        return lines
    }

    var json: JSONValue {
        [
            "app": BuildReport.json(app), "matchedBy": .string(matched.rawValue),
            "builds": .array(builds.map { BuildReport.json($0, at: now) }),
        ]
    }

    private func details(of build: TestFlightBuild) -> LabelledLines {
        var lines = LabelledLines(style: style)
        lines.add("internal state", value: build.internalState)
        lines.add("external state", value: build.externalState)
        lines.add("processing", value: build.processingState)
        lines.add("may become", value: build.audienceType)
        lines.add("uploaded", value: build.uploadedAt.map(UTCTime.text))
        lines.add(build.isExpired ? "expired" : "expires", value: build.expiresAt.map(UTCTime.text))
        lines.add("minimum OS", value: build.minimumOS?.description)
        lines.add("groups", value: groups(of: build))
        lines.add("id", value: build.id)
        for note in build.sortedNotes { lines.add("to test, \(note.locale)", value: note.text) }
        return lines
    }

    /// One line for each group, such as `Team (internal, every build)`.
    private func groups(of build: TestFlightBuild) -> String? {
        let known = build.groups.map { group in
            let traits = [
                group.isInternal.map { $0 ? "internal" : "external" },
                group.hasAccessToAllBuilds == true ? "every build" : nil,
                group.publicLink,
            ].compactMap { $0 }
            return (group.name ?? group.id) + (traits.isEmpty ? "" : " (\(traits.joined(separator: ", ")))")
        }
        return (known + (build.hasAllGroups || known.isEmpty ? [] : ["and more"])).joined(separator: "\n")
    }
}
