import AirworthyPolicy
import ArgumentParser

/// Takes a release back, whatever Apple says.
struct CatalogWithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Stop offering a release, whatever Apple says.",
        discussion: """
            For a release that must not reach anybody else, faster than Apple takes it \
            down. It outranks every source until reset. Nobody is required to go to a \
            release that was withdrawn.

            EXAMPLE
              $ airworthy catalog withdraw 2.2.1 --app hashtags
              $ airworthy catalog withdraw 2.3.0 --build 322 --app hashtags
            """)

    @Argument(help: "The version.")
    var version: String

    @Option(parsing: .unconditional, help: ArgumentHelp("Only this build of it.", valueName: "n"))
    var build: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The platform; the app's first if not given.", valueName: "ios"),
        completion: .list(Platform.known.map(\.description)))
    var platform: String?

    @OptionGroup
    var change: ChangeOptions

    func run() async throws {
        let app = try slug(change.app, option: "app")
        var body: JSONObject = ["version": .string(try Self.checked(version))]
        body["build"] = build.map(JSONValue.string)
        body["platform"] = platform.map(JSONValue.string)
        let name = version + (build.map { " (\($0))" } ?? "")
        let request = APIRequest("POST", "apps", app, "catalog", "withdraw").sending(.object(body))
        let answer = try await change.remote.connected { client in
            if try await !isKnown(app, client) {
                printError("\(app) has no release \(name.printable) now; if one appears it will not be offered.")
            }
            try Question.ask(
                "Stop offering \(name) of \(app)", isAnswered: change.yes, orElse: "nothing was withdrawn")
            return try await client.send(request).json
        }
        try printOutput(
            change.json ? answer.jsonLine : CatalogReceiptReport(app, answer, "WITHDRAWN").lines.joined(separator: "\n")
        )
    }

    /// Whether anything is known that the order is about. A slip in the number would otherwise look like success.
    private func isKnown(_ app: String, _ client: APIClient) async throws -> Bool {
        do throws(APIError) {
            let bytes = try await client.send(APIRequest("GET", "apps", app, "catalog")).body
            let (wanted, number) = (try? AppVersion(version), build.flatMap { try? BuildNumber($0) })
            return (CatalogReader.read(json: bytes).catalog?.releases ?? []).contains { release in
                release.version == wanted && (number == nil || release.build == nil || release.build == number)
                    && (platform == nil || release.platform.description == platform)
            }
        } catch {
            guard error.isProblem("catalog-not-learnt") else { throw error }
            return false
        }
    }

    private static func checked(_ text: String) throws(ToolError) -> String {
        do throws(VersionError) {
            return try AppVersion(text).description
        } catch {
            throw ToolError(.badData, "\(text.printable): \(error.message)")
        }
    }
}

/// Forgets what was withdrawn.
struct CatalogResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Offer again what was withdrawn, and believe Apple's next answers.",
        discussion: """
            Also forgets that a higher version was seen before: a lower one is otherwise \
            believed only when it was answered for three days.

            EXAMPLE
              $ airworthy catalog reset --app hashtags
            """)

    @OptionGroup
    var change: ChangeOptions

    func run() async throws {
        let app = try slug(change.app, option: "app")
        try Question.ask(
            "Offer again what was withdrawn of \(app)", isAnswered: change.yes, orElse: "nothing was reset")
        let request = APIRequest("POST", "apps", app, "catalog", "reset")
        let answer = try await change.remote.connected { try await $0.send(request).json }
        try printOutput(
            change.json ? answer.jsonLine : CatalogReceiptReport(app, answer, "RESET").lines.joined(separator: "\n"))
    }
}
