import AirworthyPolicy
import ArgumentParser

/// Changes an app.
struct AppsUpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change what a server knows about an app.",
        discussion: """
            What is not given stays. Lists are replaced as a whole: give every platform, \
            and every key that shipped builds pin. What is served is checked against new \
            keys at once; where they do not fit, it is not served any more.

            EXAMPLE
              $ airworthy apps update hashtags --platform ios --platform macos
            """)

    @Argument(help: "The app's name.")
    var app: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The bundle identifier.", valueName: "com.example.app"))
    var bundleID: String?

    @OptionGroup var facts: AppFacts

    @Flag(help: "It is not on the App Store any more.")
    var noAppleID = false

    @Flag(help: "Ask no App Store country about it.")
    var noStorefront = false

    @Flag(help: "Ask with the server's first App Store Connect key.")
    var noAppleKey = false

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        guard !noAppleID || facts.appleID == nil else {
            throw ValidationError("--apple-id and --no-apple-id cannot be given together.")
        }
        guard !noStorefront || facts.storefront.isEmpty else {
            throw ValidationError("--storefront and --no-storefront cannot be given together.")
        }
        guard !noAppleKey || facts.appleKey == nil else {
            throw ValidationError("--apple-key and --no-apple-key cannot be given together.")
        }
    }

    func run() async throws {
        let app = try slug(self.app, option: nil)
        var body = try facts.members()
        body["bundleID"] = bundleID.map(JSONValue.string)
        if noAppleID { body["appleID"] = .null }
        if noStorefront { body["storefronts"] = [] }
        if noAppleKey { body["appleKeyID"] = .null }
        guard !body.isEmpty else { throw ToolError(.usage, "nothing to change: give what is to be another way") }
        let request = APIRequest("PATCH", "apps", app).sending(.object(body))
        let answer = try await remote.connected { try await $0.send(request).json }
        let report = AppReport(json: answer, style: .standardOutput)
        try printOutput(json ? answer.jsonLine : report.lines.joined(separator: "\n"))
    }
}
