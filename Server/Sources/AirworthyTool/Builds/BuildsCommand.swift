import AirworthyPolicy
import AppStoreConnect
import ArgumentParser
import Foundation
import ReleaseCatalog

/// Lists builds on TestFlight.
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

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var apple: AppleOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes 1 to 10000.") }
    }

    func run() async throws {
        let now = WallClock.now()
        // A build expires after 90 days.
        let since = all ? nil : now.addingTimeInterval(-91 * 86_400)
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
