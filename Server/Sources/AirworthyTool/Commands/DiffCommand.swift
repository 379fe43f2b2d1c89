import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// Says what differs between two policies.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Say what differs between two policies, and who changes sides.",
        discussion: """
            Compares rule by rule: added, removed, moved, and each key with its old and \
            new value. With --installs it also counts whose answer changes; the table is \
            the one simulate reads. Policies, config.json files and manifests, signed or \
            not, can be compared with each other.

            EXAMPLE
              $ airworthy diff old.yaml new.yaml --catalog catalog.yaml \\
                  --installs installs.csv
            """)

    @Argument(help: "What is in force.", completion: .file())
    var old: String

    @Argument(help: "What is to come.", completion: .file())
    var new: String

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Option(help: .installs, completion: .file(extensions: ["csv"]))
    var installs: String?

    @Flag(help: .skipBadRows)
    var skipBadRows = false

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Flag(help: "End with 1 if something differs.")
    var exitCode = false

    func run() throws {
        try InputFile.requireOneStandardInput([old, new] + catalog + [installs].compactMap { $0 })
        let now = try Clock.instant(now)
        let facts = catalog.map(CatalogArgument.init)
        let before = try PolicyInput(old).manifest.adding(facts)
        let after = try PolicyInput(new).manifest.adding(facts)
        let diff = PolicyDiff(from: before, to: after)
        let fleet = try installs.map { path in
            FleetDiff(from: before, to: after, try Fleet(path, skippingBadRows: skipBadRows), at: now)
        }
        let report = DiffReport(diff: diff, fleet: fleet, style: .standardOutput)
        try printOutput(json ? report.jsonValue.jsonText() : report.lines.joined(separator: "\n"))
        if exitCode, !diff.isEmpty { throw ExitCode(1) }
    }
}
