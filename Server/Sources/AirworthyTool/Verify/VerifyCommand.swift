import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

/// Verifies a signed manifest.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a signed manifest like an app does.",
        discussion: """
            Prints the content of the manifest, or exits with 65 and the reason, with a code \
            in brackets. An expired manifest is valid, but its blocks are relaxed to prompts. \
            An app also rejects replays of older manifests; to check this, give the \
            manifests it has accepted with --previous, the oldest first.

            EXAMPLE
              $ airworthy verify manifest.json --root keys/root-primary.pub \\
                  --root keys/root-backup.pub --app hashtags
            """)

    @Argument(help: "The signed manifest; - is standard input.", completion: .file())
    var manifest: String

    @Option(help: .roots, completion: .file(extensions: ["pub"]))
    var root: [String]

    @Option(help: ArgumentHelp("The expected app; by default the one that the manifest names.", valueName: "app"))
    var app: String?

    @Option(help: ArgumentHelp("The expected audience.", valueName: "name"))
    var audience = Pins.defaultAudience

    @Option(help: ArgumentHelp("The expected lineage; by default any.", valueName: "id"))
    var lineage: String?

    @Option(
        help: ArgumentHelp("A manifest that the app has accepted before. May be repeated.", valueName: "file"),
        completion: .file())
    var previous: [String] = []

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: .jsonLine)
    var json = false

    func run() throws {
        try InputFile.requireOneStandardInput([manifest] + root + previous)
        let now = try WallClock.time(option: now)
        let pinned = try PinnedKeyFiles(root)
        let signed = try SignedFile(InputFile(manifest))
        let app = self.app ?? signed.claimedApp
        var state = TrustState()
        func verify(_ file: SignedFile) throws(ToolError) -> VerifiedManifest {
            try file.verified(
                roots: pinned.keys, app: app, audience: audience, lineage: lineage, state: state, now: now)
        }
        for path in previous { state = try verify(SignedFile(InputFile(path))).newState }
        let report = VerificationReport(verified: try verify(signed), pinned: pinned, isAppGiven: self.app != nil)
        try printOutput(json ? [report.jsonValue.jsonText()] : report.lines)
    }
}
