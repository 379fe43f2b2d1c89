import AirworthyPolicy
import ArgumentParser

/// Decides for one installation.
struct DecideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract: "Decide whether an installed build may carry on.",
        discussion: """
            Leave out what is not known: a fact that is missing never makes the answer \
            stricter. Without --os nobody checks whether the update runs on the system, \
            without --build conditions on it are undecided, and without --storefront an \
            update is required only if it is live in all known ones.

            A signed manifest is checked against --root as a device checks it; without \
            --root the signature is not looked at, and standard error says so.

            EXAMPLE
              $ airworthy decide --policy policy.yaml --version 2.2.0 --explain
              $ airworthy decide --policy policy.yaml --catalog lookup.json@JP \\
                  --version 2.2.0 --os "iOS 17.4" --channel testflight --json
            """)

    @Option(
        help: ArgumentHelp(
            "The rules: a policy as JSON or YAML, a config.json, or a signed manifest.", valueName: "file"),
        completion: .file())
    var policy: String

    @Option(help: "What the policy file is, where that is not recognised.")
    var format: PolicyFormat?

    @Option(
        help: ArgumentHelp("A root key that must have signed the manifest. May be repeated.", valueName: "pub"),
        completion: .file(extensions: ["pub"]))
    var root: [String] = []

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @OptionGroup(title: "Facts of the installation")
    var facts: InstallationOptions

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: "Show each rule, each condition and the value it saw.")
    var explain = false

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Flag(help: "End with 0 for ok, 10 recommended, 20 required, 30 requiredUnavailable, 40 maintenance.")
    var exitCode = false

    func run() throws {
        try InputFile.requireOneStandardInput([policy] + catalog + root)
        let installation = try facts.installation()
        let now = try Clock.instant(now)
        let manifest = try PolicyInput(policy, as: format, roots: root).manifest.adding(
            catalog.map(CatalogArgument.init))
        let decision = decide(manifest, for: installation, at: now, trace: explain)
        let lines = json ? [decision.jsonValue.jsonText()] : DecisionReport(decision, .standardOutput).lines
        try printOutput(lines.joined(separator: "\n"))
        if exitCode, decision.status.exitCode != 0 { throw ExitCode(decision.status.exitCode) }
    }
}
