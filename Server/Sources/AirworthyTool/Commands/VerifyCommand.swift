import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

/// Verifies a signed manifest.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a signed manifest as an app would.",
        discussion: """
            Prints what is in it, or why it is refused, with 65 and a code in brackets. An \
            expired manifest is no refusal: its blocks soften. An app remembers what it \
            accepted; --previous says what, the oldest first, so that replays are found.

            EXAMPLE
              $ airworthy verify manifest.json --root keys/root-primary.pub \\
                  --root keys/root-backup.pub --app hashtags
            """)

    @Argument(help: "The signed manifest; - is standard input.", completion: .file())
    var manifest: String

    @Option(help: .roots, completion: .file(extensions: ["pub"]))
    var root: [String]

    @Option(help: ArgumentHelp("The app it must be for; without it, the one it names.", valueName: "app"))
    var app: String?

    @Option(help: ArgumentHelp("Whom it must be for.", valueName: "name"))
    var audience = Pins.defaultAudience

    @Option(help: ArgumentHelp("The lineage it must be of; without it, any.", valueName: "id"))
    var lineage: String?

    @Option(
        help: ArgumentHelp("A manifest the app accepted before. May be repeated.", valueName: "file"),
        completion: .file())
    var previous: [String] = []

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: "Print one line of JSON.")
    var json = false

    func run() throws {
        try InputFile.requireOneStandardInput([manifest] + root + previous)
        let now = try Clock.instant(now)
        let pinned = try PinnedFiles(root)
        let signed = try SignedInput(InputFile(manifest))
        let app = self.app ?? signed.claimedApp
        var state = TrustState()
        for path in previous {
            let earlier = try SignedInput(InputFile(path))
            state =
                try earlier.verified(
                    roots: pinned.keys, app: app, audience: audience, lineage: lineage, state: state, now: now
                ).newState
        }
        let verified = try signed.verified(
            roots: pinned.keys, app: app, audience: audience, lineage: lineage, state: state, now: now)
        let report = VerificationReport(verified, pinned, isAppGiven: self.app != nil, .standardOutput)
        try printOutput(json ? report.jsonValue.jsonText() : report.lines.joined(separator: "\n"))
    }
}
