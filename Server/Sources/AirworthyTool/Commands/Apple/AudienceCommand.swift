import AirworthyPolicy
import AppStoreConnect
import ArgumentParser

/// Tells who has a build.
struct AudienceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audience",
        abstract: "Tell who can install a build.",
        discussion: """
            Asks App Store Connect with your own key; no server is needed. BUILD is a build \
            number or, if there is none of it, a marketing version; the answer says which. \
            Equal numbers on several platforms are listed one by one.

            EXAMPLE
              $ airworthy audience 225 --app com.example.hashtags
              $ airworthy audience 3.3.0 --app com.example.hashtags --json
            """)

    @Argument(help: "A build number, or a marketing version.")
    var build: String

    @Option(parsing: .unconditional, help: .appleApp)
    var app: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var apple: AppleOptions

    func validate() throws {
        guard (1...64).contains(build.utf8.count), !build.contains(",") else {
            throw ValidationError("BUILD is a build number such as 225, or a version such as 3.3.0.")
        }
    }

    func run() async throws {
        let now = Clock.now()
        let report = try await apple.connected { client in
            let app = try await AppleApp.find(self.app, from: client)
            var matched = AudienceReport.Match.build
            var listing = try await client.builds(app: app.id, number: build)
            if listing.items.isEmpty {
                matched = .version
                listing = try await client.builds(app: app.id, version: build)
            }
            listing.warnOfUnreadable()
            guard !listing.items.isEmpty else {
                throw ToolError(
                    .missingFile,
                    "\((app.bundleID ?? app.id).printable): has neither build nor version \(build.printable) on TestFlight"
                )
            }
            return AudienceReport(app: app, asked: build, matched: matched, builds: listing.items, now: now)
        }
        try printOutput(json ? report.json.jsonLine : report.lines(.standardOutput).joined(separator: "\n"))
    }
}
