import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

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

    @Flag(help: .jsonLine) var json = false

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

struct VerificationReport {
    let verified: VerifiedManifest
    let pinned: PinnedKeyFiles
    let isAppGiven: Bool
    var style = TerminalStyle.standardOutput

    private var manifest: Manifest { verified.manifest }

    var lines: [String] {
        let verdict =
            verified.isExpired
            ? style("VERIFIED, EXPIRED", as: .yellow, .bold) : style("VERIFIED", as: .green, .bold)
        let title = "\(manifest.app ?? "no app"), revision \(manifest.revision ?? 0)"
        return ["\(verdict)  \(title.printable)"] + details.lines
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style: style)
        lines.add("signed by", value: verified.signedBy.map(pinned.describe).joined(separator: "\n"))
        lines.add("app", value: isAppGiven ? nil : "taken from the manifest; give --app to require one")
        lines.add("audience", value: manifest.audience ?? Pins.defaultAudience)
        lines.add("lineage", value: manifest.lineage ?? "none")
        lines.add("issued", value: manifest.issuedAt.map(Timestamp.format))
        lines.add("expires", value: manifest.expiresAt.map(Timestamp.format) ?? "never")
        lines.add("softens", value: softening)
        lines.add("keyring", value: verified.epoch == 0 ? "none" : "epoch \(verified.epoch)")
        let (rules, features) = (manifest.policy.rules.count, manifest.policy.features.count)
        lines.add("policy", value: "\(rules.counted("rule")), \(features.counted("feature"))")
        lines.add("catalog", value: catalog)
        lines.add("payload", value: "\(verified.payload.count) bytes, SHA-256 \(verified.digest)")
        return lines
    }

    private var softening: String? {
        manifest.effectiveExpiry().map { instant in
            Timestamp.format(instant)
                + (verified.isExpired ? ", so blocks are prompts now" : ", then blocks are prompts")
        }
    }

    private var catalog: String {
        let count = manifest.catalog.releases.count
        guard count > 0 else { return "none" }
        let asOf = manifest.catalog.asOf.map { " as of \(Timestamp.format($0))" } ?? ""
        return count.counted("release") + asOf
    }

    var jsonValue: JSONValue {
        [
            "schema": 1,
            "app": .text(manifest.app),
            "audience": .string(manifest.audience ?? Pins.defaultAudience),
            "lineage": .text(manifest.lineage),
            "revision": .of(manifest.revision),
            "issuedAt": .of(manifest.issuedAt),
            "expiresAt": .of(manifest.expiresAt),
            "softensAt": .of(manifest.effectiveExpiry()),
            "expired": .bool(verified.isExpired),
            "epoch": .of(verified.epoch),
            "signedBy": .array(
                verified.signedBy.map { ["keyid": .string($0.key.id), "role": .string($0.role.rawValue)] }),
            "digest": .string(verified.digest),
        ]
    }
}
