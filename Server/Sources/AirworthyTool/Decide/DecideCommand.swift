import AirworthyPolicy
import AirworthyTexts
import ArgumentParser
import Foundation
import LaunchScreens

struct DecideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract: "Decide whether an installed build must or should update.",
        discussion: """
            Leave out what you do not know: a missing value never makes the decision \
            stricter. Without --os it is not checked whether the update runs on the system, \
            without --build conditions on the build are undecided, and without --storefront \
            an update is required only if it is required in every storefront, also in those that \
            the catalog does not name.

            With --root the signature of a manifest is checked like on a device. Without \
            --root it is not checked, and standard error says so.

            EXAMPLE
              $ airworthy decide --policy policy.yaml --version 2.2.0 --explain
              $ airworthy decide --policy policy.yaml --catalog lookup.json@JP \\
                  --version 2.2.0 --os "iOS 17.4" --channel testflight --json
            """)

    @Option(help: .rules, completion: .file())
    var policy: String

    @Option(help: "The format of the policy file, if it is not detected.")
    var format: PolicyFormat?

    @Option(
        help: ArgumentHelp("A root key that must have signed the manifest. May be repeated.", valueName: "pub"),
        completion: .file(extensions: ["pub"]))
    var root: [String] = []

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @OptionGroup(title: "The installation")
    var options: InstallationOptions

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: "Show each rule, each condition and the value it was compared with.")
    var explain = false

    @Option(
        help: ArgumentHelp(
            "Print the screen that an app shows at launch, in one of \(ScreenWriter.languages.count) languages.",
            valueName: "language"))
    var screen: String?

    @Flag(help: .jsonLine) var json = false

    @Flag(help: "Exit with 0 for ok, 10 recommended, 20 required, 30 requiredUnavailable, 40 maintenance.")
    var exitCode = false

    func validate() throws {
        guard let screen else { return }
        if json || explain { throw ValidationError("--screen excludes --json and --explain") }
        let languages = ScreenWriter.languages
        guard languages.contains(screen) else {
            throw ValidationError(
                "--screen \(screen): no texts in this language; expected one of: \(languages.joined(separator: ", "))")
        }
    }

    private func lines(of decision: Decision, for installation: Installation, at now: Date) -> [String] {
        if let screen {
            return ScreenReport(decision: decision, installation: installation, language: screen, now: now).lines
        }
        return json ? [decision.jsonValue.jsonText()] : DecisionReport(decision: decision).lines
    }

    func run() throws {
        try InputFile.requireOneStandardInput([policy] + catalog + root)
        var installation = try options.installation()
        // The texts of rules are in the language of the screen, too.
        installation.language = installation.language ?? screen
        let now = try WallClock.time(option: now)
        let manifest = try PolicyFile(policy, as: format, roots: root).manifest.adding(
            catalog.map(CatalogArgument.init))
        let decision = decide(manifest, for: installation, at: now, trace: explain)
        try printOutput(lines(of: decision, for: installation, at: now))
        if exitCode, decision.status.exitCode != 0 { throw ExitCode(decision.status.exitCode) }
    }
}

extension Decision.Status {
    /// The exit code of `decide --exit-code`. Scripts rely on these numbers.
    fileprivate var exitCode: Int32 {
        switch self {
        case .ok: 0
        case .recommended: 10
        case .required: 20
        case .requiredUnavailable: 30
        case .maintenance: 40
        }
    }
}

/// The screen that an app shows for a decision at launch, as text: what it says and offers in a language.
struct ScreenReport {
    let decision: Decision
    let installation: Installation
    let language: String
    let now: Date

    var lines: [String] {
        let shown = LaunchScreen(language: language, at: now).content(for: decision, of: installation)
        guard let screen = shown else { return ["no screen"] }
        var lines = ["\(screen.kind)", "  \(screen.title)"]
        lines += [screen.message].filter { !$0.isEmpty }.map { "  \($0)" }
        lines += screen.details.map { "  \($0)" }
        if let notes = screen.notes {
            lines += ["  \(notes.title)"] + notes.text.split(separator: "\n").map { "    \($0)" }
        }
        lines.append("  " + screen.actions.map { "[\(screen.labels[$0] ?? "")]" }.joined(separator: " "))
        return lines
    }
}
