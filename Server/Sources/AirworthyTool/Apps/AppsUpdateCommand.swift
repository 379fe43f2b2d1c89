import AirworthyPolicy
import ArgumentParser

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

    @Argument(help: "The app's name.")
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

    @OptionGroup
    var remote: RemoteOptions

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
