import AirworthyPolicy
import ArgumentParser

struct CatalogWithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Stop offering a release, even if Apple offers it.",
        discussion: """
            Use this for a bad release, before Apple takes it down. It outranks every source \
            until reset. No installation is required to update to a withdrawn release. \
            Shows what changes for the installations that checked in, and asks for \
            confirmation.

            EXAMPLE
              $ airworthy catalog withdraw 2.2.1 --app hashtags
              $ airworthy catalog withdraw 2.3.0 --build 322 --app hashtags
            """)

    @Argument(help: "The version.")
    var version: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The build; by default every build.", valueName: "n"))
    var build: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The platform; by default the app's first.", valueName: "ios"),
        completion: .list(Platform.known.map(\.description)))
    var platform: String?

    @OptionGroup var change: ChangeOptions

    func run() async throws {
        let app = try appSlug(change.app, option: "app")
        let number: AppVersion
        do throws(VersionError) {
            number = try AppVersion(version)
        } catch {
            throw ToolError.badData("\(version.printable): \(error.message)")
        }
        var body: JSONObject = ["version": .string(number.description)]
        body["build"] = build.map(JSONValue.string)
        body["platform"] = platform.map(JSONValue.string)
        let name = version + (build.map { " (\($0))" } ?? "")
        let request = APIRequest.post("apps", app, "catalog", "withdraw").sending(.object(body))
        let preflight = APIRequest.post("apps", app, "catalog", "withdraw", "preflight").sending(.object(body))
        let answer = try await change.server.withClient { client in
            if try await !isKnown(to: client, app: app) {
                printError("\(app) has no release \(name.printable) now; if one appears, it will not be offered.")
            }
            let effect = EffectPreview(app: app, client: client, style: change.json ? .plain : .standardOutput)
            let lines = try await effect.lines(of: preflight)
            if change.json { lines.forEach(printError) } else if !lines.isEmpty { try printOutput(lines) }
            try confirm(
                "Stop offering \(name) of \(app)", isConfirmed: change.yes, otherwise: "nothing was withdrawn")
            return try await client.send(request).json
        }
        let report = CatalogChangeReport(app: app, json: answer, verb: "WITHDRAWN")
        try printOutput(change.json ? [answer.jsonLine] : report.lines)
    }

    /// Whether the server knows the release. Otherwise a typing error in the version would go unnoticed.
    private func isKnown(to client: APIClient, app: String) async throws -> Bool {
        let (wanted, number) = (try? AppVersion(version), build.flatMap { try? BuildNumber($0) })
        let releases = try await client.catalog(of: app)?.releases ?? []
        return releases.contains { release in
            release.version == wanted && (number == nil || release.build == nil || release.build == number)
                && (platform == nil || release.platform.description == platform)
        }
    }
}

struct CatalogResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Undo all withdrawals, and trust Apple's next answers.",
        discussion: """
            Also forgets the highest version seen before. Otherwise a lower version is \
            accepted only after Apple has answered it for \(AppStoreLookup.longestLag) hours.

            EXAMPLE
              $ airworthy catalog reset --app hashtags
            """)

    @OptionGroup var change: ChangeOptions

    func run() async throws {
        let app = try appSlug(change.app, option: "app")
        try confirm("Undo all withdrawals of \(app)", isConfirmed: change.yes, otherwise: "nothing was reset")
        let answer = try await change.server.withClient {
            try await $0.send(.post("apps", app, "catalog", "reset")).json
        }
        let report = CatalogChangeReport(app: app, json: answer, verb: "RESET")
        try printOutput(change.json ? [answer.jsonLine] : report.lines)
    }
}
