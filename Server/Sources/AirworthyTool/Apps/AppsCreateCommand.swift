import AirworthyPolicy
import ArgumentParser

/// Creates an app.
struct AppsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create an app on a server.",
        discussion: """
            The server checks everything it serves against the keys that released builds \
            pin. Give the root keys made by keys new. Without --root and --online the \
            server's own signing keys are pinned, which is enough for a trial.

            The name, the signer, the audience and the lineage can never be changed. With \
            --signing ci the server has no key for the app: it stores and serves what CI \
            signed.

            EXAMPLE
              $ airworthy apps create hashtags --bundle-id com.example.hashtags \\
                  --apple-id 6504763618 --root keys/root-primary.pub \\
                  --root keys/root-backup.pub
            """)

    /// The signer of an app's revisions.
    enum Signing: String, ExpressibleByArgument, CaseIterable { case server, ci }

    @Argument(help: "The app's name: a-z, 0-9 and -. It can never be changed.")
    var app: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The bundle identifier.", valueName: "com.example.app"))
    var bundleID: String

    @OptionGroup var options: AppOptions

    @Option(help: "The signer of the app's revisions.")
    var signing = Signing.server

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The audience of the app's manifests; by default production.", valueName: "name"))
    var audience: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The signed id of the policy's origin; by default the app's name.", valueName: "id"))
    var lineage: String?

    @OptionGroup var remote: RemoteOptions

    func run() async throws {
        let app = try appSlug(self.app, option: nil)
        var body: JSONObject = [
            "slug": .string(app), "bundleID": .string(bundleID), "signing": .string(signing.rawValue),
        ]
        for member in try options.members().members { body[member.key] = member.value }
        body["audience"] = audience.map(JSONValue.string)
        body["lineage"] = lineage.map(JSONValue.string)
        let request = APIRequest.post("apps").sending(.object(body))
            .adviceIfLost("`airworthy apps show \(app)` shows whether it was created")
        let file = signing == .server ? "policy.yaml" : "manifest.json"
        try await remote.printAnswer(to: request) { answer in
            ["created: \(app)"] + AppReport(json: answer).lines
                + ["", "Next: airworthy publish \(file) --app \(app)"]
        }
    }
}

/// Changes an app.
struct AppsUpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change the settings of an app on a server.",
        discussion: """
            Only the given settings change. Lists are replaced as a whole: give every \
            platform, and every key that released builds pin. The server checks the \
            published manifest against new keys at once, and stops serving it if they do \
            not match.

            EXAMPLE
              $ airworthy apps update hashtags --platform ios --platform macos
            """)

    @Argument(help: "The app's name.", completion: .apps)
    var app: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The bundle identifier.", valueName: "com.example.app"))
    var bundleID: String?

    @OptionGroup var options: AppOptions

    @Flag(help: "The app is no longer on the App Store.")
    var noAppleID = false

    @Flag(help: "Look the app up in no storefront.")
    var noStorefront = false

    @Flag(help: "Use the server's first App Store Connect key.")
    var noAppleKey = false

    @OptionGroup var remote: RemoteOptions

    func validate() throws {
        guard !noAppleID || options.appleID == nil else {
            throw ValidationError("--apple-id and --no-apple-id cannot be given together.")
        }
        guard !noStorefront || options.storefront.isEmpty else {
            throw ValidationError("--storefront and --no-storefront cannot be given together.")
        }
        guard !noAppleKey || options.appleKey == nil else {
            throw ValidationError("--apple-key and --no-apple-key cannot be given together.")
        }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: nil)
        var body = try options.members()
        body["bundleID"] = bundleID.map(JSONValue.string)
        if noAppleID { body["appleID"] = .null }
        if noStorefront { body["storefronts"] = [] }
        if noAppleKey { body["appleKeyID"] = .null }
        guard !body.isEmpty else { throw ToolError.usage("nothing to change: give at least one setting") }
        let request = APIRequest.patch("apps", app).sending(.object(body))
        try await remote.printAnswer(to: request) { AppReport(json: $0).lines }
    }
}
