import AirworthyPolicy
import ArgumentParser

/// Makes an app.
struct AppsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make an app on a server.",
        discussion: """
            The server checks everything it serves against the keys that shipped builds \
            pin. Give the roots made by keys new; without --root and --online the server's \
            own signing keys are pinned, which is enough to try things out.

            The name, who signs, the audience and the lineage never change. With --signing \
            ci the server holds no key for the app: it stores and serves what CI signed.

            EXAMPLE
              $ airworthy apps create hashtags --bundle-id com.example.hashtags \\
                  --apple-id 6504763618 --root keys/root-primary.pub \\
                  --root keys/root-backup.pub
            """)

    /// Who makes the revisions of an app.
    enum Signing: String, ExpressibleByArgument, CaseIterable { case server, ci }

    @Argument(help: "Its name: a-z, 0-9 and -. It can never be changed.")
    var app: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The bundle identifier.", valueName: "com.example.app"))
    var bundleID: String

    @OptionGroup var facts: AppFacts

    @Option(help: "Who signs.")
    var signing = Signing.server

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Whom its manifests are for; production if not given.", valueName: "name"))
    var audience: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The signed id of its policy's origin; by default its name.", valueName: "id"))
    var lineage: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        let app = try slug(self.app, option: nil)
        var body: JSONObject = [
            "slug": .string(app), "bundleID": .string(bundleID), "signing": .string(signing.rawValue),
        ]
        for member in try facts.members().members { body[member.key] = member.value }
        body["audience"] = audience.map(JSONValue.string)
        body["lineage"] = lineage.map(JSONValue.string)
        let request = APIRequest("POST", "apps").sending(.object(body))
            .ifLost("`airworthy apps show \(app)` tells whether it was made")
        let answer = try await remote.connected { try await $0.send(request).json }
        if json { return try printOutput(answer.jsonLine) }
        let next =
            signing == .server
            ? "airworthy publish policy.yaml --app \(app)" : "airworthy publish manifest.json --app \(app)"
        let report = AppReport(json: answer, style: .standardOutput)
        try printOutput((["made: \(app)"] + report.lines + ["", "Next: \(next)"]).joined(separator: "\n"))
    }
}
